import type { Db } from '../crm-database.js';
import { CHANNELS, isMail } from '../messaging/channel-name.js';
import { lookedFor } from './look-at.js';
import type { PersonErasureEntity } from './person-erasure.entity.js';

const MAX_WAIT_MS = 3_600_000;

/** An erasure waits for something that is under way elsewhere. */
export class Unsettled extends Error {}

/** Whether an erasure has waited for as long as it may. */
export function isLate({ created_at }: PersonErasureEntity): boolean {
  return Date.now() - created_at.getTime() > MAX_WAIT_MS;
}

/** Of these channels the words themselves are what is told; of mail it is only that there is some. */
const TOLD = CHANNELS.filter((channel) => !isMail(channel));

/** Whether webhooks brought something before that nobody has worked on yet. */
async function hasUnread(db: Db, { workspace_id, created_at }: PersonErasureEntity): Promise<boolean> {
  const accounts = await db.autocommit(workspace_id, (stores) => stores.accounts.externalIds(TOLD));
  if (accounts.length === 0) return false;
  return db.autocommit('', ({ providerEvents }) => providerEvents.isWaiting(accounts, created_at));
}

/** @throws Unsettled; not where something is erased already and it is late: the search says then what is left */
export async function expectSettled(db: Db, row: PersonErasureEntity): Promise<void> {
  const { workspace_id, subject, progress } = row;
  if (!isLate(row) && (await hasUnread(db, row)))
    throw new Unsettled('What was said before is still to be processed, and may be of the person.');
  if (isLate(row) && Object.keys(progress.erased).length > 0) return;
  const { records, handles } = lookedFor(subject!);
  const waits = await db.autocommit(workspace_id, ({ persons }) => persons.isUnsettled(handles, records));
  if (waits) throw new Unsettled('Messages to the person are on their way, or their records are still being cleared.');
}
