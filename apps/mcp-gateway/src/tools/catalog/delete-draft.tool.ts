import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { draftParameter } from '../support/messaging-shapes.js';
import { expecting, versionParameter } from '../support/shapes.js';

export const deleteDraft = defineTool({
  name: 'delete_draft',
  title: 'Delete a draft',
  description: 'Deletes one of your drafts permanently. A message that was already sent is refused.',
  needs: 'write:data',
  input: z.strictObject({ draft_id: draftParameter, expected_version: versionParameter }),
  output: z.object({ draft_id: z.string(), deleted: z.literal(true) }),
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  cost: 'record',
  run: ({ drafts }, actor, { draft_id, expected_version }) =>
    drafts.delete(actor, draft_id, expecting(expected_version)),
});
