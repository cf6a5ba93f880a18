import type { Db } from '../crm-database.js';
import { DomainError, conflict } from '../errors.js';
import type { Stores } from '../stores.js';
import { forgetFiles } from './forget-files.js';
import { MAX_KEPT_BYTES, MAX_KEPT_BYTES_OF_ONE, MAX_OPEN, MAX_OPEN_OF_ONE } from './import.js';
import type { ImportMaker } from './import.store.js';

/** Milliseconds for which a request deletes files that nobody needs any more; one that is begun is deleted whole. */
const FORGET_MS = 3000;
const GIB = 1024 ** 3;

/**
 * Makes sure, until the transaction ends, that there is room for a file beside those of all other imports of the
 * workspace. One maker cannot take all of it from the others.
 *
 * @throws DomainError conflict where there is none
 */
export async function takeRoom(
  { imports, workspaces }: Pick<Stores, 'imports' | 'workspaces'>,
  maker: ImportMaker,
  { import_id, bytes }: { import_id: string; bytes: number },
): Promise<void> {
  await workspaces.holdCounts();
  const { all, own } = await imports.held(maker, import_id);
  if (own.open >= MAX_OPEN_OF_ONE)
    throw full(`You have ${MAX_OPEN_OF_ONE} imports that are not finished, which is the maximum. Cancel some.`);
  if (all.open >= MAX_OPEN)
    throw full(
      `The workspace has ${MAX_OPEN} imports that are not finished, which is the maximum. Cancel some of yours, or try again when others are finished.`,
    );
  if (own.bytes + bytes > MAX_KEPT_BYTES_OF_ONE) throw full(tooLarge('your imports', MAX_KEPT_BYTES_OF_ONE));
  if (all.bytes + bytes > MAX_KEPT_BYTES) throw full(tooLarge('all imports of the workspace', MAX_KEPT_BYTES));
}

/**
 * A transaction that takes room for a file. Where there is none, files that nobody needs any more are deleted first: the
 * background does that only every few minutes.
 *
 * @throws DomainError as `takeRoom`, and as the work does
 */
export async function inRoom<T>(db: Db, workspaceId: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(workspaceId, work);
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'limit_reached') throw error;
    const old = await db.autocommit(workspaceId, ({ imports }) => imports.old());
    if ((await forgetFiles(db, old, performance.now() + FORGET_MS)) === 0) throw error;
    return db.transaction(workspaceId, work);
  }
}

const full = (message: string) => conflict('limit_reached', message);

const tooLarge = (whose: string, most: number) =>
  `The files of ${whose} may be ${most / GIB} GiB together. Cancel imports that wait and are not needed. The file of one with failed rows is kept until its kept_until.`;
