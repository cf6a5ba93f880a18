import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** What may still be coming after an answer for the connection to stay open, in bytes. */
const SMALL_REST = 64 * 1024;
/**
 * What is read and dropped of a body after its answer, in bytes: most callers read no answer before they have sent all.
 */
const MAX_DROPPED = 2 * 1024 * 1024;
/** How long a caller has to read an answer that came before the end of its body, in milliseconds. */
const LAST_READ = 2000;

/** Whether more of a request is still to come than is worth reading when it is answered already. */
export function hasLongRest({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > SMALL_REST;
}

/**
 * Closes a connection whose request is answered and not all there. Cut at once, the system would take the answer away
 * from its caller (RFC 9112 section 9.6): so our side is ended, a bounded part of the rest read and dropped, and the
 * caller waited for.
 */
export function closeUnfinished(socket: Socket): void {
  let left = MAX_DROPPED;
  const timer = setTimeout(() => socket.destroy(), LAST_READ);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
  // Node's own reader of requests gives way to a listener.
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.pause();
  });
  socket.end();
  socket.resume();
}
