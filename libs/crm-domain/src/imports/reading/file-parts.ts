import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import { DomainError } from '../../errors.js';
import { PART_BYTES } from '../import.js';

/** Bytes that are worked on at once. */
const AT_ONCE = 64 * 1024;

/** Gives bytes of a part of a file; undefined where there is none. */
export type ReadPart = (partNo: number, from: number, length: number) => Promise<Buffer | undefined>;

/** The bytes of a file from one place to before another, in small pieces. */
export async function* bytesOf(read: ReadPart, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const start = at % PART_BYTES;
    const part = await read(Math.floor(at / PART_BYTES) + 1, start, Math.min(PART_BYTES - start, to - at));
    if (!part || part.length === 0) throw new DomainError('validation', 'A part of the file is missing.');
    for (let place = 0; place < part.length; place += AT_ONCE) yield part.subarray(place, place + AT_ONCE);
    at += part.length;
  }
}

/** A file in parts as yauzl reads it: first its end, then what it needs. */
export class PartsReader extends RandomAccessReader {
  constructor(private readonly readPart: ReadPart) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesOf(this.readPart, start, end), { objectMode: false });
  }
}
