import type { Socket } from 'node:net';

/** Parts of a body that may be small, and bytes that all others have on average at least. */
const SMALL_PARTS = 1000;
const LEAST_BYTES = 64;

/**
 * Bounds the parts in which a body comes. Each takes a microsecond or two to read, however small it is, and a megabyte
 * holds 170,000 chunks of one byte: twenty connections that sent such chunks kept the event loop busy for ten seconds.
 * No client sends so; where one does, its connection is cut.
 */
export class PartsLimit {
  private parts = 0;
  private bytes = 0;

  constructor(private readonly socket: Socket) {}

  /** Whether a part may be kept. What was received together with one that may not still comes, and is to be dropped. */
  take(bytes: number): boolean {
    this.bytes += bytes;
    if (++this.parts <= SMALL_PARTS + this.bytes / LEAST_BYTES) return true;
    this.socket.destroy();
    return false;
  }
}
