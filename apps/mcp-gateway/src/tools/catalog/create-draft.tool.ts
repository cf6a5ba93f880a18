import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { channelParameter, composeParameters, draftShape } from '../support/messaging-shapes.js';

export const createDraft = defineTool({
  name: 'create_draft',
  title: 'Create a draft',
  description:
    'Saves a draft of a message and sends nothing. Mail has a subject and several recipients; the other channels have one recipient and neither subject nor cc. An incomplete draft can be saved. The result says which record each recipient belongs to, if any.',
  needs: 'write:data',
  input: z.strictObject({ channel: channelParameter, ...composeParameters }),
  output: draftShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  cost: 'record',
  run: ({ drafts }, actor, compose) => drafts.create(actor, compose),
});
