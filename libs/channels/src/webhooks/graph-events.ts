import { newId } from '#platform';
import { z } from 'zod';
import { digestOf, type StoredEvent } from './stored-event.js';

const notification = z.looseObject({
  subscriptionId: z.string().min(1).max(200),
  clientState: z.string().max(200).nullish(),
  changeType: z.string().optional(),
  lifecycleEvent: z.string().optional(),
  resourceData: z.looseObject({ id: z.string().optional() }).nullish(),
});
const envelope = z.object({ value: z.array(notification).max(1000) });

/** One notification of Graph's, with what proves that it is meant for the subscription it names. */
export interface GraphNotification {
  subscription_id: string;
  client_state: string;
  /** Without that proof, which is nobody's business to keep. */
  event: StoredEvent;
}

/** @throws ZodError when it is no POST of Graph's */
export function readGraphNotifications(body: unknown): GraphNotification[] {
  return envelope.parse(body).value.map(({ clientState, ...said }) => ({
    subscription_id: said.subscriptionId,
    client_state: clientState ?? '',
    // That notifications were missed says the same each time, and each time something has to be done.
    event: { channel: 'outlook', dedup_key: said.lifecycleEvent ? newId() : digestOf(said), payload: said },
  }));
}

/** `subscriptionRemoved` and `missed` come without a message; so may what Graph adds later. */
export function lifecycleOf(payload: unknown): { subscription_id: string; lifecycle: string | null } | undefined {
  const { data } = notification.safeParse(payload);
  return data && { subscription_id: data.subscriptionId, lifecycle: data.lifecycleEvent ?? null };
}
