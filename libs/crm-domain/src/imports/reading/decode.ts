import { TextDecoder } from 'node:util';
import { DomainError } from '../../errors.js';
import type { Encoding, FoundInFile } from '../import.js';

/** What a file is in that is not UTF-8 and says nothing: what Excel writes in western Europe and America. */
const FALLBACK: Encoding = 'windows-1252';

/**
 * The text of a file. Its encoding is the given one, or that of its byte order mark. Otherwise the first byte that is
 * not ASCII decides: it begins a character of UTF-8, or the file is in windows-1252. `found` says then which it is.
 *
 * @throws DomainError validation where the bytes are not of the encoding
 */
export async function* decode(
  bytes: AsyncIterable<Buffer>,
  found: Pick<FoundInFile, 'encoding'>,
  given?: Encoding,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  let place = 0;
  for await (const chunk of bytes) {
    const label: Encoding | undefined = decoder ? undefined : (isFirst && markOf(chunk)) || given || guess(chunk);
    if (label) decoder = new TextDecoder(label, { fatal: true });
    found.encoding = label ?? found.encoding ?? 'utf-8';
    yield text(decoder, chunk, place);
    isFirst = false;
    place += chunk.length;
  }
  if (decoder) yield text(decoder, undefined, place);
}

function text(decoder: TextDecoder | undefined, chunk: Buffer | undefined, place: number): string {
  if (!decoder) return chunk?.toString('latin1') ?? '';
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    const message = `The file is not in ${decoder.encoding} (behind byte ${place}). Say which encoding it is in, and have it read again.`;
    throw new DomainError('validation', message);
  }
}

function markOf(chunk: Buffer): Encoding | undefined {
  const [first, second, third] = chunk;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // A file begins with a letter, whose other byte is 0.
  if (first !== undefined && second === 0) return 'utf-16le';
  return first === 0 ? 'utf-16be' : undefined;
}

/** Undefined while there is nothing but ASCII, which is the same in all of these. */
function guess(chunk: Buffer): Encoding | undefined {
  const at = chunk.findIndex((byte) => byte > 127);
  if (at < 0) return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk.subarray(at), { stream: true });
    return 'utf-8';
  } catch {
    return FALLBACK;
  }
}
