import type { Push, ReceivedMessage } from '#crm-domain/messaging';
import type { ChannelAccess, Declined } from './channel.js';

/** What a provider holds of an account, page by page. */
export interface Mailbox {
  /** Milliseconds after which it is looked into even though nothing was told. */
  everyMs: number;
  /**
   * What came after `cursor`, the next piece of it. A cursor that is null or no longer good begins anew with what came
   * after `since`.
   * @throws FetchDeclined
   */
  page(access: ChannelAccess, cursor: unknown, since: Date): Promise<FetchedPage>;
}

export interface FetchedPage {
  messages: ReceivedMessage[];
  /** Where the next page begins; plain JSON. */
  cursor: object;
  /** Nothing more for now. */
  isLast: boolean;
}

/** The provider did not give what was asked for. */
export class FetchDeclined extends Error {
  constructor(readonly verdict: Declined) {
    super(`The provider declined: ${verdict.code}`);
    this.name = 'FetchDeclined';
  }
}

/** Has a provider tell us of what is new. */
export interface PushSubscription {
  /** So long before it ends it is renewed. */
  leadMs: number;
  /** @param known the subscription there was, if any @throws FetchDeclined */
  renew(access: ChannelAccess, known: string | null): Promise<Push>;
}
