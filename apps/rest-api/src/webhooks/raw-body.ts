import type { Request } from 'express';
import { invalid } from '#crm-domain';

/** The very bytes that were sent. */
export function rawBody({ body }: Pick<Request, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** What a sender's own reader makes of a body. @throws DomainError validation when it is not what that sender writes */
export function readBody<T>(request: Pick<Request, 'body'>, sender: string, read: (json: unknown) => T): T {
  try {
    return read(JSON.parse(rawBody(request).toString('utf8')));
  } catch (cause) {
    const message = `Expected a notification in JSON as ${sender} writes it.`;
    throw Object.assign(invalid([{ path: 'body', message }]), { cause });
  }
}
