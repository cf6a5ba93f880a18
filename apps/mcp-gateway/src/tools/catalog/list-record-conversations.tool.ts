import { z } from 'zod';
import { MAX_OF_RECORD, MAX_RELATED } from '#crm-domain/messaging';
import { defineTool } from '../define-tool.js';
import { conversationFields, listOf, page, untrusted } from '../support/messaging-shapes.js';
import { following } from '../support/paging.js';
import { presentConversation } from '../support/present-conversations.js';
import { READS, limitParameter, objectParameter, offsetParameter, recordParameter } from '../support/shapes.js';

const row = z.object({ ...conversationFields, in_my_inbox: z.boolean() });

export const listRecordConversations = defineTool({
  name: 'list_record_conversations',
  title: "List a record's conversations",
  description:
    'Lists the conversations that a record takes part in through its addresses, in the whole workspace and including archived ones, newest first. Where in_my_inbox is false, the row shows nothing private, and get_conversation does not find it. A company has no addresses: include_related adds the conversations of its people.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    include_related: z.boolean().default(false).describe(`Of the ${MAX_RELATED} oldest records that refer to it`),
    limit: limitParameter,
    offset: offsetParameter,
  }),
  output: z.object({
    ...untrusted,
    conversations: listOf(row),
    ...page,
    note: z.string().optional(),
  }),
  hints: READS,
  cost: 'page',
  rows: { key: 'conversations' },
  run: async ({ conversations: inbox }, actor, { object, record_id, include_related, limit, offset }) => {
    const of = { object, record: record_id, include_related };
    const { conversations, total, total_related, is_cut } = await inbox.listOfRecord(actor, of, { limit, offset });
    const note = total_related ? related(total_related, is_cut) : is_cut ? CUT : undefined;
    return { conversations, ...following(conversations.length, offset, total), ...(note && { note }) };
  },
  present: ({ conversations, ...rest }, { fence }) => ({
    conversations: conversations.map((each) => presentConversation(each, fence)),
    ...rest,
  }),
});

const CUT = `This list and its total are not complete: more than ${MAX_RELATED} records refer to this one, of which the ${MAX_RELATED} oldest were looked at, or there are more than ${MAX_OF_RECORD} conversations, of which those begun last were looked at. To get those of another record, call this tool with that record.`;

function related(total: number, isCut: boolean): string {
  return `This record itself has no conversations. Records that refer to it have ${total}${isCut ? ' or more' : ''}: call again with include_related: true.`;
}
