import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { channelParameter, composeParameters, draftParameter, draftShape } from './messaging-shapes.js';

export const updateDraft = defineTool({
  name: 'update_draft',
  title: 'Update a draft',
  description:
    'Changes one of your drafts: what is given replaces what was there, the rest stays. Given reply_to, a draft that has no to goes to those whom the answered message names. A message that was sent already is refused.',
  needs: 'write:data',
  input: z.strictObject({ draft_id: draftParameter, channel: channelParameter.optional(), ...composeParameters }),
  output: draftShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  run: ({ drafts }, actor, { draft_id, ...changes }) => drafts.update(actor, draft_id, changes),
});
