import type { Session, Statement } from '../db/session.js';
import type { RecordRow } from './document.js';
import { IS_SHORT, SIZE } from './record-size.js';
import { ROW, labels } from './record.statements.js';

/** Records by id; `bytes` are those of all, and `now` is the database's clock. */
export interface FoundMany {
  rows: (RecordRow & { now: Date })[];
  isCut: boolean;
  bytes: number;
}

const statement = (name: string, which: string): Statement => ({
  name,
  text: `select ${ROW}, ${labels('r.refs')}, r.total, r.found
    from (select r.*, sum(r.own) over (order by r.record_id rows unbounded preceding) as upto,
      sum(r.own) over () as total, count(*) over ()::int as found from (select r.*, ${SIZE} as own from record r
        where r.workspace_id = $1 and r.record_id = any($2::uuid[]) and r.deleted_at is null${which} offset 0) r) r
    where r.upto - r.own < $3 order by r.record_id`,
});
export const FIND_MANY = statement('record-find-many', '');
/** Without those that are in the trash or hold more than 64 KiB. */
export const FIND_SHORT = statement('record-find-short', ` and r.trashed_at is null and ${IS_SHORT}`);

/** @param values workspace, ids, and the bytes up to which they are read: the one that reaches them is the last */
export async function findMany(session: Session, statement: Statement, values: unknown[]): Promise<FoundMany> {
  const rows = await session.query<FoundMany['rows'][number] & { total: string; found: number }>(statement, values);
  const [first] = rows;
  return { rows, isCut: rows.length < (first?.found ?? 0), bytes: Number(first?.total ?? 0) };
}
