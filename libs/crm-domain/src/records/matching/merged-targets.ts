import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { recordIdOf } from '../../values/record-slug.js';
import type { RecordInput } from '../writing/write.js';
import { MissingTargets } from '../writing/write-refusals.js';
import { replaceValues, type Sent } from './replace-references.js';

/**
 * Does `write`, and does it again where it refers to records that were merged: with those that stand in their place.
 * Who may write may know old ids.
 */
export async function orMergedTargets<T>(
  db: Db,
  caller: Caller,
  input: RecordInput,
  write: (input: RecordInput) => Promise<T>,
): Promise<T> {
  try {
    return await write(input);
  } catch (error) {
    if (!(error instanceof MissingTargets) || error.recordIds.length === 0) throw error;
    const survivors = await db.autocommit(caller.workspace_id, ({ merges }) => merges.survivors(error.recordIds));
    if (survivors.size === 0) throw error;
    return write({ ...input, data: replaceValues(input.data, input.path, (value) => pointing(value, survivors)) });
  }
}

/** A reference that names a record by its id or slug, with the one that stands in its place. */
function pointing(value: Sent | string, survivors: ReadonlyMap<string, string>): Sent | undefined {
  if (typeof value === 'string') return undefined;
  for (const field of ['id', 'target_record']) {
    const key = value[field];
    const survivor = typeof key === 'string' ? survivors.get(recordIdOf(key) ?? '') : undefined;
    if (survivor !== undefined) return { ...value, [field]: survivor };
  }
  return undefined;
}
