import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { conversationFields, page, untrusted } from './messaging-shapes.js';
import { following } from './paging.js';
import { presentConversation } from './present-conversations.js';
import { READS, limitParameter, objectParameter, offsetParameter, recordParameter } from './shapes.js';

const row = z.object({ ...conversationFields, in_my_inbox: z.boolean() });

export const listRecordConversations = defineTool({
  name: 'list_record_conversations',
  title: "List a record's conversations",
  description:
    'Lists the conversations that a record takes part in through its addresses, in the whole workspace and archived ones too, the newest first. Those with in_my_inbox false show that there is one and nothing private; get_conversation does not find them. A page ends before it would be longer than 150,000 characters. While has_more is true, next_offset is the offset of the next page.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    limit: limitParameter,
    offset: offsetParameter,
  }),
  output: z.object({ ...untrusted, conversations: z.array(row), ...page }),
  hints: READS,
  rows: { key: 'conversations' },
  run: async ({ conversations: inbox }, actor, { object, record_id, limit, offset }) => {
    const { conversations, total } = await inbox.listOfRecord(actor, { object, record: record_id }, { limit, offset });
    return { conversations, ...following(conversations.length, offset, total) };
  },
  present: ({ conversations, ...rest }, fence) => ({
    conversations: conversations.map((each) => presentConversation(each, fence)),
    ...rest,
  }),
});
