import type { Request } from 'express';
import { invalid } from '#crm-domain';
import { jsonExcess, oneByOne } from '#platform';

/**
 * What providers write has a dozen levels, a dozen names in one object, and a batch of Meta's or Graph's up to 1,000
 * notifications of some 50 names and values. Some of those who post are not known yet, and an object of very many names
 * takes long to build.
 */
const LIMITS = { depth: 32, parts: 100_000, names: 100 };

/** The very bytes that were sent. */
export function rawBody({ body }: Pick<Request, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/**
 * What a sender's own reader makes of a body, in its turn.
 *
 * @throws DomainError validation when it is not what that sender writes, nested too deep, or of too many parts or names
 */
export function readBody<T>(request: Pick<Request, 'body'>, sender: string, read: (json: unknown) => T): Promise<T> {
  return oneByOne(() => readNow(request, sender, read));
}

function readNow<T>(request: Pick<Request, 'body'>, sender: string, read: (json: unknown) => T): T {
  try {
    const body = rawBody(request);
    const excess = jsonExcess(body, LIMITS);
    if (excess) throw new Error(`It ${excess}.`);
    return read(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    const message = `Expected a notification in JSON as ${sender} writes it.`;
    throw Object.assign(invalid([{ path: 'body', message }]), { cause });
  }
}
