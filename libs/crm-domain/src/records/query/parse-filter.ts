import type { Issue } from '../../errors.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { IndexTable, Operator } from '../../values/filter.js';
import { firstCharacters } from '../../values/keys.js';
import { ValueRefusal } from '../../values/value-type.js';
import type { Bound, Condition, KeysCondition, RangeCondition } from './condition.js';
import { INDEXED_CHARACTERS, afterPrefix, parseOperand, readOperand, readPart } from './operand.js';

/** One condition of a query as it is sent. */
export interface FilterInput {
  attribute: string;
  operator: string;
  value?: unknown;
}

const MAX_OPERANDS = 50;
const MAX_LISTED = 50;

const NO_TIMES =
  'Records cannot be filtered by the time of creation or of the last change. Use GET /v1/events to get changes, or sort by created_at.';

/** Turns one condition into what is looked up; what is wrong with it goes into `issues`. */
export function parseFilter(
  object: ObjectSchema,
  filter: FilterInput,
  at: { path: string; issues: Issue[] },
): Condition[] {
  const attribute = object.find(filter.attribute);
  if (!attribute) {
    const unknown = unknownAttribute(object, object.attributes);
    const isTime = filter.attribute === 'created_at' || filter.attribute === 'updated_at';
    const message = isTime ? NO_TIMES : unknown.message;
    at.issues.push({ path: `${at.path}.attribute`, ...unknown, message });
    return [];
  }
  const { operators } = attribute.valueType.filter;
  const operator = operators.find((each) => each === filter.operator);
  if (!operator) {
    const message = `An attribute of type ${attribute.type} does not support this operator.`;
    at.issues.push({ path: `${at.path}.operator`, message, expected: 'an operator of this type', allowed: operators });
    return [];
  }
  try {
    return JUDGES[operator](attribute, filter.value, operator);
  } catch (refusal) {
    if (!(refusal instanceof ValueRefusal)) throw refusal;
    const { message, expected, allowed } = refusal;
    at.issues.push({ path: `${at.path}.value`, message, expected, allowed });
    return [];
  }
}

/** What is wrong with a name that is none of `allowed`. */
export function unknownAttribute(object: ObjectSchema, allowed: readonly Attribute[]): Omit<Issue, 'path'> {
  return {
    message: `The object "${object.row.slug}" has no such attribute.`,
    expected: 'slug or id of an attribute',
    allowed: allowed
      .filter((each) => !each.archived_at)
      .slice(0, MAX_LISTED)
      .map((each) => each.slug),
  };
}

type Judge = (attribute: Attribute, value: unknown, operator: Operator) => Condition[];

const bound: Judge = (attribute, value, operator) => {
  const { v, text } = readOperand(attribute, 'number', value);
  const edge: Bound = { v, included: operator.endsWith('e') };
  const range: RangeCondition = {
    kind: 'range',
    attribute,
    table: 'number',
    beginning: null,
    from: operator.startsWith('g') ? edge : null,
    to: operator.startsWith('l') ? edge : null,
  };
  // Amounts of another currency are neither more nor less.
  return text === undefined ? [range] : [range, { kind: 'keys', attribute, table: 'text', keys: [text], exact: null }];
};

const presence: Judge = (attribute, value, operator) => {
  if (value !== undefined && value !== null) throw new ValueRefusal('This operator takes no value.', 'no value');
  return [{ kind: 'filled', attribute, filled: operator === 'is_not_empty' }];
};

const JUDGES: Record<Operator, Judge> = {
  eq: (attribute, value) => {
    const { table } = attribute.valueType.filter;
    return [
      table ? keys(attribute, table, [value]) : { kind: 'value', attribute, value: parseOperand(attribute, value) },
    ];
  },
  in: (attribute, value) => {
    const { table } = attribute.valueType.filter;
    const expected = `an array of 1 to ${MAX_OPERANDS} values`;
    const fits = Array.isArray(value) && value.length >= 1 && value.length <= MAX_OPERANDS;
    if (!table || !fits) throw new ValueRefusal(`The operand must be ${expected}.`, expected);
    return [keys(attribute, table, value)];
  },
  lt: bound,
  lte: bound,
  gt: bound,
  gte: bound,
  starts_with: (attribute, value) => {
    const given = readPart(attribute, value);
    const v = firstCharacters(given, INDEXED_CHARACTERS);
    const end = afterPrefix(v);
    const to = end === null ? null : { v: end, included: false };
    return [
      {
        kind: 'range',
        attribute,
        table: 'text',
        from: { v, included: true },
        to,
        beginning: v === given ? null : given,
      },
    ];
  },
  contains: (attribute, value) => [
    { kind: 'part', attribute, table: 'text', part: readPart(attribute, value, INDEXED_CHARACTERS) },
  ],
  is_empty: presence,
  is_not_empty: presence,
};

function keys(attribute: Attribute, table: IndexTable, inputs: unknown[]): KeysCondition {
  const operands = inputs.map((input) => readOperand(attribute, table, input));
  const exact = operands.flatMap((operand) => (operand.exact === null ? [] : [operand.exact]));
  if (table === 'number' && exact.length > 0 && exact.length < operands.length) {
    throw new ValueRefusal('Use either only amounts or only amounts with a currency.', 'operands of one kind');
  }
  // Once one text has to be compared in full all are, which changes nothing for the short ones.
  const values = exact.length > 0 ? inputs.map((input) => parseOperand(attribute, input)) : null;
  return { kind: 'keys', attribute, table, keys: [...new Set(operands.map((operand) => operand.v))], exact: values };
}
