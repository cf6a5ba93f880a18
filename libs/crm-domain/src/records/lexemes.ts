import type { Attribute, ObjectSchema } from '../objects/schema.js';
import { uuidToBase62 } from '../values/record-slug.js';
import { itemsOf, type Values } from './document.js';

/** Different words by which one record is found, at most. */
const MAX_LEXEMES = 500;
/**
 * Characters of a record that are looked through for words, at most: a record may hold 2 MiB, and everybody else waits
 * while they are taken apart. Of one character up to 18 come when it is decomposed, which are what counts then.
 */
export const MAX_CHARACTERS = 100_000;
/** What a value counts at least, for being looked at. */
const LEAST_OF_VALUE = 16;
/**
 * At most 128 characters, up to the end of a word where one ends in them. Text is decomposed in such slices, because
 * the time to put marks that stand on one letter in order grows with the square of their number.
 */
const SLICE = /[^]{1,128}(?![\p{L}\p{N}\p{M}])|[^]{1,128}/gu;
const MAX_SLICE_LENGTH = 128;
const ASCII = /^\p{ASCII}*$/u;

/**
 * Words of a record for full text search, each with its object's tag in front, so that one tenant's words never meet
 * another's. The first 500 different ones of its first 100,000 characters, in the order of its attributes.
 */
export function lexemesOf(object: ObjectSchema, vals: Values): string[] {
  const tag = searchTag(object.row.object_id);
  const words = new Set<string>();
  let left = MAX_CHARACTERS;
  for (const attribute of object.attributes) {
    if (!isSearched(attribute)) continue;
    const { valueType: type, attr_no, context } = attribute;
    const textOf = type.search || type.text;
    for (const item of itemsOf(vals, attr_no)) {
      left -= Math.max(LEAST_OF_VALUE, collect(textOf(item, context), left, words));
      if (left <= 0 || words.size >= MAX_LEXEMES) break;
    }
    if (left <= 0 || words.size >= MAX_LEXEMES) break;
  }
  return [...words].slice(0, MAX_LEXEMES).map((word) => tag + word);
}

/** Whether records are found by words in the values of an attribute. */
export function isSearched({ valueType, archived_at }: Attribute): boolean {
  return valueType.search !== false && !archived_at;
}

/** Lower-cased words without accents, as they are indexed and looked up. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  collect(text, MAX_CHARACTERS, { add: (word) => words.push(word) });
  return words;
}

/** Where in a text a word was found, and as how many characters looking for it counts. */
export interface WordPlace {
  /** Undefined where it is not there, or further behind than was looked. */
  place: number | undefined;
  characters: number;
}

/** Looks for the first word that is meant in the first `most` characters of a text, or some more. */
export function placeOfWord(text: string, most: number, isMeant: (word: string) => boolean): WordPlace {
  let characters = 0;
  for (const { 0: slice, index } of text.matchAll(SLICE)) {
    const words: string[] = [];
    characters += collectSlice(slice, { add: (word) => words.push(word) });
    if (words.some(isMeant)) {
      const parts = [...slice.matchAll(/[\p{L}\p{N}\p{M}]+/gu)];
      const place = index + (parts.find(([part]) => wordsOf(part).some(isMeant))?.index ?? 0);
      return { place, characters: Math.max(LEAST_OF_VALUE, characters) };
    }
    if (characters >= most) break;
  }
  return { place: undefined, characters: Math.max(LEAST_OF_VALUE, characters) };
}

/** A short prefix of an object's lexemes; a rare clash does no harm, since rows are filtered by workspace as well. */
export function searchTag(objectId: string): string {
  return `${uuidToBase62(objectId).slice(-6)}:`;
}

/** Adds the words of the first `most` characters of a text, or some more; gives how many characters they are. */
function collect(text: string, most: number, words: { add(word: string): unknown }): number {
  if (text.length <= MAX_SLICE_LENGTH) return collectSlice(text, words);
  let count = 0;
  for (const [slice] of text.matchAll(SLICE)) {
    count += collectSlice(slice, words);
    if (count >= most) break;
  }
  return count;
}

function collectSlice(slice: string, words: { add(word: string): unknown }): number {
  // Most text is plain ASCII, which has no accents and is taken apart three times as fast.
  const isPlain = ASCII.test(slice);
  const folded = isPlain ? slice.toLowerCase() : unaccented(slice);
  const found = folded.match(isPlain ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
  for (const word of found) words.add(word.length > 40 ? word.slice(0, 40) : word);
  return Math.max(slice.length, folded.length);
}

function unaccented(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
