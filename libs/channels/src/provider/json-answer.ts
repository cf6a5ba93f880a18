import { jsonExcess } from '#platform';

/**
 * What a provider's answers hold at most: a page of conversations has some thousand parts. Judging more takes seconds
 * and memory.
 */
const DEPTH = 64;
const PARTS = 50_000;

/** The JSON of an answer's body. `excess` tells of one that was not read whole: too many bytes, levels or parts. */
export interface JsonAnswer {
  body: unknown;
  excess: boolean;
}

/**
 * Reads a body as JSON, undefined where it is none.
 * @param maxBytes more are not read
 * @param maxParts of names and values; more are not judged
 * @throws what the connection throws when it breaks
 */
export async function readJson(
  chunksOf: AsyncIterable<Buffer>,
  maxBytes: number,
  maxParts = PARTS,
): Promise<JsonAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf) {
    size += chunk.byteLength;
    if (size > maxBytes) return { body: undefined, excess: true };
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (jsonExcess(bytes, { depth: DEPTH, parts: maxParts })) return { body: undefined, excess: true };
  try {
    // This decoder leaves a byte order mark out, of which JSON.parse would make an error.
    return { body: JSON.parse(new TextDecoder().decode(bytes)), excess: false };
  } catch {
    return { body: undefined, excess: false };
  }
}
