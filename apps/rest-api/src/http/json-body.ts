import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import { DomainError } from '#crm-domain';
import { nestingOf } from '#platform';

const LIMIT = 1024 * 1024;
const DEEPEST = 32;

/** Reads JSON bodies up to 1 MiB, refusing what could only hurt further in: other encodings and deep nesting. */
export function jsonBody(): RequestHandler {
  return express.json({
    limit: LIMIT,
    strict: false,
    type: ['application/json', 'application/*+json'],
    verify: (_request, _response, body, encoding) => check(body, encoding),
  });
}

function check(body: Buffer, encoding: string): void {
  // JSON is UTF-8 between systems (RFC 8259 section 8.1), and only so can the nesting be read off the bytes.
  if (encoding !== 'utf-8') throw new DomainError('validation', 'Send the request body in UTF-8.');
  if (!isUtf8(body)) throw new DomainError('validation', 'The request body is not valid UTF-8.');
  if (nestingOf(body) > DEEPEST)
    throw new DomainError('validation', `The request body is nested deeper than ${DEEPEST} levels.`);
}
