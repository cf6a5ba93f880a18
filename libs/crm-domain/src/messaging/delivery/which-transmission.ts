import type { DeliveryState } from './outbox.store.js';
import { OUTCOME_UNKNOWN, isInDoubt, type Standing } from './delivery-state.js';
import { SENT_WITHIN_MS } from './same-message.js';

interface FailureTold {
  /** Which of the message's transmissions, from 1; null where the provider does not say. */
  transmission: number | null;
  provider_message_id: string | null;
  /** By the provider's clock. */
  at: Date;
}

interface LastTransmission {
  state: DeliveryState;
  /** Of a delivery that is not accepted, that which its provider said had failed. */
  provider_message_id: string | null;
  transmit_started_at: Date | null;
  is_by_words: boolean;
}

/**
 * Whether a failure that a provider tells later can be one of the last transmission: it names this one, or where it
 * names none it has the id that the provider gave this, or where none is known it is not dated before this began, as
 * far as clocks agree. While the last one has no answer, an id that is known is that of an earlier one, which had
 * failed. A message may be handed over again after a refusal, and providers tell in any order.
 */
export function canBeOfLast(
  { transmission, provider_message_id: id, at }: FailureTold,
  last: Pick<Standing, 'transmit_count'> & LastTransmission,
): boolean {
  if (transmission !== null) return transmission === last.transmit_count;
  if (id !== null && last.provider_message_id !== null && !last.is_by_words) {
    const isKnown = id === last.provider_message_id;
    if (isKnown || !isInDoubt(last.state)) return isKnown && !isInDoubt(last.state);
  }
  const begun = last.transmit_started_at?.getTime() ?? -Infinity;
  return at.getTime() >= begun - SENT_WITHIN_MS.before;
}

/**
 * Whether what a provider took is known to have failed, and was followed by another transmission: that it was taken says
 * nothing of that one. Which provider tells its failures hands a message over again only after one.
 */
export function isOfFailed(
  { transmission, provider_message_id: id }: Omit<FailureTold, 'at'>,
  last: Pick<Standing, 'transmit_count'> &
    Pick<LastTransmission, 'state' | 'provider_message_id'> & { last_error_code: string | null },
): boolean {
  if (last.state === 'accepted' || last.provider_message_id === null) return false;
  if (transmission !== null) return transmission < last.transmit_count;
  const isOpen = isInDoubt(last.state) || last.last_error_code === OUTCOME_UNKNOWN.code;
  return isOpen && id === last.provider_message_id;
}
