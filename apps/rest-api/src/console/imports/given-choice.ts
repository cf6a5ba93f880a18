import { COUNTRIES, CURRENCY_CODES, DATE_ORDERS, MAX_COLUMNS, type Chosen } from '#crm-domain/writes';

/** Characters of what one field of the form may hold: two slugs and what stands between them. */
const MAX_CHOICE = 200;

/** What may stand between several values in a cell, by its name in the form; null where a cell holds one value. */
const SPLIT_BY: Record<string, string | null> = {
  semicolon: ';',
  comma: ',',
  bar: '|',
  slash: '/',
  line: '\n',
  none: null,
};

/** The choices of the form. */
export const SPLITS: [string, string][] = [
  ['', 'As found in each column'],
  ['semicolon', 'Divided by semicolons'],
  ['comma', 'Divided by commas'],
  ['bar', 'Divided by vertical bars'],
  ['slash', 'Divided by slashes'],
  ['line', 'Divided by line breaks'],
  ['none', 'A cell holds one value'],
];

/** The name of what was chosen; an empty text where that is not among the choices. */
export function splitName(split: string | null | undefined): string {
  return Object.keys(SPLIT_BY).find((name) => SPLIT_BY[name] === split) ?? '';
}

/** What the form for the columns of a file was sent with. */
export function chosenIn(body: Record<string, string | undefined>): Chosen {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name].slice(0, MAX_CHOICE) : '');
  const { decimal } = body;
  return {
    match: text('match'),
    targets: Array.from({ length: MAX_COLUMNS }, (_, at) => text(`to-${at}`)),
    date_order: DATE_ORDERS.find((order) => order === body.dates),
    decimal: decimal === '.' || decimal === ',' ? decimal : undefined,
    split: Object.hasOwn(SPLIT_BY, text('split')) ? SPLIT_BY[text('split')] : undefined,
    currency_code: CURRENCY_CODES.find((code) => code === body.currency),
    country: COUNTRIES.find((code) => code === body.country),
    create: body.create === 'on',
  };
}
