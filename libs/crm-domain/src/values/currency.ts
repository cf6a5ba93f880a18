import currencies from 'currency-codes';
import { field, numberFilter } from './filter.js';
import { byText, indexText } from './keys.js';
import { finiteNumber, fromJson, isObject, object, type Parse } from './parse.js';
import { indexedTextPart, numberPart } from './parts.js';
import { MAX_FIELDS } from './plain-value.js';
import { fieldColumn } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

const EXPECTED = 'a three-letter ISO 4217 code, such as EUR';
/** Codes of ISO 4217. */
export const CURRENCY_CODES: readonly string[] = currencies.codes();
const CODES = new Set(CURRENCY_CODES);

/** By code: a formatter costs more than reading a row does. */
const SYMBOLS = new Map<string, string>();

/**
 * What stands beside amounts, such as $ for USD and CAD; the code where there is nothing shorter. Undefined for what is no
 * currency.
 */
export function symbolOfCurrency(code: string): string | undefined {
  const currency = code.toUpperCase();
  if (!CODES.has(currency)) return undefined;
  const known = SYMBOLS.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const symbol = format.format(0).replace(/[\d.\s]/g, '');
  SYMBOLS.set(currency, symbol);
  return symbol;
}

const currencyCode: Parse<string> = (input, what = 'currency_code') => {
  const code = typeof input === 'string' && /^[a-z]{3}$/i.test(input) ? input.toUpperCase() : '';
  if (!CODES.has(code)) throw new ValueRefusal(`${what} must be ${EXPECTED}.`, EXPECTED);
  return code;
};
const money = object({ currency_value: finiteNumber, currency_code: currencyCode });
const SHAPE = '{"currency_value": 1250.5, "currency_code": "EUR"}';

/** In the words of a refusal: an amount in any currency, or in one. */
const AMOUNT = 'a number, or an object with currency_value and currency_code';

/** A filter may name an amount without its currency. */
function amountAlone(operand: unknown): number | undefined {
  if (typeof operand === 'number' && Number.isFinite(operand)) return operand;
  if (operand === undefined || isObject(operand) || Array.isArray(operand)) return undefined;
  throw new ValueRefusal(`The value must be ${AMOUNT}.`, AMOUNT);
}

const wireSchema = {
  properties: {
    currency_value: { type: 'number' },
    currency_code: { type: 'string', pattern: '^[A-Za-z]{3}$', maxLength: 3 },
  },
  required: ['currency_value', 'currency_code'],
};

type Money = { currency_value: number; currency_code: string };

const currency_code = indexedTextPart<Money, 'currency_code'>('currency_code');

export const currency = defineValueType<Money>({
  type: 'currency',
  several: 'never',
  canBeUnique: false,
  parse: (input) => {
    if (!isObject(input)) throw new ValueRefusal(`The value must be an amount with its currency: ${SHAPE}.`, SHAPE);
    return money(input);
  },
  serialise: ({ currency_value, currency_code }) => ({ currency_value, currency_code }),
  concise: ({ currency_value, currency_code }) => ({ currency_value, currency_code }),
  columns: () => ['currency_value', 'currency_code'],
  reportColumns: () => [
    fieldColumn('currency_value', { type: 'numeric' }),
    fieldColumn('currency_code', { suffix: 'currency' }),
  ],
  compare: (a, b) => byText(a.currency_code, b.currency_code) || a.currency_value - b.currency_value,
  text: (value) => `${value.currency_value} ${value.currency_code}`,
  search: false,
  filter: numberFilter((item) => `(${item} ->> 'currency_value')::float8`, { briefKey: amountAlone }),
  parts: { currency_value: numberPart<Money, 'currency_value'>('currency_value'), currency_code },
  amount: (item) => `(${item} -> 'currency_value')::numeric`,
  unit: field('currency_code'),
  index: (value) => ({ number: value.currency_value, text: indexText(value.currency_code) }),
  fromDefault: fromJson,
  inputSchema: { type: 'object', ...wireSchema, maxProperties: MAX_FIELDS },
  wireSchema,
  examples: [
    { currency_value: 1250.5, currency_code: 'eur' },
    { currency_value: -3.999, currency_code: 'JPY' },
    { currency_value: 0, currency_code: 'USD' },
  ],
  refusals: [
    1250.5,
    { currency_value: 5 },
    { currency_value: '5', currency_code: 'EUR' },
    { currency_value: 5, currency_code: 'EU' },
    { currency_value: 5, currency_code: 'ZZZ' },
    { currency_value: 5, currency_code: 'EUR', amount: 5 },
  ],
});
