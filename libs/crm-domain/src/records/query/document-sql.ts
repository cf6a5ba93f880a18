import type { Filter } from '../../values/filter.js';
import type { Json } from '../../values/value-type.js';
import type { RangeCondition, Subject } from './condition.js';

export type Put = (value: unknown) => string;

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

/** Whether a record may hold several values of it; one that holds one now may have held several before. */
export function holdsSeveral({ column, valueType }: Subject): boolean {
  return !column && valueType.several !== 'never';
}

/** What of an item a sort needs: its key is made of a text's first characters. */
export function sortPart(item: string): string {
  return `case when jsonb_typeof(${item}) = 'string' then to_jsonb(left(${item} #>> '{}', 200)) else ${item} end`;
}

/** Where the document holds more than one value of an attribute. */
export function secondOf({ attr_no }: Subject): string {
  return `$."${attr_no}"[1]`;
}

/** Attributes of several values keep a list; a path sees each item, and a lone value as a list of one. */
export function itemsOf({ attr_no }: Subject, record = 'r'): string {
  return `jsonb_path_query(${record}.vals, '$."${attr_no}"[*]')`;
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
