import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler } from 'express';
import { DomainError } from '#crm-domain';
import { jsonExcess } from '#platform';

const LIMIT = 1024 * 1024;
/** Names and values are what parsing and judging take time for: a body of a million bytes may hold 300,000. */
const LIMITS = { depth: 32, parts: 20_000 };

/** A request whose body was read; `bodyError` says why it could not be. */
export interface BodiedRequest extends Request {
  bodyError?: unknown;
}

/**
 * Reads JSON bodies up to 1 MiB, refusing what could only hurt further in: other encodings, deep nesting and very many parts.
 * What is wrong is told by `BodyErrorInterceptor`, to those alone who may make the request.
 */
export function jsonBody(): RequestHandler {
  const read = express.json({
    limit: LIMIT,
    strict: false,
    type: ['application/json', 'application/*+json'],
    verify: (_request, _response, body, encoding) => check(body, encoding),
  });
  return (request: BodiedRequest, response, next) =>
    read(request, response, (error?: unknown) => {
      request.bodyError = error;
      next();
    });
}

function check(body: Buffer, encoding: string): void {
  // JSON is UTF-8 between systems (RFC 8259 section 8.1), and only so can its parts be read off the bytes.
  if (encoding !== 'utf-8') throw new DomainError('validation', 'Send the request body in UTF-8.');
  if (!isUtf8(body)) throw new DomainError('validation', 'The request body is not valid UTF-8.');
  const excess = jsonExcess(body, LIMITS);
  if (excess) throw new DomainError('validation', `The request body ${excess}.`);
}
