import { searchTag, wordsOf } from '../lexemes.js';

/** Words one search may have. */
export const MAX_WORDS = 20;
/** Objects that one search looks in: those that were made first, unless they are named. */
export const MAX_OBJECTS = 100;

/**
 * A tsquery for the records of one object that hold all words of `text`, of the last one its beginning at least.
 * Null when `text` has no word.
 */
export function tsqueryOf(objectId: string, words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const tag = searchTag(objectId);
  const last = words.at(-1)!;
  const whole = new Set(words.slice(0, -1));
  return [...[...whole].map((word) => lexeme(tag + word)), `${lexeme(tag + last)}:*`].join(' & ');
}

/** Words of a search, in the form in which they are indexed. */
export function searchedWords(text: string): string[] {
  return wordsOf(text);
}

/** For the records of one object that hold all words of one of several lists. */
export function eitherWords(objectId: string, lists: readonly (readonly string[])[]): string {
  const tag = searchTag(objectId);
  return lists.map((words) => `(${words.map((word) => lexeme(tag + word)).join(' & ')})`).join(' | ');
}

function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
