/** Parts of a body that may be small, and bytes that all others have on average at least. */
const SMALL_PARTS = 1000;
const LEAST_BYTES = 16;

/**
 * Bounds the parts in which a body comes. Each takes a microsecond or two to read, however small it is, and a megabyte
 * holds 170,000 chunks of one byte: twenty connections that sent such chunks kept the event loop busy for ten seconds.
 * A program that sends a file line by line stays far below the bound.
 */
export class PartsLimit {
  private parts = 0;
  private bytes = 0;

  /** Whether a part may be kept. */
  take(bytes: number): boolean {
    this.bytes += bytes;
    return ++this.parts <= SMALL_PARTS + this.bytes / LEAST_BYTES;
  }
}
