import type { Request, RequestHandler, Response } from 'express';
import { SHED, type LoadShedder, type BodyMemoryLimit } from '#platform';
import { ERRORS, reasonOf } from './error-table.js';
import type { Identified } from './request-facts.js';

const PROBES = new Set(['/healthz', '/readyz']);

/**
 * The interface description and the files of its page are open to anybody: whoever asks for many of them, or reads them
 * slowly, must not hold the places of others. They have places of their own.
 */
const FILES = /^\/(docs(\/\w+\/[a-z]+\.(css|js))?|v1\/openapi\.(json|yaml))\/?$/i;

/**
 * Refuses at once what would only wait. Comes after the body was read, so that callers who send slowly hold no place,
 * and answers by itself: under load the way through the error filter and its log would cost more than it spares.
 */
export function admit(admission: LoadShedder): RequestHandler {
  return (request, response, next) => {
    if (PROBES.has(request.path)) return next();
    if (FILES.test(request.path) ? admission.enterFile(response) : admission.enter(response)) return next();
    admission.refuse(() => shed(request, response));
  };
}

/** Refuses bodies for which there is no room. Comes before they are read. */
export function admitBodies(room: BodyMemoryLimit): RequestHandler {
  return (request, response, next) => (room.hasRoom(request) ? next() : shed(request, response));
}

/** Refuses a request for which there is no room, whatever it asks for. */
export function shed(request: Request, response: Response): void {
  const { requestId } = request as Identified;
  const text = JSON.stringify({
    ...ERRORS.unavailable,
    requestId,
    reason: reasonOf('unavailable'),
    message: SHED.message,
  });
  // Not by express, which would look at the answer from all sides: there are thousands of these a second, or none.
  response.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Retry-After': SHED.retryAfter,
  });
  response.end(text);
}
