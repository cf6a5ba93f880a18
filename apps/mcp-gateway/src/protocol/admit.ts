import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { DomainError } from '#crm-domain';
import { SHED, type Admission, type BodyRoom } from '#platform';

const PROBES = new Set(['/healthz', '/readyz']);

/** Messages, by whatever path the router takes for theirs. */
const MESSAGES = /^\/mcp\/?$/i;

/** Refuses at once what would only wait. Messages take their place later: whoever sends a body slowly holds none. */
export function admit(admission: Admission): RequestHandler {
  return async (request, response, next) => {
    if (!PROBES.has(request.path) && !MESSAGES.test(request.path)) await takePlace(admission, response);
    next();
  };
}

/** @throws DomainError unavailable when there is no place */
export async function takePlace(admission: Admission, response: ServerResponse): Promise<void> {
  if (admission.enter(response)) return;
  await new Promise<void>((answer) => admission.refuse(answer));
  throw shed();
}

/** At once: until it is refused it holds the place that it has. @throws DomainError unavailable when there are too many pages */
export function takePage(admission: Admission, response: ServerResponse): void {
  if (!admission.enterPage(response)) throw shed();
}

/** @throws DomainError unavailable when there is no room */
export function takeRoom(room: BodyRoom, request: IncomingMessage): void {
  if (!room.hasRoom(request)) throw shed();
}

function shed(): DomainError {
  return new DomainError('unavailable', SHED.message, [], SHED.retryAfter);
}
