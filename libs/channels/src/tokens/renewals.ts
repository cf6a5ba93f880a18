import { SharedPlaces } from '#crm-domain';
import type { ChannelAccountRow } from '#crm-domain/messaging';
import { BUSY, isUnavailable, type AccountAccess } from './account-access.js';

/** Each holds a connection of the database while its provider is waited for, and requests of all tenants want some. */
const AT_ONCE = 3;
/** Fewer, so that a provider that hangs leaves a place for the others. */
const AT_ONCE_OF_CHANNEL = 2;
/** Milliseconds that one waits for the end of another at most. */
const PATIENCE_MS = 5000;

type Renewed = Pick<ChannelAccountRow, 'workspace_id' | 'channel_account_id' | 'channel'>;

/**
 * Which tokens are being replaced in this process: few at once, those of one channel or one tenant never all of these,
 * those of one tenant never all of a channel's, and of callers who want the same one the first alone asks for it.
 */
export class Renewals {
  private readonly underway = new Map<string, Promise<AccountAccess>>();
  /** Shared among tenants, and so are those of each channel. */
  private readonly places = placesFor(AT_ONCE);
  private readonly ofChannels = new Map<string, SharedPlaces>();

  /** @param refused the token in whose place another one is wanted, if it was refused */
  run(account: Renewed, refused: string | undefined, renew: () => Promise<AccountAccess>): Promise<AccountAccess> {
    const key = [account.workspace_id, account.channel_account_id, refused].join('/');
    const begun = this.underway.get(key) ?? this.begin(account, renew).finally(() => this.underway.delete(key));
    this.underway.set(key, begun);
    return begun;
  }

  /** Waits for a place of its channel first: what waits there holds no place that another channel could use. */
  private begin({ workspace_id, channel }: Renewed, renew: () => Promise<AccountAccess>): Promise<AccountAccess> {
    const ofChannel = this.ofChannels.get(channel) ?? placesFor(AT_ONCE_OF_CHANNEL);
    this.ofChannels.set(channel, ofChannel);
    const inPlace = () => this.places.run(workspace_id, renew);
    return ofChannel.run(workspace_id, inPlace).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return BUSY;
    });
  }
}

function placesFor(count: number): SharedPlaces {
  return new SharedPlaces('tokens are replaced', count, PATIENCE_MS);
}
