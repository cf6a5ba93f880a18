/** At the beginning of a cell, what a spreadsheet takes for a formula; and the same after marks that say it is none. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** Such a text with a mark. */
const MARKED = /^'+[=+\-@\t\r]/;
/** A number is no formula, whatever its sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** What some program takes for the end of a cell or trims. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A line of a CSV file (RFC 4180). @param escapesFormulas whether no spreadsheet may run a cell */
export function csvLine(cells: readonly string[], escapesFormulas: boolean): string {
  return `${cells.map((cell) => quoted(escapesFormulas ? escapedFormula(cell) : cell)).join(',')}\r\n`;
}

/** A cell as it was before its formula was escaped; any other as it is. */
export function unescapedFormula(cell: string): string {
  return MARKED.test(cell) ? cell.slice(1) : cell;
}

/**
 * A text that no spreadsheet runs: with `'` in front where it would. What has such a mark already gets another one, so
 * that taking one away always gives the text as it was.
 */
function escapedFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
