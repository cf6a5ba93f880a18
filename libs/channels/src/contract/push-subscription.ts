import type { Push } from '#crm-domain/messaging';
import type { ChannelAccess } from './channel.js';

/** Has a provider tell us of what is new. */
export interface PushSubscription {
  /** So long before it ends it is renewed. */
  leadMs: number;
  /** @param known the subscription there was, if any @throws FetchDeclined */
  renew(access: ChannelAccess, known: string | null): Promise<Push>;
}
