import { z } from 'zod';
import { defineTool } from '../define-tool.js';

/** Characters of what was undone and left. */
const MAX_TOLD = 60_000;

const id = z.uuid().optional();

export const undoChanges = defineTool({
  name: 'undo_changes',
  title: 'Undo changes',
  description:
    'Undoes an event, request (request_id in a result) or import, or what a connection, key or automation wrote since from (default: you). If has_more, send next_to as to.',
  needs: 'write:data',
  input: z.strictObject({
    event_id: id,
    request_id: id,
    connection_id: id,
    api_key_id: id,
    automation_id: id,
    import_id: id,
    from: z.string().max(40).optional(),
    to: z.string().max(40).optional(),
  }),
  output: z.object({ undone: z.array(z.unknown()), left: z.array(z.unknown()) }),
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  cost: 'page',
  undoable: true,
  run: async ({ undos }, actor, input) => ({ ...(await undos.undo(actor, input, MAX_TOLD)) }),
});
