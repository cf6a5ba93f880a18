import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { draftParameter } from './messaging-shapes.js';

export const sendMessage = defineTool({
  name: 'send_message',
  title: 'Send a draft',
  description:
    'Queues one of your drafts for delivery; text, recipients and channel are those of the draft. "accepted" means queued, not delivered: get_conversation with the conversation_id shows what became of it. A message that was sent already is refused, so that a second try sends nothing twice. One that failed with outcome_unknown may have been delivered: do not send its text again without asking the user.',
  needs: 'send:messages',
  input: z.strictObject({ draft_id: draftParameter }),
  output: z.object({ id: z.string(), status: z.literal('accepted'), conversation_id: z.string() }),
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  run: ({ outbound }, actor, { draft_id }) => outbound.send(actor, draft_id),
});
