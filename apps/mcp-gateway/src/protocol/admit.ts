import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { Shed } from '#auth';
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

/** @param owner whose request it is, where that is known @throws Shed when there is no place, or none for its owner */
export async function takePlace(admission: LoadShedder, response: ServerResponse, owner?: string): Promise<void> {
  if (admission.enter(response) && (owner === undefined || admission.belongs(response, owner))) return;
  await new Promise<void>((answer) => admission.refuse(answer));
  throw new Shed();
}

/** @throws Shed when there is no room */
export function takeRoom(room: BodyMemoryLimit, request: IncomingMessage): void {
  if (!room.hasRoom(request)) throw new Shed();
}
