/** What JSON may hold. */
export interface JsonLimits {
  /** Levels of arrays and objects within each other. */
  depth: number;
  /**
   * Names and values: an item of an array is one, a member of an object two. An empty array or object counts as two
   * values.
   */
  parts: number;
  /** Names in one object; without it as many as there may be parts. */
  names?: number;
}

/** Names and values of a JSON text, and what is too much of it. */
export interface JsonMeasure {
  /** Up to the first excess. */
  parts: number;
  /** The end of a sentence. */
  excess?: string;
}

/** What is too much of JSON text in UTF-8, as the end of a sentence, or undefined. */
export function jsonExcess(body: Uint8Array, limits: JsonLimits): string | undefined {
  return measureJson(body, limits).excess;
}

/**
 * Counts the parts of JSON text in UTF-8. Read off the bytes in one pass that ends at the first excess, so that nothing
 * deep and nothing of very many parts is ever built.
 */
export function measureJson(body: Uint8Array, { depth, parts, names = parts }: JsonLimits): JsonMeasure {
  /** Names so far in what is open at each level. */
  const named: number[] = [];
  let level = 0;
  let count = 0;
  let inString = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
      continue;
    }
    switch (byte) {
      case 0x22: // "
        inString = true;
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (++level > depth) return { parts: count, excess: `is nested deeper than ${depth} levels` };
        if (++count > parts) return { parts: count, excess: tooMany(parts) };
        named[level] = 0;
        break;
      case 0x2c: // ,
      case 0x3a: // :
        if (byte === 0x3a && ++named[level]! > names)
          return { parts: count, excess: `has more than ${names} names in one object` };
        if (++count > parts) return { parts: count, excess: tooMany(parts) };
        break;
      case 0x7d: // }
      case 0x5d: // ]
        level--;
    }
  }
  return { parts: count };
}

function tooMany(parts: number): string {
  return `holds more than ${parts.toLocaleString('en')} names and values`;
}
