import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { channelParameter, draftParameter, sameDraftShape, sameParameters } from '../support/messaging-shapes.js';
import { expecting, versionParameter } from '../support/shapes.js';

export const updateDraft = defineTool({
  name: 'update_draft',
  title: 'Update a draft',
  description:
    'Changes one of your drafts: the given fields are replaced, the others stay. If reply_to is given without to, recipients that nobody chose are taken from the answered message. A message that was already sent is refused.',
  needs: 'write:data',
  input: z.strictObject({
    draft_id: draftParameter,
    channel: channelParameter.optional().describe('As in create_draft'),
    ...sameParameters,
    expected_version: versionParameter,
  }),
  output: sameDraftShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  cost: 'record',
  run: ({ drafts }, actor, { draft_id, expected_version, ...changes }) =>
    drafts.update(actor, draft_id, changes, expecting(expected_version)),
});
