import { encodeHTML } from 'entities';

/** Keyboards have the first; programs and people put one of the others in its place. */
const APOSTROPHES = [..."'’‘ʼ´`"];
/** Code points of what divides words: a tab, ends of lines, and blanks of several widths. */
const BLANKS = [9, 10, 13, 32, 160, 8194, 8195, 8201, 8239];

/** Code points of dashes and dots, and of what is not seen at all: telephones put some of them around numbers. */
const DASHES = [183, 8208, 8209, 8210, 8211, 8212, 8722];
const DIVIDERS = '\\s()._·\\/\\u00ad\\u2010-\\u2015\\u2212\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff-';

/** How a text may be written. Regular expressions for JavaScript, and those of `LOOSE` for Postgres as well. */
export interface Forms {
  /** One character that is neither a letter nor a digit of ASCII. */
  character(character: string): string;
  /** A blank or several, within a name. */
  blanks: string;
  /** What may stand between two digits of a number, or nothing. */
  betweenDigits: string;
  /** One quote, also with backslashes or doubled, as JSON and a row of Postgres write it. */
  quotes: string;
}

/** A blank, also as HTML and links write it. */
export const BLANK = `(?:\\s|%20|\\+|&(?:nbsp|ensp|emsp|thinsp);|${BLANKS.map(numbered).join('|')})`;

/** One character between digits. */
export const DIVIDER = `(?:[${DIVIDERS}]|%20|%c2%a0|&(?:nbsp|ensp|emsp|thinsp|ndash|mdash|middot|shy);|${[...BLANKS, ...DASHES].map(numbered).join('|')})`;

/** As it is, or as a reference of HTML (`&#39;`, `&uuml;`), or as the bytes of a link (`%40`). */
export const EXACT: Forms = {
  character: (character) => {
    const encoded = sameAs(character).flatMap((each) => [
      escaped(encodeHTML(each)),
      escaped(inBytes(each)),
      [...each].map((one) => `(?:${numbered(one.codePointAt(0)!)})`).join(''),
    ]);
    return `(?:${[...asTheyAre(character), ...new Set(encoded)].join('|')})`;
  },
  blanks: `${BLANK}{1,16}`,
  betweenDigits: `${DIVIDER}{0,4}`,
  quotes: `(?:["\\\\]|&quot;|${numbered(34)})+`,
};

/** Of a longer text Postgres looks for as many characters alone. */
export const MOST_LOOSE = 20;

/**
 * Finds all that `EXACT` does and more: Postgres takes seconds, or all memory, for expressions that say everything, and
 * for counted repetitions of alternatives.
 */
export const LOOSE: Forms = {
  character: (character) =>
    /\p{ASCII}/u.test(character) ? '.{1,9}' : `(?:${[...asTheyAre(character), '[&%].{1,9}'].join('|')})`,
  blanks: '(?:\\W|\\w{2,6};|20)+',
  betweenDigits: '(?:[^0-9a-z]|&[#0-9a-z]+;|%[0-9a-z][0-9a-z])*',
  quotes: '(?:["\\\\]|&.{1,9})+',
};

/** A text without blanks: letters beyond ASCII in both cases, because a database may know those of ASCII alone. */
export function written(text: string, { character }: Forms): string {
  return [...text.normalize('NFC')].map((each) => (/[a-z\d]/i.test(each) ? each : character(each))).join('');
}

function asTheyAre(character: string): string[] {
  return [...new Set(sameAs(character).flatMap((each) => [each, each.normalize('NFD')]))].map(escaped);
}

function sameAs(character: string): string[] {
  return APOSTROPHES.includes(character)
    ? APOSTROPHES
    : [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
}

function inBytes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function numbered(code: number): string {
  return `&#0*${code};|&#x0*${code.toString(16)};`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
