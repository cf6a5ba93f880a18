import { invalid } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { ASIDE, fitMessage, fitThread } from '../support/fit-thread.js';
import { conversationFields, conversationParameter, messageShape, untrusted } from '../support/messaging-shapes.js';
import { firstFitting, listParameters } from '../support/paging.js';
import { ownTopics, presentConversation, presentMessage } from '../support/present-conversations.js';
import { READS, offsetParameter } from '../support/shapes.js';

/** Of the room of a result. Strangers choose how long the names of all participants are. */
const PEOPLE_SHARE = 5;

const messageParameter = z.string().min(1).max(100).optional();

const input = z.strictObject({
  conversation_id: conversationParameter,
  limit: listParameters.limit.describe('Default: as many as fit'),
  before: messageParameter.describe('Shows the messages before this one'),
  message_id: messageParameter.describe('Shows this message alone'),
  offset: offsetParameter.describe('With message_id: where its text begins'),
  list_offset: offsetParameter.describe('With message_id: leaves out so many of its to, cc and attachments'),
});

const thread = z.object({
  ...untrusted,
  ...conversationFields,
  people: conversationFields.people.describe(
    'Each with address, display_name; only the first ones if there are many. The others are in from, to and cc of the messages',
  ),
  messages: z.array(messageShape).describe('In the order of sending'),
  total_messages: z.number(),
  messages_left_out: z.number(),
  has_more: z.boolean(),
  next_before: z.string().optional(),
});

export const getConversation = defineTool({
  name: 'get_conversation',
  title: 'Get a conversation',
  description:
    'Shows the newest messages of a conversation of your inbox, oldest first, including your own drafts, and the status of outgoing messages: pending, sent, or failed with the reason. A failure_code of outcome_unknown means it may have been delivered: do not send it again without asking the user. While has_more is true, there are older messages: next_before is the before of their page. Of a message with shortened, something is left out: message_id shows it alone, with next_offset and next_list_offset as the offset and list_offset of its next part.',
  needs: 'read:data',
  input,
  output: thread,
  hints: READS,
  cost: 'page',
  run: async ({ conversations }, actor, asked) => {
    const { conversation_id, message_id, limit, before } = asked;
    refuseMixed(asked);
    const found =
      message_id === undefined
        ? await conversations.get(actor, conversation_id, { limit, before })
        : await conversations.getMessage(actor, conversation_id, message_id);
    return { ...found, messages_left_out: found.total_messages - found.messages.length };
  },
  present: (found, { fence, room }, { message_id, offset, list_offset }) => {
    const ours = ownTopics(found.messages, !found.has_more);
    const conversation = presentConversation(found, fence);
    const people = firstFitting(conversation.people, room / PEOPLE_SHARE);
    const show = (kept: readonly Shown[]) => {
      const has_more = found.has_more || kept.length < found.messages.length;
      return {
        ...conversation,
        people,
        messages: kept.map((message) => presentMessage(message, fence, ours)),
        messages_left_out: found.total_messages - kept.length,
        has_more,
        ...(has_more && { next_before: kept[0]?.id }),
      };
    };
    const [first] = found.messages;
    if (message_id === undefined || !first) return fitThread(found.messages, show, room - ASIDE);
    return fitMessage(first, { offset, list_offset }, (message) => show([message]), room - ASIDE);
  },
});

type Shown = z.output<typeof messageShape>;

/** One message and a page of them are two questions. */
function refuseMixed({ message_id, before, offset, list_offset }: z.output<typeof input>): void {
  if (message_id !== undefined) {
    if (before !== undefined) throw invalid([{ path: 'before', message: 'cannot be used together with message_id.' }]);
  } else if (offset + list_offset > 0) {
    const path = offset > 0 ? 'offset' : 'list_offset';
    throw invalid([{ path, message: 'must be used together with message_id.' }]);
  }
}
