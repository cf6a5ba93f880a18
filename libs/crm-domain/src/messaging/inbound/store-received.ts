import { newId } from '#platform';
import type { Stores } from '../../stores.js';
import { isMail } from '../channel-name.js';
import type { ReceivingAccount } from './receive.store.js';
import type { Times } from './receiving.js';
import type { ReceivedMessage } from './received.js';
import { placingOf, rowsOf, wellFormed } from './received-rows.js';

/**
 * Stores messages that came in through an account and were not sent from here, each once, in the transaction of these
 * stores. The oldest comes first, since some providers name it last: what answers a message has to find it. None is
 * dated later than now, by the database's clock: that of this process may be behind.
 */
export async function storeReceived(
  stores: Stores,
  account: ReceivingAccount,
  messages: readonly ReceivedMessage[],
): Promise<void> {
  let times: Times = { now: new Date(0), connected_at: null };
  for (const line of linesOf(account, messages)) times = await stores.received.queueUp(account, line);
  const { now, connected_at } = times;
  const until = (message: ReceivedMessage) => (message.sent_at > now ? { ...message, sent_at: now } : message);
  for (const message of [...messages].sort(byTime).map(until)) await store(stores, account, message, connected_at);
}

/**
 * What is taken in one after the other: the mail of a person, because it may come to several of their mailboxes; of
 * chats what one other person says. In one order everywhere, so that nobody waits in a circle.
 */
function linesOf(
  { channel, channel_account_id, owner_user_id }: ReceivingAccount,
  messages: readonly ReceivedMessage[],
): string[] {
  if (isMail(channel)) return [owner_user_id ?? channel_account_id];
  return [...new Set(messages.map(({ thread_id }) => `${channel_account_id} ${thread_id}`))].sort();
}

function byTime(one: ReceivedMessage, other: ReceivedMessage): number {
  return one.sent_at.getTime() - other.sent_at.getTime();
}

async function store(
  { received, inboxes }: Stores,
  account: ReceivingAccount,
  message: ReceivedMessage,
  connectedAt: Date | null,
): Promise<void> {
  const { channel_account_id, owner_user_id } = account;
  const { direction, seen, sent_at } = message;
  const inbound = direction === 'inbound';
  const rows = rowsOf(account, message);
  const placing = placingOf(account, message);
  const placed = await received.place(account, placing, rows);
  const conversation_id = placed?.conversation_id ?? newId();
  if (!placed?.is_known) {
    const { thread_id: external_id } = placing;
    const subject = isMail(account.channel) ? wellFormed(message.subject ?? '') : null;
    if (placed) await received.adopt(conversation_id, channel_account_id, external_id);
    else await received.insertConversation(account, { conversation_id, external_id, subject, sent_at });
    const thread_id = isMail(account.channel) && placed?.is_named === false ? external_id : null;
    await received.insertMessage(account, { conversation_id, thread_id }, rows);
    await inboxes.follow({ conversation_id, at: sent_at, inbound, channel_account_id });
  } else if (placed.copy_of) await received.insertCopy(account, message.provider_message_id, placed.copy_of);
  // What was sent before the account was connected is history.
  const isUnseen = inbound && !seen && !placed?.is_known && connectedAt !== null && sent_at >= connectedAt;
  await received.awaken(conversation_id, { inbound, sent_at, reader: seen ? owner_user_id : null, isUnseen });
}
