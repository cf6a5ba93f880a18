import type { NextFunction, Request, Response } from 'express';
import type { AuthenticatedRequest } from '#auth';
import { newId, type RequestFacts, type RoutedRequest } from '#platform';

export interface Identified extends Request {
  requestId: string;
}

/**
 * Gives every request the id by which its answer, log line and written values can be found. Never taken from the
 * caller. It begins with the moment, by which an undo finds what the request wrote.
 */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const id = newId();
  (request as Identified).requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
}

/** Whose request it was, for its line in the log. */
export function factsOf(request: RoutedRequest): RequestFacts {
  const { requestId, caller } = request as unknown as AuthenticatedRequest;
  return {
    request_id: requestId,
    workspace_id: caller?.workspace_id,
    credential: caller?.api_key_id ?? caller?.client_id ?? undefined,
  };
}
