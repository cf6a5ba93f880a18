import { mayRead, type Caller } from '../../actor.js';
import type { Slices } from '../../db/slices.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import { objectOf, refuseArchived } from '../authorize-and-find.js';
import type { RecordRow } from '../document.js';
import { judgeShape } from '../shown/shape.js';
import { showRecord, type ShownRecord } from '../shown/show-record.js';
import { labelsOf } from '../wire.js';
import { ownWrite } from './own-write.js';
import { completeForCreate, readPatch } from './read-patch.js';
import type { RecordInput, Told, Write } from './write.js';

/** Judges a new record against a schema. @throws DomainError not_found for the object, validation */
export async function readNew(
  schema: WorkspaceSchema,
  caller: Caller,
  objectKey: string,
  input: RecordInput & Pick<Write, 'past'> & { slices?: Slices },
): Promise<Write> {
  const object = objectOf(schema, objectKey);
  refuseArchived(object, input.path);
  const shape = judgeShape(object, input.shape);
  const patch = await readPatch({ object, ...input, held: input.isUpsert ? {} : undefined }, input.slices);
  const written = new Set(patch.keys());
  completeForCreate(object, patch, { path: input.path, me: caller.user_id, past: input.past });
  return { caller, schema, object, patch, written, path: input.path, past: input.past, shape };
}

/** A record after a write; to who may not read, only what was written. */
export function showWritten({ caller, object, written, shape }: Write, row: RecordRow, by: Told): ShownRecord {
  const { actor, at, isNew = false } = by;
  if (!mayRead(actor)) return showRecord(ownWrite({ actor, object, row, written, at, isNew }), shape);
  return showRecord({ workspace_id: caller.workspace_id, object, row, labels: labelsOf(row) }, shape);
}
