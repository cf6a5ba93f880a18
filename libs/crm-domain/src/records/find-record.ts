import { accessValues, bearerOf, forEachBearer } from '../access/access.sql.js';
import type { AccessFacts } from '../access/access-policy.js';
import type { Caller } from '../actor.js';
import type { Session, Statement } from '../db/session.js';
import type { RecordRow } from './document.js';
import { IS_SHORT, MAX_BYTES } from './record-size.js';
import { ROW, labels, rowOf } from './record.statements.js';
import { asRecord, labelledColumnsSql, onceEach, type Columns } from './shown/columns.js';

/** A record beside the access of whoever asked; `record_id` is null when there is none. */
export type FoundRow = AccessFacts & { [Key in keyof RecordRow]: RecordRow[Key] } & { now: Date };

/**
 * Found, alone or with those that are linked with it, and too long to be read beside the statements of others; thrown
 * to who would rather ask again in its turn (`Caller.defersLarge`).
 */
export class LargeRecord extends Error {
  /** @param bytes that it counts with */
  constructor(readonly bytes: number) {
    super('A large record was found where only short ones are read.');
  }
}

interface Read {
  /** Columns of the row, whose own parameters begin at `next`. */
  row: (next: number) => string;
  /** The targets whose labels are read, if any are. */
  refs?: string;
  pipelined?: true;
}

/**
 * The parameter after those of the access is the record, or null when the address cannot be one. One row always comes
 * back; it says what failed. For a credential that may do nothing no record is read.
 */
const one = (name: string, state: string, { row, refs, pipelined }: Read) =>
  forEachBearer<Statement>(({ bearer, columns, from, may, next }) => ({
    name: `${name}-${bearer}`,
    pipelined,
    text: `select ${columns}, ${row(next + 1)}${refs ? `, ${labels(refs)}` : ''}
      from ${from}
        left join record r on r.workspace_id = $1 and r.record_id = $${next}::uuid and ${state} and ${may} <> 0
      where w.workspace_id = $1::uuid`,
  }));

const KEPT = 'r.trashed_at is null and r.deleted_at is null';
const TRASHED = 'r.trashed_at is not null and r.deleted_at is null';
const ofShort = (column: string) => `case when ${IS_SHORT} then ${column} end`;
/**
 * Of a record that is not short its bytes stand for its values: on the connection that they share, the statements of
 * others would wait behind them.
 */
const SHORT: Read = {
  row: () =>
    rowOf(
      `${ofShort('r.refs')} as refs, case when ${IS_SHORT} then r.vals when r.record_id is not null
    then to_jsonb(coalesce(r.size, ${MAX_BYTES})) end as vals, ${ofShort('r.meta')} as meta`,
    ),
  refs: ofShort('r.refs'),
  pipelined: true,
};
const LONG: Read = { row: () => ROW, refs: 'r.refs' };

export const FIND = one('record-find', KEPT, SHORT);
const FIND_LONG = one('record-find-long', KEPT, LONG);
const FIND_TRASHED = one('record-find-trashed', TRASHED, SHORT);
const FIND_LONG_TRASHED = one('record-find-long-trashed', TRASHED, LONG);

/** Of a record that is short, only some columns; of another one its bytes, as `long`. */
const narrow = onceEach((columns: Columns) =>
  one(`record-find-${columns.name}`, KEPT, {
    row: (next) =>
      `${labelledColumnsSql(columns, next, ofShort)}, case when r.record_id is not null and not (${IS_SHORT})
    then coalesce(r.size, ${MAX_BYTES}) end as long`,
    pipelined: true,
  }),
);

/**
 * The same of which only some columns are read. A record of more than 64 KiB is read whole.
 * @throws LargeRecord as `findRecord`
 */
export async function findColumns(
  session: Session,
  { caller, recordId, columns }: { caller: Caller; recordId: string | null; columns: Columns },
): Promise<FoundRow | undefined> {
  const values = [...accessValues(caller), recordId, ...columns.numbers];
  const [row] = await session.query<FoundRow & { long: number | null }>(narrow(columns)[bearerOf(caller)], values);
  if (row && row.long !== null) return findRecord(session, { caller, recordId, isTrashed: false });
  return row?.record_id ? Object.assign(row, asRecord(row, columns)) : row;
}

/**
 * Authorisation, record and labels of its references: in one round trip, or two for a record of more than 64 KiB, which
 * is not read for whom no capability holds.
 * @throws LargeRecord for such a record, where the caller defers them
 */
export async function findRecord(
  session: Session,
  { caller, recordId, isTrashed }: { caller: Caller; recordId: string | null; isTrashed: boolean },
): Promise<FoundRow | undefined> {
  const [bearer, values] = [bearerOf(caller), [...accessValues(caller), recordId]];
  const [row] = await session.query<FoundRow & { vals: unknown }>((isTrashed ? FIND_TRASHED : FIND)[bearer], values);
  if (typeof row?.vals !== 'number') return row;
  if (caller.defersLarge) throw new LargeRecord(row.vals);
  return (await session.query<FoundRow>((isTrashed ? FIND_LONG_TRASHED : FIND_LONG)[bearer], values))[0];
}
