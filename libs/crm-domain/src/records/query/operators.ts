import type { AttributeType } from '../../values/value-type.js';

/** All that can be asked; a type knows some of it. */
export const FILTER_OPERATORS = [
  'eq',
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'starts_with',
  'contains',
  'is_empty',
  'is_not_empty',
] as const;
export type Operator = (typeof FILTER_OPERATORS)[number];

/** The pivot tables in which values are found. */
export type IndexTable = 'text' | 'number' | 'ref';

/** SQL that makes of one item of a document, given as SQL of type jsonb, what its key is made of. */
type ItemSql = (item: string) => string;

interface Asked {
  operators: readonly Operator[];
  /** Whether records can be sorted by their values; a reference has no order of its own. */
  sortable: boolean;
}

/** By texts: `sql` gives the text that a key is cut from, in full. Both sides of a comparison go through it. */
interface ByText extends Asked {
  table: 'text';
  sql: ItemSql;
}
/** By numbers: `sql` gives the number that a key is. */
interface ByNumber extends Asked {
  table: 'number';
  sql: ItemSql;
}
interface ByReference extends Asked {
  table: 'ref';
}
/** Only the document knows the values. */
interface Unindexed extends Asked {
  table: null;
}

/** How values of a type are found: the table that holds their keys, and what can be asked. */
export type Findable = ByText | ByNumber | ByReference | Unindexed;

const presence = ['is_empty', 'is_not_empty'] as const;
const byText = (sql: ItemSql): ByText => ({
  ...{ table: 'text', sql, sortable: true },
  operators: ['eq', 'in', 'starts_with', 'contains', ...presence],
});
const byNumber = (sql: ItemSql): ByNumber => ({
  ...{ table: 'number', sql, sortable: true },
  operators: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', ...presence],
});
const choice: ByReference = { table: 'ref', sortable: true, operators: ['eq', 'in', ...presence] };
const reference: ByReference = { ...choice, sortable: false };

const itself: ItemSql = (item) => `${item} #>> '{}'`;
const field =
  (name: string): ItemSql =>
  (item) =>
    `${item} ->> '${name}'`;
const fullName: ItemSql = (item) => `btrim(concat(${item} ->> 'first_name', ' ', ${item} ->> 'last_name'))`;
const page: ItemSql = (item) => {
  const address = `split_part(regexp_replace(${item} ->> 'value', '^https?://(www\\.)?', ''), '#', 1)`;
  return `concat(regexp_replace(split_part(${address}, '?', 1), '/$', ''), substring(${address} from '\\?.*$'))`;
};
const seconds = (time: string) => `extract(epoch from ${time}::timestamptz)::float8`;

/** What can be asked of an attribute's values; complete by type. */
export const FINDABLE: Record<AttributeType, Findable> = {
  name: byText(itself),
  'personal-name': byText(fullName),
  website: byText(page),
  'email-address': byText(field('email_address')),
  'phone-number': byText(field('phone_number')),
  text: byText(itself),
  date: byNumber((item) => seconds(`((${item} #>> '{}') || 'T00:00:00Z')`)),
  timestamp: byNumber((item) => seconds(`(${item} #>> '{}')`)),
  number: byNumber((item) => `(${item} #>> '{}')::float8`),
  currency: byNumber((item) => `(${item} ->> 'currency_value')::float8`),
  select: choice,
  'multi-select': choice,
  pipeline: choice,
  'record-reference': reference,
  'actor-reference': reference,
  relationship: reference,
  checkbox: { table: null, sortable: false, operators: ['eq', ...presence] },
  location: { table: null, sortable: false, operators: presence },
};

/** The SQL of a type whose keys stand in one table. @throws Error for a type of another */
export function itemSql(type: AttributeType, table: 'text' | 'number'): ItemSql {
  const findable = FINDABLE[type];
  if (findable.table !== table) throw new Error(`Values of type ${type} have no keys of table ${table}.`);
  return findable.sql;
}
