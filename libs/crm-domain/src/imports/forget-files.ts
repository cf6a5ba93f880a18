import type { Db } from '../crm-database.js';
import { FINISHED } from './import.js';
import type { OldImport } from './import.store.js';

/**
 * Deletes the files, rows and errors of imports; one that was not finished is canceled.
 *
 * @param until a moment of `performance.now()`, after which none is begun
 * @returns of how many
 */
export async function forgetFiles(db: Db, old: readonly OldImport[], until = Infinity): Promise<number> {
  let count = 0;
  for (const { workspace_id, import_id, state } of old) {
    if (performance.now() > until) break;
    const end = { state: 'canceled', claim: null, finished_at: () => 'now()' } as const;
    if (!FINISHED.includes(state)) await db.autocommit(workspace_id, ({ imports }) => imports.update(import_id, end));
    for (const table of ['import_part', 'import_rows', 'import_error'] as const)
      while (await db.autocommit(workspace_id, ({ imports }) => imports.drop(table, import_id)));
    await db.autocommit(workspace_id, ({ imports }) => imports.update(import_id, { kept_until: null }));
    count++;
  }
  return count;
}
