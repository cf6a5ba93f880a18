import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { channelParameter, conversationFields, listOf, page, untrusted } from '../support/messaging-shapes.js';
import { following } from '../support/paging.js';
import { presentConversation } from '../support/present-conversations.js';
import { READS, limitParameter, offsetParameter } from '../support/shapes.js';

export const listConversations = defineTool({
  name: 'list_conversations',
  title: 'List conversations',
  description: 'Lists the conversations in your inbox, newest first.',
  needs: 'read:data',
  input: z.strictObject({
    unread: z.boolean().optional().describe('true: only conversations with unread messages; false: only the others'),
    starred: z.boolean().optional().describe('true: only starred ones; false: only the others'),
    archived: z.boolean().optional().describe('true: only archived ones; false (default): only the others'),
    channel: channelParameter.optional().describe('Only those on it'),
    limit: limitParameter,
    offset: offsetParameter,
  }),
  output: z.object({ ...untrusted, conversations: listOf(z.object(conversationFields)), ...page }),
  hints: READS,
  cost: 'page',
  rows: { key: 'conversations' },
  run: async ({ conversations: inbox }, actor, { limit, offset, ...filter }) => {
    const { conversations, total } = await inbox.list(actor, filter, { limit, offset });
    return { conversations, ...following(conversations.length, offset, total) };
  },
  present: ({ conversations, ...rest }, { fence }) => ({
    conversations: conversations.map((each) => presentConversation(each, fence)),
    ...rest,
  }),
});
