import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';
import { Slices } from '../../db/slices.js';
import { DomainError } from '../../errors.js';
import { PART_BYTES } from '../import.js';

/** Bytes that are worked on at once. */
const AT_ONCE = 64 * 1024;

/** Gives bytes of a part of a file; undefined where there is none. */
export type ReadPart = (partNo: number, from: number, length: number) => Promise<Buffer | undefined>;

/**
 * The bytes of a file from one place to before another, in small pieces. Others have their turn in between, also where
 * nothing comes of a piece: 4 MiB of empty lines are no row, and take seconds to find that out.
 */
export async function* bytesOf(read: ReadPart, from: number, to: number): AsyncGenerator<Buffer> {
  const slices = new Slices();
  for (let at = from; at < to;) {
    const start = at % PART_BYTES;
    const part = await read(Math.floor(at / PART_BYTES) + 1, start, Math.min(PART_BYTES - start, to - at));
    if (!part || part.length === 0) throw new DomainError('validation', 'A part of the file is missing.');
    for (let place = 0; place < part.length; place += AT_ONCE) {
      yield part.subarray(place, place + AT_ONCE);
      await slices.next();
    }
    at += part.length;
  }
}

/** A file in parts as yauzl reads it: first its end, then what it needs. */
export class PartsReader extends RandomAccessReader {
  private known = { from: 0, bytes: Buffer.alloc(0) };

  /** @param size of the file, in bytes */
  constructor(
    private readonly readPart: ReadPart,
    private readonly size: number,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesOf(this.readPart, start, end), { objectMode: false });
  }

  /** What is near is read along: the directory of a zip file is asked for in 20,000 pieces. */
  override read(...[into, offset, length, position, callback]: Parameters<RandomAccessReader['read']>): void {
    const copy = (bytes: Buffer) => {
      bytes.copy(into, offset);
      callback(null);
    };
    this.bytes(position, length).then(copy, callback);
  }

  private async bytes(from: number, length: number): Promise<Buffer> {
    const isKnown = from >= this.known.from && from + length <= this.known.from + this.known.bytes.length;
    if (!isKnown) {
      const to = Math.max(from + length, Math.min(from + AT_ONCE, this.size));
      this.known = { from, bytes: await buffer(bytesOf(this.readPart, from, to)) };
    }
    const at = from - this.known.from;
    return this.known.bytes.subarray(at, at + length);
  }
}
