import { isMail, type Lease, type OutgoingRow } from '#crm-domain/messaging';
import type { DeliveryTrace, DraftIds, OutboundMessage } from '../contract/channel.js';

/** The message as its channel sends it. */
export function messageOf(
  { message_id, channel }: Lease,
  { recipients, subject, body, reply }: OutgoingRow,
): OutboundMessage {
  // Mail goes to the address as it was written; numbers and ids are wanted in the one form they have.
  const addresses = (role: 'to' | 'cc') =>
    recipients.filter((each) => each.role === role).map((each) => (isMail(channel) ? each.address : each.handle));
  return { message_id, channel, subject, body, reply, to: addresses('to'), cc: addresses('cc') };
}

/** What the lease says of earlier attempts, by the clock of this process. */
export function traceOf({ transmit_count: transmission, ...lease }: Lease): DeliveryTrace {
  const { provider_draft_id, provider_thread_id, transmit_started_at, attempt, age_ms } = lease;
  // A time to come says only that the clock of the database was set back since.
  const queued_at = age_ms < 0 ? undefined : new Date(Date.now() - age_ms);
  return { provider_draft_id, provider_thread_id, transmit_started_at, attempt, queued_at, transmission };
}

/** Where the draft is at the provider. */
export function draftOf({ provider_draft_id, provider_thread_id }: DraftIds) {
  return { provider_draft_id, provider_thread_id };
}

/** Whether the lease does not know the draft yet. */
export function isNews(draft: DraftIds, lease: Lease): boolean {
  return draft.provider_draft_id !== lease.provider_draft_id || draft.provider_thread_id !== lease.provider_thread_id;
}
