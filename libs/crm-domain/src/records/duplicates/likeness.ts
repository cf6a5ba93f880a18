import { firstCharacters } from '../../values/keys.js';
import { wordsOf } from '../lexemes.js';

/** From here on two names count as similar. */
export const SIMILAR = 0.8;

/** What a word counts that is the first letter of another one. */
const INITIAL = 0.9;
/** What the same letters count, with other spaces. */
const JOINED = 0.95;
/** What each word costs that only the longer name has: more where the names have but one word in common. */
const EXTRA = 0.05;
const EXTRA_BESIDE_ONE = 0.15;
const MAX_WORDS = 6;
/** Characters of a name that are looked at. */
const MAX_CHARACTERS = 300;

/** Legal forms, titles and small words, which do not say who is meant. */
const EMPTY = new Set(
  `inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag kg ohg ug sa sas sarl srl spa bv nv
  oy ab as aps pty the and und et mr mrs ms miss dr prof herr frau`.split(/\s+/),
);

/** The words by which a name is compared: lower-cased, without accents, at most six. */
export function nameWords(name: string): string[] {
  const words = wordsOf(firstCharacters(name, MAX_CHARACTERS));
  const telling = words.filter((word) => !EMPTY.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

/**
 * How similar two names are, from 0 to 1: 1 for the same words in any order. Each word of the shorter name needs a word
 * of the other one that is the same, or the same but for a typing error, or that it abbreviates to an initial.
 */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === 0) return 0;
  if (short.join('') === long.join('')) return short.length === long.length ? 1 : JOINED;
  const left = [...long];
  let sum = 0;
  let whole = 0;
  // Words that are equal find each other first, so that none is taken by one that is only similar.
  for (const word of [...short].sort((a, b) => Number(long.includes(b)) - Number(long.includes(a)))) {
    const scores = left.map((each) => wordLikeness(word, each));
    const best = Math.max(0, ...scores);
    if (best === 0) return 0;
    const [taken] = left.splice(scores.indexOf(best), 1);
    if (word.length > 1 && taken!.length > 1) whole++;
    sum += best;
  }
  // Two names that share nothing but initials may be anybody's.
  if (whole === 0) return short.join() === long.join() ? 1 : 0;
  const extra = short.length > 1 ? EXTRA : EXTRA_BESIDE_ONE;
  return Math.max(0, sum / short.length - extra * left.length);
}

function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? INITIAL : 0;
  const longer = Math.max(one.length, other.length);
  const edits = editsBetween(one, other, allowedEdits(longer));
  return edits === undefined ? 0 : 1 - edits / longer;
}

/** Short words are often one letter apart and yet different ones. */
function allowedEdits(length: number): number {
  if (length < 4) return 0;
  return length < 9 ? 1 : 2;
}

/** Letters to insert, remove, replace or swap with their neighbour until the words agree; undefined if over `most`. */
function editsBetween(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined;
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = Array<number>(other.length + 1).fill(most + 1);
    if (i <= most) row[0] = i;
    // Places that are further apart than that cost more.
    for (let j = Math.max(1, i - most); j <= Math.min(other.length, i + most); j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) least = Math.min(least, before[j - 2]! + 1);
      row[j] = least;
    }
    if (Math.min(...row) > most) return undefined;
    [before, last] = [last, row];
  }
  return last[other.length]! <= most ? last[other.length] : undefined;
}
