import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import { DomainError } from '#crm-domain';

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
  if (depth(body) > DEEPEST)
    throw new DomainError('validation', `The request body is nested deeper than ${DEEPEST} levels.`);
}

/** The nesting of objects and arrays, read off the bytes so that nothing deep is ever built. */
function depth(body: Buffer): number {
  let now = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) most = Math.max(most, ++now);
    else if (byte === 0x7d || byte === 0x5d) now--;
  }
  return most;
}
