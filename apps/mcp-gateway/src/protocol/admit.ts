import type { RequestHandler } from 'express';
import { SHED, type Admission } from '#platform';

const PROBES = new Set(['/healthz', '/readyz']);

/** Refuses at once what would only wait. Who has no valid token is turned away before its body is read, so holds no place long. */
export function admit(admission: Admission): RequestHandler {
  return (request, response, next) => {
    if (PROBES.has(request.path) || admission.enter(response)) return next();
    response.setHeader('Retry-After', SHED.retryAfter).setHeader('Cache-Control', 'no-store');
    response.status(503).json({ error: 'temporarily_unavailable', error_description: SHED.message });
  };
}
