import type { IncomingMessage, ServerResponse } from 'node:http';
import { countShedRequest } from '../metrics/metrics.js';

/** Bodies up to this length are taken without asking: it needs thousands of them to fill a process. */
const SMALL = 16 * 1024;

/**
 * Bounds how many bytes of bodies a service holds at once. They are read before anybody knows who sends them, and whoever
 * sends slowly keeps what it has sent in our memory.
 */
export class BodyRoom {
  private held = 0;

  /** @param most bytes of all bodies together @param longest what a body may hold that does not say its length */
  constructor(
    private readonly most: number,
    private readonly longest: number,
  ) {}

  /** Takes room for a request's body until it is answered or its caller gone; false when there is none. */
  enter({ headers }: IncomingMessage, response: ServerResponse): boolean {
    const bytes = Math.min(lengthOf(headers) ?? this.longest, this.longest);
    if (bytes <= SMALL) return true;
    if (this.held + bytes > this.most) {
      countShedRequest();
      return false;
    }
    this.held += bytes;
    response.once('close', () => (this.held -= bytes));
    return true;
  }
}

/** A compressed body says how long it is now, not how long it becomes. */
function lengthOf(headers: IncomingMessage['headers']): number | undefined {
  if (headers['transfer-encoding'] ?? headers['content-encoding']) return undefined;
  return Number(headers['content-length'] ?? 0);
}
