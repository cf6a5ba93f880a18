import { accessTable, accessValues, bearerOf, forEachBearer } from '../access/access.sql.js';
import type { AccessFacts } from '../access/access-policy.js';
import type { Caller } from '../actor.js';
import type { Session, Statement } from '../db/session.js';
import type { RecordRow } from './document.js';
import { PAGE_BYTES, held } from './record-size.js';
import { LABEL, rowOf } from './record.statements.js';
import { asRecord, columnsSql, onceEach, type Columns } from './shown/columns.js';

export interface PageRow extends AccessFacts {
  total: number;
  rows: RecordRow[];
  /** Target id -> '1' or '0' (in the trash) and its label. */
  targets: Record<string, string>;
}

/** A page of an object; with `columns` only those of each record, and no labels but of all values. */
export interface AskedPage {
  objectId: string;
  limit: number;
  offset: number;
  columns?: Columns | undefined;
}

/**
 * After the access object, limit, offset: ids first, from the index alone, then the records that make a page, their
 * references' labels and the total.
 */
const page = (name: string, row: (next: number) => string, targets: string) =>
  forEachBearer<Statement>((access) => ({
    name: `${name}-${access.bearer}`,
    text: `with ${accessTable(access)},
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $${access.next} and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $${access.next + 1}
        offset $${access.next + 2}),
    p as materialized (select *
      from (select ${row(access.next + 3)}, ${held('r.record_id')} as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < ${PAGE_BYTES})
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $${access.next}) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      ${targets} as targets
    from access`,
  }));

const TARGETS = `(select coalesce(json_object_agg(t.record_id, ${LABEL}), '{}')
        from record t
        where t.workspace_id = $1 and t.deleted_at is null
          and t.record_id = any(array(select distinct unnest(refs) from p)))`;

export const PAGE = page('record-page', () => rowOf('r.refs, r.vals, r.meta'), TARGETS);

/** The same of which only some columns are read. */
const PAGE_COLUMNS = onceEach((columns) =>
  page(`record-page-${columns.name}`, (next) => columnsSql(columns, next), columns.all ? TARGETS : `'{}'::json`),
);

export async function findPage(session: Session, caller: Caller, asked: AskedPage): Promise<PageRow | undefined> {
  const { objectId, limit, offset, columns } = asked;
  const values = [...accessValues(caller), objectId, limit, offset, ...(columns?.numbers ?? [])];
  const statement = (columns ? PAGE_COLUMNS(columns) : PAGE)[bearerOf(caller)];
  const [row] = await session.query<PageRow>(statement, values);
  if (row && columns) row.rows = row.rows.map((each) => asRecord(each, columns));
  return row;
}
