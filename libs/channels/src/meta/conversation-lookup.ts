import { SENT_WITHIN_MS, sameText } from '#crm-domain/messaging';
import { classifyAnswer, notLearnt } from '../provider/answer-table.js';
import type { ChannelAccess, DeliveryTrace, OutboundMessage, Reconciled } from '../contract/channel.js';
import { sentAround } from '../provider/sent-around.js';
import { readConversation, type ConversationPlace } from './conversation-reader.js';

const NOT_THERE: Reconciled = {
  kind: 'unknown',
  code: 'not_in_conversation',
  http_status: 200,
  detail: 'The message has not shown up in the conversation so far.',
};

/**
 * What is not shown may hold it. Conversations only grow, so no later look is shown more: this one counts, and the
 * message ends as unknown when its time is over.
 */
const NOT_SHOWN: Reconciled = {
  kind: 'unknown',
  code: 'conversation_not_shown',
  http_status: 200,
  detail: 'The provider does not show the conversation as far back as the time of sending.',
};

/**
 * Looks for the message in the conversation with its recipient: from us, at that time, the same text. Nothing found
 * proves nothing, since a message may show up late; so this never answers `not_sent`.
 */
export async function findInConversation(
  place: ConversationPlace,
  message: OutboundMessage,
  access: ChannelAccess,
  trace: DeliveryTrace,
): Promise<Reconciled> {
  const [person = ''] = message.to;
  const begun = trace.transmit_started_at;
  if (!begun) return NOT_THERE;
  const read = await readConversation(place, access, { person, since: begun.getTime() - SENT_WITHIN_MS.before });
  const alike = read.messages.filter(({ from, text }) => from !== person && sameText(text, message.body));
  const candidates = sentAround(alike, ({ at }) => at, begun).map(({ found, after_ms }) => ({
    provider_message_id: found.id,
    provider_thread_id: null,
    internet_message_id: null,
    after_ms,
  }));
  if (candidates.length > 0) return { kind: 'alike', candidates };
  if (read.kind === 'declined') return notLearnt(classifyAnswer(read.answer, place.table));
  return read.kind === 'cut_short' ? NOT_SHOWN : NOT_THERE;
}
