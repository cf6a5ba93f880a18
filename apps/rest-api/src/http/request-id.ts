import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

export interface Identified extends Request {
  requestId: string;
}

/**
 * Gives every request the id by which its answer, log line and written values can be found. Never taken from the
 * caller.
 */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const id = randomUUID();
  (request as Identified).requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
}
