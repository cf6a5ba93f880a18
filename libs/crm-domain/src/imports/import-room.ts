import { conflict } from '../errors.js';
import type { Stores } from '../stores.js';
import { MAX_KEPT_BYTES, MAX_KEPT_BYTES_OF_ONE, MAX_OPEN, MAX_OPEN_OF_ONE } from './import.js';
import type { ImportMaker } from './import.store.js';

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
    throw full(`${MAX_OPEN} imports are not finished, which is the maximum. Cancel some, or try again later.`);
  if (own.bytes + bytes > MAX_KEPT_BYTES_OF_ONE || all.bytes + bytes > MAX_KEPT_BYTES)
    throw full('The files of the imports that are kept are too large together. Try again later.');
}

const full = (message: string) => conflict('limit_reached', message);
