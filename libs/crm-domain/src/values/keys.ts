import { createHash } from 'node:crypto';

const INDEXED_CHARACTERS = 64;
const MAX_UNIQUE_KEY_LENGTH = 512;

/** Order by code units: total, and the same on every machine. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The first `count` code points, so that no surrogate pair is cut in half. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  return [...text.slice(0, 2 * count)].slice(0, count).join('');
}

/** The text under which a value is found: lower-cased, 64 characters. Filters put their operand through it too. */
export function indexText(text: string): string {
  return firstCharacters(firstCharacters(text, INDEXED_CHARACTERS).toLowerCase(), INDEXED_CHARACTERS);
}

/** The text under which a value is unique; long ones are hashed to fit an index row. */
export function uniqueText(text: string): string {
  if (text.length <= MAX_UNIQUE_KEY_LENGTH) return text;
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Whether a text may be indexed as another one is: its end is cut off. */
export function isCut(indexed: string): boolean {
  return indexed.length >= INDEXED_CHARACTERS;
}
