import { SharedPlaces } from '#crm-domain';
import type { ChannelAccountRow } from '#crm-domain/messaging';
import { BUSY, isUnavailable, type AccountAccess } from './account-access.js';

/** Each holds a connection of the database while its provider is waited for, and requests of all tenants want some. */
const AT_ONCE = 3;
/** Milliseconds that one waits for the end of another at most. */
const PATIENCE_MS = 5000;

type Renewed = Pick<ChannelAccountRow, 'workspace_id' | 'channel_account_id' | 'channel'>;

/**
 * Which tokens are being replaced in this process: few at once, those of one channel never all of these, and of callers
 * who want the same one the first alone asks for it.
 */
export class Renewals {
  private readonly underway = new Map<string, Promise<AccountAccess>>();
  private readonly places = new SharedPlaces('tokens are replaced', AT_ONCE, PATIENCE_MS);

  /** @param refused the token in whose place another one is wanted, if it was refused */
  run(
    { workspace_id, channel_account_id, channel }: Renewed,
    refused: string | undefined,
    renew: () => Promise<AccountAccess>,
  ): Promise<AccountAccess> {
    const key = [workspace_id, channel_account_id, refused].join('/');
    const begun = this.underway.get(key) ?? this.begin(channel, renew).finally(() => this.underway.delete(key));
    this.underway.set(key, begun);
    return begun;
  }

  private begin(channel: string, renew: () => Promise<AccountAccess>): Promise<AccountAccess> {
    return this.places.run(channel, renew).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return BUSY;
    });
  }
}
