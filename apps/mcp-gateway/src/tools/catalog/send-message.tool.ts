import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { draftParameter } from '../support/messaging-shapes.js';
import { expecting, versionParameter } from '../support/shapes.js';

export const sendMessage = defineTool({
  name: 'send_message',
  title: 'Send a draft',
  description:
    'Queues one of your drafts for delivery. "accepted" means queued, not delivered: get_conversation shows the outcome; a dry run says not_sent. A message that was already sent is refused, so that nothing is sent twice. If the error has status awaiting_approval, nothing was sent: the user has to read and send the draft at its url. A message that failed with outcome_unknown may have been delivered: do not send its text again without asking the user.',
  needs: 'send:messages',
  input: z.strictObject({ draft_id: draftParameter, expected_version: versionParameter }),
  output: z.object({ id: z.string(), status: z.enum(['accepted', 'not_sent']), conversation_id: z.string() }),
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  cost: 'record',
  run: ({ outbound }, actor, { draft_id, expected_version }) =>
    outbound.send(actor, draft_id, { expected: expecting(expected_version) }),
});
