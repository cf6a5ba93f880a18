import { trustedClaim } from '../../actor.js';
import type { EventKind } from '../../events/event.js';
import type { Stores } from '../../stores.js';
import type { EndedRow, ToldRow } from './delivery.store.js';

/** What belongs to the end of a message: its thread, and the event. Whether there was an end. */
export async function tellEnd(stores: Stores, workspaceId: string, ended: EndedRow | undefined): Promise<boolean> {
  if (!ended) return false;
  if (ended.thread_id && ended.state === 'accepted') await stores.deliveries.adoptThread(ended);
  await tell(stores, workspaceId, { kind: ended.state === 'accepted' ? 'message.sent' : 'message.failed', row: ended });
  return true;
}

/** The event that a message which its provider had accepted did not reach the person. */
export async function tellUndelivered(stores: Stores, workspaceId: string, row: ToldRow | undefined): Promise<void> {
  if (row) await tell(stores, workspaceId, { kind: 'message.undelivered', row });
}

function tell(stores: Stores, workspaceId: string, { kind, row }: { kind: EventKind; row: ToldRow }): Promise<void> {
  const { message_id, conversation_id, channel, code, sent_by_user_id, sent_by, sent_via } = row;
  const caller = { ...trustedClaim(workspaceId, sent_via), user_id: sent_by_user_id };
  const data = { conversation_id, channel, ...(code !== null && { failure_code: code }) };
  return stores.events.add(caller, { kind, subject_id: message_id, actor_name: sent_by, data });
}
