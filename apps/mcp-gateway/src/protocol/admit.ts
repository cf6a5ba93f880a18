import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Shed, takePlace } from '#auth';
import type { LoadShedder, BodyMemoryLimit } from '#platform';

const PROBES = new Set(['/healthz', '/readyz']);

/** Messages, by whatever path the router takes for theirs. */
const MESSAGES = /^\/mcp\/?$/i;

/** Refuses at once what would only wait. Messages take their place later: whoever sends a body slowly holds none. */
export function admit(admission: LoadShedder): RequestHandler {
  return async (request, response, next) => {
    if (!PROBES.has(request.path) && !MESSAGES.test(request.path)) await takePlace(admission, response);
    next();
  };
}

/** @throws Shed when there is no room */
export function takeRoom(room: BodyMemoryLimit, request: IncomingMessage): void {
  if (!room.hasRoom(request)) throw new Shed();
}
