import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { expecting, objectParameter, recordParameter, trashedParameter, versionParameter } from '../support/shapes.js';

export const deleteRecord = defineTool({
  name: 'delete_record',
  title: 'Delete a record',
  description:
    'Deletes a record, not to the trash, and clears references to it. undo_changes can bring it back for a while.',
  needs: 'write:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    trashed: trashedParameter.meta({ description: undefined }),
    expected_version: versionParameter,
  }),
  output: z.object({ deleted: z.literal(true) }),
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  cost: 'record',
  undoable: true,
  run: ({ records }, actor, { object, record_id, trashed, expected_version }) =>
    records.delete(
      actor,
      { object, record: record_id },
      { trashed: trashed === 'only', expected: expecting(expected_version) },
    ),
});
