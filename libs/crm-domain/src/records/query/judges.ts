import type { IndexTable, Operator } from '../../values/filter.js';
import { firstCharacters } from '../../values/keys.js';
import { ValueRefusal } from '../../values/value-type.js';
import type { Asking } from './asking.js';
import type { Bound, KeysCondition, LeafCondition, RangeCondition, Subject } from './condition.js';
import { MAX_OPERANDS } from './filter-cost.js';
import {
  INDEXED_CHARACTERS,
  afterPrefix,
  parseOperand,
  readOperand,
  readPart,
  readSpan,
  type Span,
} from './operand.js';

/** What has to hold of one value of a subject. */
export type Base = Exclude<LeafCondition, { kind: 'filled' }> | { kind: 'and'; of: Base[] };

/** Turns an operand into what is looked up. @throws ValueRefusal where it is none of the subject's type */
type Judge = (attribute: Subject, value: unknown, how: { operator: Operator; asking: Asking | undefined }) => Base;

function rangeOf(attribute: Subject, from: Bound | null, to: Bound | null): RangeCondition {
  return { kind: 'range', attribute, table: 'number', beginning: null, from, to };
}

/** Amounts of another currency are neither more nor less. */
function ofCurrency(attribute: Subject, base: RangeCondition, code: string | undefined): Base {
  if (code === undefined) return base;
  const { parts } = attribute.valueType;
  const currency: Subject = { ...attribute, valueType: { ...attribute.valueType, ...parts!.currency_code } };
  return { kind: 'and', of: [base, { kind: 'keys', attribute: currency, table: 'text', keys: [code], exact: null }] };
}

const bound: Judge = (attribute, value, { operator, asking }) => {
  const span = readSpan(attribute, value, asking);
  const { low, high, code } = span;
  const from = { gt: high === undefined ? { v: low, included: false } : { v: high, included: true }, gte: floor(span) };
  const to = { lt: { v: low, included: false }, lte: ceiling(span) };
  const range = rangeOf(
    attribute,
    operator === 'gt' || operator === 'gte' ? from[operator] : null,
    operator === 'lt' || operator === 'lte' ? to[operator] : null,
  );
  return ofCurrency(attribute, range, code);
};

const floor = ({ low }: Span): Bound => ({ v: low, included: true });
const ceiling = ({ low, high }: Span): Bound =>
  high === undefined ? { v: low, included: true } : { v: high, included: false };

const between: Judge = (attribute, value, { asking }) => {
  const expected = 'an array of two values, the least and the greatest';
  if (!Array.isArray(value) || value.length !== 2) throw new ValueRefusal(`The value must be ${expected}.`, expected);
  const [from, to] = value.map((each) => readSpan(attribute, each, asking)) as [Span, Span];
  if (from.code !== to.code) throw new ValueRefusal('Both amounts must be of one currency, or of none.', expected);
  return ofCurrency(attribute, rangeOf(attribute, floor(from), ceiling(to)), from.code);
};

/** By operators that do not hold where another one does. */
export const JUDGES: Partial<Record<Operator, Judge>> = {
  eq: (attribute, value, { asking }) => {
    const { filter } = attribute.valueType;
    if (Array.isArray(value) && filter.table)
      throw new ValueRefusal('This operator takes one value; for several use in or not_in.', 'one value');
    if (!filter.table) return { kind: 'value', attribute, value: parseOperand(attribute, value) };
    if (filter.table === 'number' && filter.ofDay && asking) {
      const span = readSpan(attribute, value, asking);
      if (span.high !== undefined) return rangeOf(attribute, floor(span), ceiling(span));
    }
    return keys(attribute, filter.table, [value], asking);
  },
  in: (attribute, value, { asking }) => {
    const { table } = attribute.valueType.filter;
    const expected = `an array of 1 to ${MAX_OPERANDS} values`;
    const fits = Array.isArray(value) && value.length >= 1 && value.length <= MAX_OPERANDS;
    if (!table || !fits) throw new ValueRefusal(`The value must be ${expected}.`, expected);
    if (asking) refuseDays(attribute, value, asking);
    return keys(attribute, table, value, asking);
  },
  lt: bound,
  lte: bound,
  gt: bound,
  gte: bound,
  between,
  starts_with: (attribute, value) => {
    const given = readPart(attribute, value);
    const v = firstCharacters(given, INDEXED_CHARACTERS);
    const end = afterPrefix(v);
    const to = end === null ? null : { v: end, included: false };
    const beginning = v === given ? null : given;
    return { kind: 'range', attribute, table: 'text', from: { v, included: true }, to, beginning };
  },
  ends_with: (attribute, value) => ({ kind: 'end', attribute, end: readPart(attribute, value, INDEXED_CHARACTERS) }),
  contains: (attribute, value) => ({
    kind: 'part',
    attribute,
    table: 'text',
    part: readPart(attribute, value, INDEXED_CHARACTERS),
  }),
};

/** @throws ValueRefusal for operands that stand for more than one moment, which no key does */
function refuseDays(attribute: Subject, inputs: unknown[], asking: Asking): void {
  const { filter } = attribute.valueType;
  if (filter.table !== 'number' || !filter.ofDay) return;
  if (inputs.some((each) => readSpan(attribute, each, asking).high !== undefined))
    throw new ValueRefusal(
      'in and not_in take exact values. For relative dates and whole days use eq or between, several of them in {"or": [...]}.',
      'exact values',
    );
}

function keys(attribute: Subject, table: IndexTable, inputs: unknown[], asking: Asking | undefined): KeysCondition {
  const given = attribute.valueType.member && asking ? inputs.map((each) => asking.member(each)) : inputs;
  const operands = given.map((input) => readOperand(attribute, table, input));
  const exact = operands.flatMap((operand) => (operand.exact === null ? [] : [operand.exact]));
  if (table === 'number' && exact.length > 0 && exact.length < operands.length) {
    throw new ValueRefusal('Use either only amounts or only amounts with a currency.', 'values of one kind');
  }
  // Once one text has to be compared in full all are, which changes nothing for the short ones.
  const values = exact.length > 0 ? given.map((input) => parseOperand(attribute, input)) : null;
  return { kind: 'keys', attribute, table, keys: [...new Set(operands.map((operand) => operand.v))], exact: values };
}
