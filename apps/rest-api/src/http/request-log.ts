import type { NextFunction, Request, Response } from 'express';
import type { AuthenticatedRequest } from '#auth';
import { logger } from '#platform';

const PROBES = new Set(['/healthz', '/readyz']);

/** One line for each request that was answered: never its path's ids, its query, a value or a credential. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const begun = performance.now();
  response.once('finish', () => {
    if (!PROBES.has(request.path)) logger.info(lineOf(request, response, begun), 'request');
  });
  next();
}

function lineOf(request: Request, response: Response, begun: number): object {
  const { requestId, caller } = request as unknown as AuthenticatedRequest;
  return {
    request_id: requestId,
    method: request.method,
    route: (request.route as { path?: string } | undefined)?.path ?? 'none',
    status: response.statusCode,
    duration_ms: Math.round((performance.now() - begun) * 10) / 10,
    workspace_id: caller?.workspace_id,
    credential: caller?.api_key_id ?? caller?.client_id ?? undefined,
  };
}
