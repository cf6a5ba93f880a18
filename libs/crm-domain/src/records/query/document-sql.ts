import type { Filter } from '../../values/filter.js';
import type { Json } from '../../values/value-type.js';
import type { Condition, LeafCondition, RangeCondition, Subject } from './condition.js';

export type Put = (value: unknown) => string;

/** What `r`, the record, has to hold for a condition; null where its index rows say all there is to say. */
export function documentCheck(condition: Condition, put: Put): string | null {
  if (condition.kind === 'words' || condition.kind === 'part') return null;
  const { attribute } = condition as LeafCondition;
  if (condition.kind === 'filled') return `${condition.filled ? '' : 'not '}r.vals ? '${attribute.attr_no}'`;
  if (condition.kind === 'value') return `${held(attribute)} = ${put(JSON.stringify(condition.value))}::jsonb`;
  if (condition.kind === 'range')
    return condition.beginning === null ? null : beginsWith(attribute, put(condition.beginning));
  if (condition.kind !== 'keys' || condition.exact === null) return null;
  const values = `${put(condition.exact.map((each) => JSON.stringify(each)))}::jsonb[]`;
  if (condition.table !== 'text') return `${held(attribute)} = any(${values})`;
  return isAmong(attribute, values);
}

/**
 * As many characters of a text as decide how it compares with one of so many: letter case may make two of one, or one
 * of two.
 */
const enoughOf = (text: string, characters: string) => `lower(left(${text}, 2 * ${characters} + 64))`;

function beginsWith(attribute: Subject, beginning: string): string {
  const wanted = `lower(${beginning})`;
  return someText(attribute, (text) => `starts_with(${enoughOf(text, `length(${wanted})`)}, ${wanted})`);
}

function isAmong(attribute: Subject, values: string): string {
  const wanted = (what: string) =>
    `(select ${what} from (select lower(${textOf(attribute, 'o.x')}) from unnest(${values}) o(x)) o(v))`;
  return someText(attribute, (text) => `${enoughOf(text, wanted('max(length(v))'))} in ${wanted('v')}`);
}

/** A range of numbers read off the document, which costs nothing that grows with the range. */
export function documentRange(condition: RangeCondition, put: Put): string {
  return numberRange(condition, filterOf(condition.attribute, 'number').sql(held(condition.attribute)), put);
}

export function numberRange({ from, to }: RangeCondition, number: string, put: Put): string {
  const ends = [
    ...(from ? [`${number} ${from.included ? '>=' : '>'} ${put(from.v)}::float8`] : []),
    ...(to ? [`${number} ${to.included ? '<=' : '<'} ${put(to.v)}::float8`] : []),
  ];
  return ends.join(' and ') || 'true';
}

/** One item of an attribute, and what of it a sort needs: its key is made of a text's first characters. */
export function sortItem({ attr_no }: Subject): string {
  return `case when jsonb_typeof(r.vals -> '${attr_no}') = 'string' then to_jsonb(left(r.vals ->> '${attr_no}', 200))
    else r.vals -> '${attr_no}' end`;
}

/** Attributes of several values keep a list; a path sees each item, and a lone value as a list of one. */
function someText(attribute: Subject, check: (text: string) => string): string {
  return `exists (select 1 from ${itemsOf(attribute)} e(x) where ${check(textOf(attribute, 'e.x'))})`;
}

export function itemsOf({ attr_no }: Subject, record = 'r'): string {
  return `jsonb_path_query(${record}.vals, '$."${attr_no}"[*]')`;
}

function textOf(attribute: Subject, item: string): string {
  return filterOf(attribute, 'text').sql(item);
}

/** The filter of a type whose keys stand in a table. @throws Error for a type of another */
export function filterOf<Table extends 'text' | 'number' | 'ref'>({ type, valueType }: Subject, table: Table) {
  const { filter } = valueType;
  if (filter.table !== table) throw new Error(`Values of type ${type} have no keys of table ${table}.`);
  return filter as Extract<Filter<Json>, { table: Table }>;
}

/** The value of a subject as jsonb; null where there is none. */
export function held({ attr_no, column }: Subject, record = 'r'): string {
  return column ? `to_jsonb(${record}.${column})` : `(${record}.vals -> '${attr_no}')`;
}
