import type { TableRule } from './full-tables.js';

/** A table as it is written to a file and read from it. */
export interface FullTable {
  name: string;
  /** Of the file, in the order of their values; never the workspace. */
  columns: readonly string[];
  /** Type of each column, as a cast names it. */
  types: ReadonlyMap<string, string>;
  /** Columns that name a row of the workspace; none where it has only one. */
  key: readonly string[];
  rule: Omit<TableRule, 'entity'>;
}

/** Types of values that may be long. */
const WIDE = /^(text|json|jsonb|tsvector|bytea)$|\[\]$/;

/** Rows that are looked at for one page, and bytes as they are stored after which it ends. */
const ROWS = 1000;
const BYTES = 256 * 1024;

/** SQL of a row as JSON: an array with the text of each value. */
export function rowSql({ columns }: FullTable, alias: string): string {
  return `to_json(array[${columns.map((name) => `${alias}.${name}::text`).join(', ')}])::text`;
}

/**
 * SQL of some rows in the order of their keys. $1 is the workspace; with `isNext`, $2 and so on are the key of the row
 * before. A page ends by bytes as well, so that long values do not fill the memory.
 */
export function pageSql(table: FullTable, isNext: boolean): string {
  const { name, key, types, rule, columns } = table;
  const sizes = columns.filter((column) => WIDE.test(types.get(column)!));
  const bytes = sizes.map((column) => `coalesce(pg_column_size(t.${column}), 0)`).join(' + ') || '0';
  const keys = key.map((column) => `t.${column}`).join(', ');
  const given = key.map((column, at) => `$${at + 2}::${types.get(column)}`).join(', ');
  const order = keys && `order by ${keys}`;
  const people = rule.people?.map((sql) => `(${sql})::text`).join(', ');
  return `select ${rowSql(table, 'p')} as line, ${people ? `array_remove(array[${people}], null)` : 'null::text[]'} as people
    from (select t.*, sum(${bytes}) over (${order}) as bytes_so_far, row_number() over (${order}) as place
      from (select * from ${name} t where t.workspace_id = $1${isNext ? ` and (${keys}) > (${given})` : ''}
        ${order} limit ${ROWS}) t) p
    where p.bytes_so_far <= ${BYTES} or p.place = 1 order by p.place`;
}

/**
 * SQL that adds rows. $1 is the workspace, $2 and so on the texts of each column of the table, of all rows.
 *
 * @param held the columns that the file has; the others get their defaults
 */
export function insertSql(table: FullTable, held: ReadonlySet<string>): string {
  const { name, columns, rule } = table;
  const written = [...table.types.keys()].filter((column) => held.has(column) || rule.restored?.[column] !== undefined);
  const values = written.map((column) => `(${rule.restored?.[column] ?? `f.${column}`})::${table.types.get(column)}`);
  return `insert into ${name} (workspace_id, ${written.join(', ')})
    select $1, ${values.join(', ')} from ${textsSql(columns, 2)}`;
}

/** SQL that adds people who are not known yet. $1 and so on are the texts of each column. */
export function insertPeopleSql({ name, columns, types }: FullTable): string {
  const values = columns.map((column) => `f.${column}::${types.get(column)}`);
  return `insert into ${name} (${columns.join(', ')}) select ${values.join(', ')} from ${textsSql(columns, 1)}
    on conflict do nothing`;
}

function textsSql(columns: readonly string[], first: number): string {
  const arrays = columns.map((_, at) => `$${at + first}::text[]`);
  return `unnest(${arrays.join(', ')}) as f(${columns.join(', ')})`;
}
