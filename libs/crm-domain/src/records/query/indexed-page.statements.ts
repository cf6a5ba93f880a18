import { accessTable, type AccessSql } from '../../access/access.sql.js';
import type { Statement } from '../../db/session.js';
import { ROW, labels } from '../record.statements.js';
import { PAGE_BYTES, held } from '../record-size.js';
import { labelledColumnsSql, type Columns } from '../shown/columns.js';
import { BOUNDS } from './bounds.js';
import { KEY_TYPES } from './query-writer.js';
import type { IndexTable } from '../../values/filter.js';

/** What the text of the statement for a page depends on; all else are parameters. */
export interface PageShape {
  /** Whose rows are walked along: an index's, or those of the object itself. */
  table: IndexTable | 'record';
  /** Whether rows of one key are wanted (in the order of ids), or of a range (in the order of keys). */
  keys: 'all' | 'one' | 'range';
  direction: 'asc' | 'desc';
  /** Whether the page begins behind a place. */
  isAfter: boolean;
  isCounted: boolean;
  /** Whether the index may hold a record more than once; which values are a second one is a parameter. */
  mayRepeat: boolean;
  columns?: Columns | undefined;
}

/** Rows in the trash, or being deleted, that are read to be left out. */
export const MOST_HIDDEN = 1000;

/** Gives the placeholders of the parameters, one after the other; `pageValues` puts them in the same order. */
class Places {
  constructor(private at: number) {}

  next(type: string): string {
    return `$${this.at++}::${type}`;
  }
}

/**
 * Access, the places of a page in the order of one index, its records and how many there are, in one round trip. Only
 * one plan is possible and nothing depends on the values, so that it is planned once for a connection. Rows of `access`,
 * `is_whole` (else more is hidden than is left out here, a record of the page may be there twice, or the page may go on
 * where the index ends: no record is sent),
 * `total` up to one more than is counted, `found` places of which the last may be behind the page, and the columns of
 * one record; those are null where there is none.
 */
function pageText(shape: PageShape, access: AccessSql): string {
  const { table, columns, isCounted, mayRepeat } = shape;
  const places = new Places(access.next);
  const object = places.next('uuid');
  const rows = rowsOf(shape, object, places);
  const [limit, offset] = [places.next('int'), places.next('int')];
  const isOnce = mayRepeat ? `and ${isOnceSql(places.next('jsonpath'))}` : '';
  const shown = columns ? labelledColumnsSql(columns, access.next + valuesOf(shape)) : `${ROW}, ${labels('r.refs')}`;
  const counted =
    shape.keys === 'all'
      ? `(select coalesce(sum(n), 0)::int from object_count where workspace_id = $1 and object_id = ${object})`
      : `(select count(*)::int from (select 1 from ${rows.all} limit ${BOUNDS.counted + 1}) c)`;
  return `with ${accessTable(access)},
    ${table === 'record' ? '' : hidden(object)}
    go as materialized (select ${table === 'record' ? 'false' : `(select count(*) from hidden) > ${MOST_HIDDEN}`} as is_many,
      coalesce((select may & 1 = 1 from access), false) as may_read),
    k as materialized (select row_number() over () as at, w.*
      from (select ${rows.columns} from ${rows.after} order by ${rows.order} limit ${limit} + 1 offset ${offset}) w),
    c as materialized (select ${isCounted ? counted : 'null::int'} as total, (select count(*)::int from k) as found),
    n as materialized (select c.*, not go.is_many and ${wholeSql(shape, limit, offset)} ${isOnce} as is_whole from c cross join go),
    p as materialized (select r.*, ${held('r.at')} as held
      from (select k.at, k.v, r.* from k join record r on r.workspace_id = $1 and r.record_id = k.record_id
        where k.at <= ${limit} and (select is_whole from n)) r)
    select access.*, n.is_whole, n.total, n.found, r.v, ${shown}
    from access cross join n
    left join p r on r.held < ${PAGE_BYTES}
    order by r.at`;
}

/** Whether no record without a value belongs to the page: no index holds those, and they come last. */
function wholeSql({ table, keys, isCounted, isAfter }: PageShape, limit: string, offset: string): string {
  if (table === 'record' || keys !== 'all') return 'true';
  return isCounted && !isAfter ? `(c.found > ${limit} or ${offset} + c.found = c.total)` : `c.found > ${limit}`;
}

/** Whether no record of the page holds several values, for each of which the index has a row. Each is looked up. */
function isOnceSql(second: string): string {
  const record = 'from record m where m.workspace_id = $1 and m.record_id = k.record_id';
  return `not exists (select 1 from k where (select m.vals @? ${second} ${record}))`;
}

/** Parameters of a shape behind those of the access. */
function valuesOf({ table, keys, isAfter, mayRepeat }: PageShape): number {
  const ofKeys = { all: 0, one: 1, range: 2 }[keys];
  const ofPlace = isAfter ? (keys === 'one' || table === 'record' ? 1 : 2) : 0;
  return 1 + (table === 'record' ? 0 : 1) + ofKeys + ofPlace + 2 + (mayRepeat ? 1 : 0);
}

const hidden = (object: string) => `hidden as materialized (select h.record_id
      from record h
      where h.workspace_id = $1 and h.object_id = ${object} and (h.trashed_at is not null or h.deleted_at is not null)
        and h.merged_into is null
      limit ${MOST_HIDDEN + 1}),`;

/** `all` rows and those `after` the place where the page begins. */
function rowsOf(shape: PageShape, object: string, places: Places) {
  const { table, keys, direction, isAfter } = shape;
  const beyond = direction === 'asc' ? '>' : '<';
  const may = '(select may_read and not is_many from go)';
  if (table === 'record') {
    const all = `record i
      where i.workspace_id = $1 and i.object_id = ${object} and i.trashed_at is null and i.deleted_at is null and ${may}`;
    const after = isAfter ? `${all} and i.record_id ${beyond} ${places.next('uuid')}` : all;
    return { columns: 'i.record_id, null::text as v', all, after, order: `i.record_id ${direction}` };
  }
  const type = KEY_TYPES[table];
  const attribute = `i.workspace_id = $1 and i.attribute_id = ${places.next('uuid')}`;
  const wanted = {
    all: () => '',
    one: () => ` and i.v = ${places.next(type)}`,
    range: () => ` and i.v >= ${places.next(type)} and i.v <= ${places.next(type)}`,
  }[keys]();
  const all = `index_${table} i
      where ${attribute}${wanted} and i.record_id not in (select h.record_id from hidden h) and ${may}`;
  if (keys === 'one') {
    const after = isAfter ? `${all} and i.record_id ${beyond} ${places.next('uuid')}` : all;
    return { columns: 'i.record_id, null::text as v', all, after, order: `i.record_id ${direction}` };
  }
  const place = () => `(${places.next(type)}, ${places.next('uuid')})`;
  const after = isAfter ? `${all} and (i.v, i.record_id) ${beyond} ${place()}` : all;
  return { columns: 'i.record_id, i.v', all, after, order: `i.v ${direction}, i.record_id ${direction}` };
}

/** Texts that are kept, and have a name: a connection remembers each that it has seen. */
const MOST_KEPT = 100;
const KEPT = new Map<string, Statement>();

/** The statement for a shape. */
export function pageStatement(shape: PageShape, access: AccessSql): Statement {
  const { table, keys, direction, isAfter, isCounted, mayRepeat, columns } = shape;
  const marks = [table, keys, direction, isAfter ? 'after' : 'first', isCounted ? BOUNDS.counted : 'none'];
  if (mayRepeat) marks.push('once');
  const name = `indexed-page-${access.bearer}-${marks.join('-')}-${columns?.name ?? 'all'}`;
  const kept = KEPT.get(name);
  if (kept) return kept;
  const text = pageText(shape, access);
  if (KEPT.size >= MOST_KEPT) return { text };
  const statement = { name, text };
  KEPT.set(name, statement);
  return statement;
}
