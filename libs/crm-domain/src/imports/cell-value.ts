import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import { measureJson } from '#platform';
import type { Attribute } from '../objects/schema.js';
import { symbolOfCurrency } from '../values/currency.js';
import { isObject } from '../values/parse.js';
import { ValueRefusal, type AttributeType, type Json } from '../values/value-type.js';
import type { ColumnMapping, DateOrder } from './import.js';

/** Of values that stand in a cell as JSON. */
const LIMITS = { depth: 8, parts: 5000 };
/** Characters of a text that is read as something else. */
const MAX_READ = 500;

type Options = Omit<ColumnMapping, 'column' | 'attribute'> & {
  /** Spaces and line breaks around a text are part of it, as in a file that an export wrote. */
  isExact?: boolean;
};

const YES = new Set(['true', 'yes', 'y', '1', 'x', 'on', 'checked', 'ja', 'oui', 'si', 'sí']);
const NO = new Set(['false', 'no', 'n', '0', 'off', 'unchecked', 'nein', 'non']);

/** Types of which a cell is more than what the type itself accepts as a text. */
const READERS: Partial<Record<AttributeType, (text: string, options: Options) => Json>> = {
  number: (text, { decimal }) => readNumber(text, decimal),
  checkbox: readFlag,
  date: (text, { date_order }) => readDay(text, date_order),
  timestamp: (text, { date_order }) => readMoment(text, date_order),
  currency: readAmount,
  'phone-number': readPhone,
  location: (text) => ({ line1: text, city: '', state: '', postal_code: '', country: '' }),
};

/** Types of which several columns may hold one value, with all that such a value must have. */
export const PARTS: Partial<Record<AttributeType, { names: readonly string[]; empty: Record<string, Json> }>> = {
  'personal-name': { names: ['first_name', 'last_name'], empty: { first_name: '', last_name: '' } },
  location: {
    names: ['line1', 'line2', 'line3', 'city', 'state', 'postal_code', 'country'],
    empty: { line1: '', city: '', state: '', postal_code: '', country: '' },
  },
  currency: { names: ['currency_value', 'currency_code'], empty: {} },
  'record-reference': { names: ['type', 'id'], empty: {} },
  relationship: { names: ['type', 'id'], empty: {} },
  'actor-reference': { names: ['id'], empty: { type: 'user' } },
};

/** Types of which a value may be a JSON object in its cell, as exports write what has no columns of its own. */
const STRUCTURED = new Set<AttributeType>([
  'location',
  'phone-number',
  'record-reference',
  'relationship',
  'actor-reference',
]);

/**
 * One value of a cell, as a write takes it. What is no text, in NDJSON, is taken as it stands.
 *
 * @throws ValueRefusal
 */
export function cellValue(attribute: Attribute, cell: Json, options: Options): Json {
  const structured = STRUCTURED.has(attribute.type) && options.match === undefined ? objectIn(cell) : undefined;
  if (structured) return structured;
  if (attribute.valueType.target) return reference(cell, options);
  if (typeof cell !== 'string') return cell;
  const text = attribute.type === 'text' && options.isExact ? cell : cell.trim();
  const read = READERS[attribute.type];
  if (!read) return text;
  if (text.length > MAX_READ) throw new ValueRefusal(`A value of this type has at most ${MAX_READ} characters.`);
  return read(text, options);
}

/** A part of a value, as its type takes it. @throws ValueRefusal */
export function cellPart(part: string, cell: Json, { decimal }: Options): Json {
  if (part !== 'currency_value' || typeof cell !== 'string') return cell;
  return readNumber(cell.trim().slice(0, MAX_READ), decimal);
}

/** What a cell means as JSON; undefined where it is none, or more than any values of an attribute. */
export function parsed(text: string): unknown {
  if (measureJson(Buffer.from(text), LIMITS).excess) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectIn(cell: Json): Json | undefined {
  const read = typeof cell === 'string' && cell.startsWith('{') ? parsed(cell) : undefined;
  return isObject(read) ? (read as Json) : undefined;
}

function reference(cell: Json, { match, create = false }: Options): Json {
  const bare = typeof cell === 'string' ? cell.trim() : cell;
  if (match !== undefined) return { match: { [match]: bare }, ...(create && { create }) };
  return typeof bare === 'string' ? { id: bare } : bare;
}

/** @param decimal without it, the last of a point and a comma is before the decimals if both are there */
function readNumber(text: string, decimal?: '.' | ','): number {
  const bare = text.replace(/[\s'’]/g, '');
  const before = decimal ?? (bare.lastIndexOf(',') > bare.lastIndexOf('.') && bare.includes('.') ? ',' : '.');
  const thousands = before === '.' ? ',' : '.';
  const groups = bare.split(before === '.' ? /\.(?=\d*$)/ : /,(?=\d*$)/);
  const grouped = new RegExp(`^[-+]?\\d{1,3}(\\${thousands}\\d{3})+$`);
  const whole = grouped.test(groups[0]!) ? groups[0]!.replaceAll(thousands, '') : groups[0]!;
  const plain = [whole, ...groups.slice(1)].join('.');
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  if (Number.isFinite(value)) return value;
  throw new ValueRefusal(`"${text.slice(0, 50)}" is not a number.`, 'a number');
}

function readFlag(text: string): boolean {
  const said = text.toLowerCase();
  if (YES.has(said)) return true;
  if (NO.has(said)) return false;
  throw new ValueRefusal(`"${text.slice(0, 50)}" is neither yes nor no.`, 'yes or no, true or false, 1 or 0');
}

const WRITTEN_DAY = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/;

/** @param order without it, only a date that begins with the year is taken */
function readDay(text: string, order?: DateOrder): string {
  const [, first = '', second = '', third = ''] = WRITTEN_DAY.exec(text.replace(/[T ].*$/, '')) ?? [];
  const isYearFirst = first.length === 4;
  if (first !== '' && (order !== undefined || isYearFirst)) {
    const [year, month, day] = isYearFirst ? [first, second, third] : inOrder([first, second, third], order!);
    return [(year.length === 2 ? `20${year}` : year).padStart(4, '0'), pad(month), pad(day)].join('-');
  }
  const expected = 'a date as YYYY-MM-DD, or date_order in the mapping';
  throw new ValueRefusal(`"${text.slice(0, 50)}" is not a date in a known order.`, expected);
}

function inOrder([a, b, c]: readonly [string, string, string], order: DateOrder): [string, string, string] {
  if (order === 'dmy') return [c, b, a];
  return order === 'mdy' ? [c, a, b] : [a, b, c];
}

function pad(number: string): string {
  return number.padStart(2, '0');
}

const TIME = /[T ](\d{1,2}):(\d\d)(:\d\d(\.\d+)?)?\s*(am|pm)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/** A moment without an offset is one of UTC. */
function readMoment(text: string, order?: DateOrder): string {
  const [, hours = '0', minutes = '00', seconds = ':00', , half, offset] = TIME.exec(text) ?? [];
  if (/[T ]/.test(text) && !TIME.test(text)) throw new ValueRefusal(`"${text.slice(0, 50)}" is not a moment.`);
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours);
  const zone = !offset || /^(z|utc)$/i.test(offset) ? 'Z' : offset.replace(/(\d\d):?(\d\d)$/, '$1:$2');
  return `${readDay(text, order)}T${pad(String(hour))}:${minutes}${seconds}${zone}`;
}

const SYMBOLS: Record<string, string> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', $: 'USD' };

/** What a cell says of the currency goes before what the mapping says. */
function readAmount(text: string, { decimal, currency_code: given }: Options): Json {
  const said = /[A-Za-z]{3}/.exec(text)?.[0].toUpperCase();
  const symbol = /[€£¥₹$]/.exec(text)?.[0];
  const code = said ?? (symbol ? meaning(symbol, given) : given);
  if (code === undefined) {
    const expected = 'an amount with its currency, or currency_code in the mapping';
    throw new ValueRefusal(`"${text.slice(0, 50)}" names no currency.`, expected);
  }
  return { currency_value: readNumber(text.replace(/[A-Za-z]{3}|[€£¥₹$]/g, ''), decimal), currency_code: code };
}

/** Several currencies have the same symbol: the one of the mapping goes first, where it is one of them. */
function meaning(symbol: string, given: string | undefined): string | undefined {
  return given !== undefined && symbolOfCurrency(given) === symbol ? given : SYMBOLS[symbol];
}

/** Of a number that begins with 0 or without a calling code, the given country says which number it is. */
function readPhone(text: string, { country }: Options): Json {
  const bare = text.replace(/^00/, '+');
  const isWhole = bare.startsWith('+') || country === undefined;
  return (isWhole ? bare : parsePhoneNumberFromString(bare, country.toUpperCase() as CountryCode)?.number) ?? bare;
}
