import { accessValues, bearerOf, forEachBearer } from '../access/access.sql.js';
import type { AccessRow } from '../access/judge.js';
import type { Claim } from '../actor.js';
import type { Session, Statement } from '../db/session.js';
import type { RecordRow } from './document.js';
import { IS_SHORT } from './record-size.js';
import { ROW, labels } from './record.statements.js';

/** A record beside the access of whoever asked; `record_id` is null when there is none. */
export type FoundRow = AccessRow & { [Key in keyof RecordRow]: RecordRow[Key] } & { now: Date };

/** The parameter after those of the access is the record, or null when the address cannot be one. One row always comes back; it says what failed. */
const one = (name: string, state: string, isBrief?: true) =>
  forEachBearer<Statement>(({ bearer, columns, from, next }) => ({
    name: `${name}-${bearer}`,
    isBrief,
    text: `select ${columns}, ${ROW}, ${labels('r.refs')}
      from ${from} left join record r on r.workspace_id = $1 and r.record_id = $${next}::uuid and ${state}
      where w.workspace_id = $1::uuid`,
  }));

const KEPT = 'r.trashed_at is null and r.deleted_at is null';
const TRASHED = 'r.trashed_at is not null and r.deleted_at is null';

/** Finds no record that is not short: on the connection that they share, the statements of others would wait behind it. */
export const FIND = one('record-find', `${IS_SHORT} and ${KEPT}`, true);
const FIND_LONG = one('record-find-long', KEPT);
const FIND_TRASHED = one('record-find-trashed', `${IS_SHORT} and ${TRASHED}`, true);
const FIND_LONG_TRASHED = one('record-find-long-trashed', TRASHED);

/** Authorisation, record and labels of its references: in one round trip, or two where there is no record of 64 KiB or less. */
export async function findRecord(
  session: Session,
  { claim, recordId, isTrashed }: { claim: Claim; recordId: string | null; isTrashed: boolean },
): Promise<FoundRow | undefined> {
  const [bearer, values] = [bearerOf(claim), [...accessValues(claim), recordId]];
  const [row] = await session.query<FoundRow>((isTrashed ? FIND_TRASHED : FIND)[bearer], values);
  if (!row || row.record_id !== null || recordId === null) return row;
  return (await session.query<FoundRow>((isTrashed ? FIND_LONG_TRASHED : FIND_LONG)[bearer], values))[0];
}
