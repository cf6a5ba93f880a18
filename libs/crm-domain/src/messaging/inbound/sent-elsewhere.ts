import { isMail } from '../channel-name.js';
import { handleOf } from '../handle.js';
import type { OwnMessage, ReceivingAccount } from './receive.store.js';
import type { ReceivedMessage } from './received.js';

/**
 * Whether a person has sent the draft of a message, but not to all whom it goes to: then it has not left, and this is
 * another mail. What was perhaps sent from here went to its people.
 */
export function isSentElsewhere(
  { is_settled, may_have_left, handles }: OwnMessage,
  { channel }: ReceivingAccount,
  { to, cc }: ReceivedMessage,
): boolean {
  if (!isMail(channel) || is_settled || may_have_left) return false;
  const people = new Set([...to, ...cc].map(({ address }) => handleOf('email', address)));
  return people.size > 0 && handles.some((handle) => !people.has(handle));
}
