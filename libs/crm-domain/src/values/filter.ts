/** All that can be asked of values; a type knows some of it. */
export const FILTER_OPERATORS = [
  'eq',
  'not_eq',
  'in',
  'not_in',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'starts_with',
  'ends_with',
  'contains',
  'is_empty',
  'is_not_empty',
] as const;
export type Operator = (typeof FILTER_OPERATORS)[number];

/** The tables in which the keys of values stand. */
export type IndexTable = 'text' | 'number' | 'ref';

/** SQL that makes of one item of a document, given as SQL of type jsonb, what its key is made of. */
export type ItemSql = (item: string) => string;

interface Asked {
  operators: readonly Operator[];
  /** Whether records can be sorted by their values; a reference has no order of its own. */
  sortable: boolean;
  /** Set where no table holds the keys: only the document knows what is compared. */
  unindexed?: true;
  /** A shorter form that an operand may have, as an input for `parse`; undefined where it has none. */
  inFull?(operand: string): unknown;
  /** The key itself, of an operand that is less than a value but enough to look for. Throws ValueRefusal. */
  briefKey?(operand: unknown): string | number | undefined;
}

/** What a filter by texts is told by a type. */
interface TextParts<V> extends Pick<Asked, 'inFull'> {
  /** The text that a key is cut from, in full, in either letter case. */
  whole(value: V): string;
  /** The same in SQL. Both sides of a comparison go through it. */
  sql: ItemSql;
  /** Brings a part of such a text into the form of keys: what is only there for the eye goes. */
  part?(operand: string): string;
}

export interface ByText<V> extends Asked, TextParts<V> {
  table: 'text';
}
/** `sql` gives the number that a key is. */
export interface ByNumber extends Asked {
  table: 'number';
  sql: ItemSql;
  /** The key with which a day begins in a time zone; only of types whose values are days or moments. */
  ofDay?(day: string, zone: string): number;
}
/** `sql` gives the id, as text. */
export interface ByReference extends Asked {
  table: 'ref';
  sql: ItemSql;
}
/** Only the document knows the values. */
interface Unindexed extends Asked {
  table: null;
}

/** How values of a type are found: the table that holds their keys, and what can be asked. */
export type Filter<V> = ByText<V> | ByNumber | ByReference | Unindexed;

const EQUALITY = ['eq', 'not_eq', 'in', 'not_in'] as const;
const PRESENCE = ['is_empty', 'is_not_empty'] as const;

/** Found by the beginning of a text. */
export function textFilter<V>(parts: TextParts<V>): ByText<V> {
  return {
    table: 'text',
    sortable: true,
    operators: [...EQUALITY, 'starts_with', 'ends_with', 'contains', ...PRESENCE],
    ...parts,
  };
}

/** Found by a number, and by ranges of it. */
export function numberFilter(sql: ItemSql, more: Pick<ByNumber, 'briefKey' | 'ofDay'> = {}): ByNumber {
  return {
    table: 'number',
    sortable: true,
    operators: [...EQUALITY, 'lt', 'lte', 'gt', 'gte', 'between', ...PRESENCE],
    sql,
    ...more,
  };
}

/** Found by the id that the value is or holds. */
export function idFilter(given: Pick<ByReference, 'sortable' | 'inFull' | 'briefKey' | 'sql'>): ByReference {
  return { table: 'ref', operators: [...EQUALITY, ...PRESENCE], ...given };
}

/** Not indexed: read off the documents. */
export function documentFilter(...operators: Operator[]): Unindexed {
  return { table: null, sortable: false, operators: [...operators, ...PRESENCE] };
}

/** The item as text: of a document in which the value is a bare string or number. */
export const itself: ItemSql = (item) => `${item} #>> '{}'`;

/** One field of the item, as text. */
export function field(name: string): ItemSql {
  return (item) => `${item} ->> '${name}'`;
}

/** Seconds since 1970 of a time in SQL. */
export function seconds(time: string): string {
  return `extract(epoch from ${time}::timestamptz)::float8`;
}
