import { isStandIn } from '../../persons/stand-in.js';
import { isMail } from '../channel-name.js';
import { handleOf } from '../handle.js';
import type { OwnMessage, ReceivingAccount } from './receive.store.js';
import type { ReceivedMessage } from './received.js';

/**
 * Whether Gmail took our message as another mail already: this one was sent from a second draft of it, which a slow
 * answer had left. Outlook's ids change when a mailbox moves.
 */
function isSecond({ is_settled, accepted_as }: OwnMessage, { channel }: ReceivingAccount, id: string): boolean {
  return channel === 'gmail' && is_settled && accepted_as !== null && accepted_as !== id;
}

/**
 * Whether a person has sent the draft of a message, but not to all whom it goes to: then it has not left, and this is
 * another mail. What may have been sent from here went to its people. Recipients who were erased are not compared: their
 * addresses are not known any more.
 */
export function isSentElsewhere(
  own: OwnMessage,
  account: ReceivingAccount,
  { to, cc, bcc = [], provider_message_id }: ReceivedMessage,
): boolean {
  const { is_settled, may_have_left, handles } = own;
  if (isSecond(own, account, provider_message_id)) return true;
  if (!isMail(account.channel) || is_settled || may_have_left) return false;
  const addresses = [...[...to, ...cc].map(({ address }) => address), ...bcc];
  const people = new Set(addresses.map((address) => handleOf('email', address)));
  return people.size > 0 && handles.some((handle) => !people.has(handle) && !isStandIn(handle));
}
