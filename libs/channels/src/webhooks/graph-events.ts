import { newId } from '#platform';
import { z } from 'zod';
import { digestOf, type StoredEvent } from './stored-event.js';

/** Neither NUL nor half a character: whoever posts here is not known yet, and this is looked up in the database. */
const word = z.string().regex(/^[^\p{C}]{1,200}$/u);

const notification = z.looseObject({
  subscriptionId: word,
  clientState: z.string().max(200).nullish(),
  changeType: word.optional(),
  lifecycleEvent: word.optional(),
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
  return envelope.parse(body).value.map(({ clientState, ...said }) => {
    const { subscriptionId, lifecycleEvent } = said;
    // That notifications were missed says the same each time, and each time something has to be done.
    const dedup_key = lifecycleEvent ? newId() : digestOf(said);
    // All else only tells one from another: what is new is fetched.
    const payload = { subscriptionId, ...(lifecycleEvent && { lifecycleEvent }) };
    return {
      subscription_id: subscriptionId,
      client_state: clientState ?? '',
      event: { channel: 'outlook', dedup_key, payload },
    };
  });
}

/** `subscriptionRemoved` and `missed` come without a message; so may what Graph adds later. */
export function lifecycleOf(payload: unknown): { subscription_id: string; lifecycle: string | null } | undefined {
  const { data } = notification.safeParse(payload);
  return data && { subscription_id: data.subscriptionId, lifecycle: data.lifecycleEvent ?? null };
}
