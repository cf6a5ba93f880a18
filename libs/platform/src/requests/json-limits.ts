/** What JSON may hold. */
export interface JsonLimits {
  /** Levels of arrays and objects within each other. */
  depth: number;
  /** Names and values: an item of an array is one, a member of an object two. An empty array or object counts as two values. */
  parts: number;
}

/**
 * What is too much of JSON text in UTF-8, as the end of a sentence, or undefined. Read off the bytes in one pass that
 * ends at the first excess, so that nothing deep and nothing of very many parts is ever built.
 */
export function jsonExcess(body: Uint8Array, { depth, parts }: JsonLimits): string | undefined {
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
        if (++level > depth) return `is nested deeper than ${depth} levels`;
        if (++count > parts) return tooMany(parts);
        break;
      case 0x2c: // ,
      case 0x3a: // :
        if (++count > parts) return tooMany(parts);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        level--;
    }
  }
  return undefined;
}

function tooMany(parts: number): string {
  return `holds more than ${parts.toLocaleString('en')} names and values`;
}
