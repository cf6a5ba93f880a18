import type { Db } from '../../crm-database.js';
import { DomainError } from '../../errors.js';
import { recordIdOf } from '../../values/record-slug.js';
import type { RecordAddress } from '../authorize-and-find.js';

/**
 * Does `work` with a record, or with the one that it was merged into. Only who was told that the first is not there gets
 * as far as to the other.
 */
export async function orSurvivor<T, At extends RecordAddress>(
  db: Db,
  workspaceId: string,
  at: At,
  work: (at: At) => Promise<T>,
): Promise<T> {
  try {
    return await work(at);
  } catch (error) {
    const survivor = isMissing(error) ? await survivorOf(db, workspaceId, at.record) : undefined;
    if (survivor === undefined) throw error;
    return work({ ...at, record: survivor, isSurvivor: true });
  }
}

/**
 * Does `work`, which takes a record away, with that record alone: who names one that was merged may not know what would
 * go with it. @throws DomainError not_found, which says that it was merged
 */
export async function orNameSurvivor<T>(
  db: Db,
  workspaceId: string,
  record: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const survivor = isMissing(error) ? await survivorOf(db, workspaceId, record) : undefined;
    if (survivor === undefined) throw error;
    const message = 'The record was merged into another one. Get it to see which; name that one to take it away.';
    throw new DomainError('not_found', message).because('record_merged');
  }
}

/** The same for many records, of which an answer names those that are missing. */
export async function orSurvivors<Answer extends { missing: string[] }>(
  db: Db,
  workspaceId: string,
  { ids }: { ids: readonly string[] },
  work: (ids: readonly string[]) => Promise<Answer>,
): Promise<Answer> {
  const answer = await work(ids);
  const missing = answer.missing.flatMap((key) => recordIdOf(key) ?? []);
  if (missing.length === 0) return answer;
  const survivors = await db.autocommit(workspaceId, ({ merges }) => merges.survivors(missing));
  if (survivors.size === 0) return answer;
  return work(ids.map((key) => survivors.get(recordIdOf(key) ?? '') ?? key));
}

function isMissing(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'not_found' && error.reason === 'record_not_found';
}

async function survivorOf(db: Db, workspaceId: string, record: string): Promise<string | undefined> {
  const id = recordIdOf(record);
  if (id === undefined) return undefined;
  return db.autocommit(workspaceId, async ({ merges }) => (await merges.survivors([id])).get(id));
}
