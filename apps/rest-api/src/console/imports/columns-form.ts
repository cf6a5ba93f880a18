import {
  COUNTRIES,
  CURRENCY_CODES,
  keyOf,
  type Chosen,
  type FileColumn,
  type ImportChoices,
  type ImportWire,
} from '#crm-domain/writes';
import { html, type Markup } from '../layout/html.js';
import { select } from '../layout/select.js';
import { SPLITS, splitName } from './given-choice.js';
import { counted } from './imports.page.js';

interface ColumnsForm {
  shown: ImportWire;
  choices: ImportChoices;
  /** What was refused before. */
  chosen: Chosen | undefined;
  action: string;
  hidden: Markup;
}

/** Characters of all lists on one page, which is written at once. */
const MOST = 2_000_000;
const DATES: [string, string][] = [
  ['', 'As found in each column'],
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
  ['ymd', 'Year, month, day'],
];
const DECIMALS: [string, string][] = [
  ['', 'As found in each number'],
  ['.', 'Point: 1,234.56'],
  [',', 'Comma: 1.234,56'],
];

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region' });
const COUNTRY_NAMES: [string, string][] = [
  ['', 'Are refused'],
  ...COUNTRIES.map((code): [string, string] => [code, REGIONS.of(code) ?? code]).sort(([, a], [, b]) =>
    a < b ? -1 : 1,
  ),
];
const CURRENCIES: [string, string][] = [
  ['', 'Are refused'],
  ...CURRENCY_CODES.map((code): [string, string] => [code, code]),
];

/** Where each column of a file goes, and how its rows find the records that they update. */
export function columnsForm({ shown, choices, chosen, action, hidden }: ColumnsForm): Markup {
  const { columns = [], mapping, rows } = shown;
  const settings = chosen ?? choices.settings;
  const { asked } = choices;
  if (columns.length * lengthOf(choices) > MOST)
    return html`<p class="problem">
      This file has too many columns, and this object too many attributes, to choose here. Use
      <code>crm import</code> or the REST API for this import.
    </p>`;
  const matches = choices.matches.map(({ slug, title }): [string, string] => [slug, title]);
  return html`<form method="post" action="${action}">
    ${hidden}
    <h2>Columns of ${counted(rows.total, 'row')}</h2>
    ${columns.map((column, at) => field({ column, at, choices, key: chosen?.targets[at] ?? keyOf(mapping, column.name) }))}
    <h2>Rows</h2>
    <div class="fields">
      ${select('match', 'Update records with the same', [['', 'None: each row creates one'], ...matches], chosen?.match ?? mapping?.match)}
      ${select('dates', 'Dates are written', DATES, settings.date_order)}
      ${select('decimal', 'Decimals are written', DECIMALS, settings.decimal)}
      ${asked.split && select('split', 'Several values in a cell', SPLITS, splitName(settings.split))}
      ${asked.currency && select('currency', 'Amounts without a currency', CURRENCIES, settings.currency_code)}
      ${asked.country && select('country', 'Phone numbers without a country', COUNTRY_NAMES, settings.country)}
    </div>
    <label class="check"
      ><input type="checkbox" name="create" value="on" ${settings.create && html`checked`} /> Create the records that
      references name where they are missing</label
    >
    <div class="answers begin">
      <button name="action" value="check">Check all rows, write nothing</button>
      <button name="action" value="run" class="quiet">Import ${counted(rows.total, 'row')}</button>
    </div>
  </form>`;
}

/** Characters of the list for one column. */
function lengthOf({ targets }: ImportChoices): number {
  const options = targets.map(({ key, title }) => html`<option value="${key}">${title}</option>`.text.length);
  return options.reduce((sum, length) => sum + length, 0);
}

interface Field {
  column: FileColumn;
  at: number;
  choices: ImportChoices;
  key: string;
}

function field({ column: { name, samples }, at, choices, key }: Field): Markup {
  const options = choices.targets.map((target): [string, string] => [target.key, target.title]);
  const isKnown = key === '' || options.some(([own]) => own === key);
  const all: [string, string][] = [
    ['', 'Not imported'],
    ...(isKnown ? [] : [[key, key] as [string, string]]),
    ...options,
  ];
  return html`<div class="column">
    ${select(`to-${at}`, name, all, key)}
    <p class="soft small">${samples.length > 0 ? samples.join(' · ') : 'Empty'}</p>
  </div>`;
}
