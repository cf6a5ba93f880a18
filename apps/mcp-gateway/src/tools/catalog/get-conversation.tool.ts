import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { fitThread } from '../support/fit-thread.js';
import { conversationFields, conversationParameter, messageShape, untrusted } from '../support/messaging-shapes.js';
import { ownTopics, presentConversation, presentMessage } from '../support/present-conversations.js';
import { READS } from '../support/shapes.js';

const thread = z.object({
  ...untrusted,
  ...conversationFields,
  messages: z.array(messageShape).describe('In the order in which they were sent'),
  total_messages: z.number(),
  messages_left_out: z
    .number()
    .describe(
      'How many of the oldest messages are left out because the conversation is too long for one result; otherwise 0',
    ),
});

export const getConversation = defineTool({
  name: 'get_conversation',
  title: 'Get a conversation',
  description:
    'Shows a conversation of your inbox with all its messages in order, including your own drafts, and the status of outgoing messages: pending, sent, or failed with the reason. A failure_code of outcome_unknown means it may have been delivered: do not send it again without asking the user.',
  needs: 'read:data',
  input: z.strictObject({ conversation_id: conversationParameter }),
  output: thread,
  hints: READS,
  cost: 'page',
  run: async ({ conversations }, actor, { conversation_id }) => {
    const found = await conversations.get(actor, conversation_id);
    return { ...found, messages_left_out: found.total_messages - found.messages.length };
  },
  present: (found, fence) => {
    const ours = ownTopics(found.messages, found.messages_left_out === 0);
    return fitThread(found.messages, (kept) => ({
      ...presentConversation(found, fence),
      messages: kept.map((message) => presentMessage(message, fence, ours)),
      messages_left_out: found.total_messages - kept.length,
    }));
  },
});
