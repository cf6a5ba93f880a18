import { lower } from './condition-sql.js';

/** Accents and points that stand beside letters once these are decomposed. */
const MARKS = [
  ['0300', '036f'],
  ['0591', '05c7'],
  ['064b', '065f'],
  ['1ab0', '1aff'],
  ['1dc0', '1dff'],
  ['20d0', '20ff'],
  ['fe20', 'fe2f'],
]
  .map(([from, to]) => `\\u${from}-\\u${to}`)
  .join('');

/**
 * A text as names and searches are compared: lower case, without accents, and one space for whatever stands between
 * words. Both sides have to go through it. Plain ASCII, which most names are, takes a third of the time.
 */
export function folded(text: string): string {
  const plain = `regexp_replace(lower((${text}) collate "C"), '[^a-z0-9]+', ' ', 'g') collate "C"`;
  const bare = `regexp_replace(${lower(`normalize(${text}, NFKD)`)}, '[${MARKS}]+', '', 'g')`;
  const other = `regexp_replace(${bare}, '[^[:alnum:]]+', ' ', 'g') collate "C"`;
  return `btrim(case octet_length(${text}) when char_length(${text}) then ${plain} else ${other} end)`;
}

/** The same of the text of a search, once for a whole statement. */
export function foldedOnce(put: string): string {
  return `(select ${folded(`${put}::text`)})`;
}

/** The text of a search as a statement may take it. */
export function comparedText(query: string): string {
  return query.replaceAll('\0', ' ').toWellFormed();
}
