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
    'Lists the conversations that a record takes part in through its addresses, in the whole workspace and archived ones too, the newest first. Those with in_my_inbox false show that there is one and nothing private; get_conversation does not find them. A company has no addresses of its own: ask with include_related for the conversations of its people. A page ends before it would be longer than 150,000 characters. While has_more is true, next_offset is the offset of the next page.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    include_related: z
      .boolean()
      .default(false)
      .describe('Also those of records that refer to it, such as the people of a company'),
    limit: limitParameter,
    offset: offsetParameter,
  }),
  output: z.object({
    ...untrusted,
    conversations: z.array(row),
    ...page,
    note: z.string().optional().describe('Where there is none: what include_related would show'),
  }),
  hints: READS,
  rows: { key: 'conversations' },
  run: async ({ conversations: inbox }, actor, { object, record_id, include_related, limit, offset }) => {
    const of = { object, record: record_id, include_related };
    const { conversations, total, total_related } = await inbox.listOfRecord(actor, of, { limit, offset });
    const note = total_related ? { note: related(total_related) } : {};
    return { conversations, ...following(conversations.length, offset, total), ...note };
  },
  present: ({ conversations, ...rest }, fence) => ({
    conversations: conversations.map((each) => presentConversation(each, fence)),
    ...rest,
  }),
});

function related(total: number): string {
  return `No conversation is with this record itself. Records that refer to it take part in ${total}: ask again with include_related: true.`;
}
