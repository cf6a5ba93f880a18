import type { Issue } from '../../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { IndexTable, Operator } from '../../values/filter.js';
import { firstCharacters } from '../../values/keys.js';
import { recordIdOf } from '../../values/record-slug.js';
import { ValueRefusal } from '../../values/value-type.js';
import type { Bound, Condition, KeysCondition, LeafCondition, RangeCondition, Subject } from './condition.js';
import {
  INDEXED_CHARACTERS,
  afterPrefix,
  parseOperand,
  readOperand,
  readPart,
  readSpan,
  type Span,
} from './operand.js';
import { displayTextOf, findNamed, unknownName, type Named } from './subject.js';
import { MAX_OPERANDS, countCost, type FilterCost } from './filter-cost.js';
import type { Asking } from './asking.js';

/** One condition of a query as it is sent. */
export interface FilterInput {
  attribute: string;
  operator: string;
  value?: unknown;
  match?: string;
}

/** What conditions may speak of. */
export interface Scope {
  object: ObjectSchema;
  /** Left out where nothing leads to other records or to columns, as when a record is judged by its values alone. */
  schema?: WorkspaceSchema;
  asking?: Asking;
}

/** How many of several values have to meet a condition. */
export const MATCHES = ['any', 'all', 'none'] as const;

/** Turns one condition into what is looked up; what is wrong with it goes into `issues`. */
export function parseFilter(
  scope: Scope,
  filter: FilterInput,
  at: { path: string; issues: Issue[]; cost?: FilterCost },
): Condition | undefined {
  const { object, schema } = scope;
  const found = findNamed(object, filter.attribute, schema);
  const named =
    found && schema && isByText(found, filter) ? (displayTextOf(found.subjects[0]!, schema) ?? found) : found;
  const refuse = (field: string, issue: Omit<Issue, 'path'>) =>
    void at.issues.push({ path: `${at.path}.${field}`, ...issue });
  if (!named || (!schema && named.subjects[0]!.column))
    return refuse('attribute', unknownName(object, filter.attribute, schema));
  const tooFar = at.cost && countCost(at.cost, named, filter.value);
  if (tooFar) return refuse('attribute', tooFar);
  const operators = named.subjects[0]!.valueType.filter.operators;
  const operator = operators.find((each) => each === filter.operator);
  if (!operator || named.subjects.some((each) => !each.valueType.filter.operators.includes(operator))) {
    const message = `An attribute of type ${named.subjects[0]!.type} does not support this operator.`;
    return refuse('operator', { message, expected: 'an operator of this type', allowed: operators });
  }
  const match = MATCHES.find((each) => each === (filter.match ?? 'any'));
  if (!match) return refuse('match', { message: 'Expected any, all or none.', expected: 'a match', allowed: MATCHES });
  try {
    const judged = { operator, value: filter.value, match, asking: scope.asking };
    return judge(named, judged);
  } catch (refusal) {
    if (!(refusal instanceof ValueRefusal)) throw refusal;
    const { message, expected, allowed } = refusal;
    return refuse('value', { message, expected, allowed });
  }
}

const OF_TEXT = ['starts_with', 'ends_with', 'contains'];
const OF_EQUALS = ['eq', 'not_eq', 'in', 'not_in'];

/** Whether a reference is held against the display text of its record, in place of the record itself. */
function isByText({ steps, subjects: [subject] }: Named, { operator, value }: FilterInput): boolean {
  if (steps.length > 0 || !subject!.valueType.target || subject!.column) return false;
  if (!OF_EQUALS.includes(operator)) return OF_TEXT.includes(operator);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.length > 0 && values.every((each) => typeof each === 'string' && recordIdOf(each) === undefined);
}

interface Judged {
  operator: Operator;
  value: unknown;
  match: (typeof MATCHES)[number];
  asking: Asking | undefined;
}

/** Operators that hold where another one does not, a missing value included. */
const NEGATED: Partial<Record<Operator, Operator>> = { not_eq: 'eq', not_in: 'in' };

function judge({ steps, subjects }: Named, { operator, value, match, asking }: Judged): Condition {
  /** That it holds of the record itself, or of one to which one of the steps leads. */
  const there = (what: (subject: Subject) => Condition): Condition => {
    const found = subjects.map((subject, at): Condition => {
      const step = steps[at];
      return step ? { kind: 'related', ...step, of: what(subject) } : what(subject);
    });
    return group('or', found);
  };
  const filled = (attribute: Subject): Condition => ({ kind: 'filled', attribute, filled: true });
  if (operator === 'is_empty' || operator === 'is_not_empty') {
    if (value !== undefined && value !== null) throw new ValueRefusal('This operator takes no value.', 'no value');
    if (operator === 'is_not_empty') return there(filled);
    return steps.length > 0 ? not(there(filled)) : { kind: 'filled', attribute: subjects[0]!, filled: false };
  }
  const base = (subject: Subject) => JUDGES[NEGATED[operator] ?? operator]!(subject, value, { operator, asking });
  const others = (subject: Subject) => othersOf(base(subject));
  const found = match === 'all' ? group('and', [there(filled), not(there(others))]) : there(base);
  return (match === 'none') === (NEGATED[operator] !== undefined) ? found : not(found);
}

export function not(of: Condition): Condition {
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}

export function group(kind: 'and' | 'or', of: readonly Condition[]): Condition {
  return of.length === 1 ? of[0]! : { kind, of };
}

type Base = Exclude<LeafCondition, { kind: 'filled' }> | { kind: 'and'; of: Base[] };

/** That a value does not meet the condition. */
function othersOf(base: Base): Condition {
  return base.kind === 'and' ? group('or', base.of.map(othersOf)) : { kind: 'others', of: base };
}

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

const JUDGES: Partial<Record<Operator, Judge>> = {
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
