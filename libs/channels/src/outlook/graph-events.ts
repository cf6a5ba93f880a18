import { newId } from '#platform';
import { z } from 'zod';
import type { SubscriptionNews } from '../channel-descriptor.js';
import { digestOf, type StoredEvent } from '../contract/inbound-event.js';

/** Neither NUL nor half a character: whoever posts here is not known yet, and this is looked up in the database. */
const word = z.string().regex(/^[^\p{C}]{1,200}$/u);

/** What is used of a notification; the rest is not looked at. */
const notification = z.object({
  subscriptionId: word,
  clientState: z.string().max(200).nullish(),
  changeType: word.optional(),
  lifecycleEvent: word.optional(),
  resource: z.string().nullish(),
  resourceData: z.object({ id: z.string().optional(), '@odata.etag': z.string().nullish() }).nullish(),
});
const envelope = z.object({ value: z.array(notification).max(1000) });

/** One notification of Graph's, with what proves that it is meant for the subscription it names. */
export interface GraphNotification {
  subscription_id: string;
  client_state: string;
  /** Without that proof, which is nobody's business to keep. Made for what is proved alone. */
  event(): StoredEvent;
}

/**
 * Notifications that Microsoft Graph posted, each with a key that tells repeats.
 *
 * @throws ZodError when it is no POST of Graph's
 */
export function readGraphNotifications(body: unknown): GraphNotification[] {
  return envelope.parse(body).value.map(({ clientState, ...said }) => {
    const { subscriptionId, lifecycleEvent } = said;
    const event = (): StoredEvent => ({
      channel: 'outlook',
      // That notifications were missed says the same each time, and each time something has to be done.
      dedup_key: lifecycleEvent ? newId() : digestOf(said),
      account: subscriptionId,
      // All else only tells one from another: what is new is fetched.
      payload: { subscriptionId, ...(lifecycleEvent && { lifecycleEvent }) },
    });
    return { subscription_id: subscriptionId, client_state: clientState ?? '', event };
  });
}

/** `subscriptionRemoved` and `missed` come without a message; so may what Graph adds later. */
export function lifecycleOf(payload: unknown): SubscriptionNews | undefined {
  const { data } = notification.safeParse(payload);
  return data && { subscription_id: data.subscriptionId, lifecycle: data.lifecycleEvent ?? null };
}
