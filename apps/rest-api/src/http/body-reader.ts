import express, { type RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { LARGE_BODY } from '#auth';
import { CpuTime, boundBody, lengthOf } from '#platform';

/** A request whose body may have been left with its sender. */
export interface LeftBody {
  /** Reads what was left. It never fails: what is wrong with the body is noted in `bodyError`, as of any other. */
  readBody?: () => Promise<void>;
  bodyError?: unknown;
}

/**
 * Reads bodies of some types as they are, and nothing of one that says that it is longer than the limit in bytes.
 *
 * @param type as express takes them
 */
export function bodyReader(limit: number, type: string[] | (() => true)): RequestHandler {
  // A KiB may unpack to a MiB, which would have to be read before anybody is asked who sends it.
  const read = express.raw({ limit, inflate: false, type });
  return (request, response, next) => {
    // Of a path below another one, whose reader it was.
    if (request.body !== undefined) next();
    else if (boundBody(request, limit)) read(request, response, resumed(next));
    else next(tooLarge());
  };
}

/**
 * Reads a body now where it is small. One that is large, or does not say its length, is left to `readBody`: whoever
 * may not make the request is answered without anything of it being read.
 */
export function readOrLeave(request: IncomingMessage & LeftBody, next: () => void, read: Reading): void {
  if ((lengthOf(request) ?? LARGE_BODY) < LARGE_BODY) return read(next);
  request.readBody = () => {
    request.readBody = undefined;
    return new Promise(read);
  };
  next();
}

/** While a body arrived, the thread worked for others. */
function resumed(next: (error?: unknown) => void): (error?: unknown) => void {
  return (error) => {
    CpuTime.resume();
    next(error);
  };
}

type Reading = (done: () => void) => void;

/** As body-parser has it. */
function tooLarge(): Error {
  return Object.assign(new Error('The body is too large.'), { type: 'entity.too.large', status: 413 });
}
