import type { Request } from 'express';
import { invalid } from '#crm-domain';
import { nestingOf } from '#platform';

/** What providers write has a dozen levels; deeper JSON could only fill the stack of whoever reads it. */
const DEEPEST = 32;

/** The very bytes that were sent. */
export function rawBody({ body }: Pick<Request, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** What a sender's own reader makes of a body. @throws DomainError validation when it is not what that sender writes, or nested too deep */
export function readBody<T>(request: Pick<Request, 'body'>, sender: string, read: (json: unknown) => T): T {
  try {
    const body = rawBody(request);
    if (nestingOf(body) > DEEPEST) throw new Error(`It is nested deeper than ${DEEPEST} levels.`);
    return read(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    const message = `Expected a notification in JSON as ${sender} writes it.`;
    throw Object.assign(invalid([{ path: 'body', message }]), { cause });
  }
}
