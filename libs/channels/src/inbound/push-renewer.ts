import type { ChannelName, PushedAccount, SyncService } from '#crm-domain/messaging';
import { logger } from '#platform';
import type { AccountTokens } from '../tokens/account-tokens.js';
import { reasonOf } from '../outbound/reason-of.js';
import { FetchDeclined, type PushSubscription } from '../contract/mailbox.js';

const AT_ONCE = 100;

export interface PushRenewerTools {
  syncs: Pick<SyncService, 'dueForRenewal' | 'savePush'>;
  tokens: Pick<AccountTokens, 'accessTo'>;
  pushSubscriptions: Partial<Record<ChannelName, PushSubscription>>;
}

/** Keeps providers telling us of what is new. */
export class PushRenewer {
  constructor(private readonly tools: PushRenewerTools) {}

  /** Those that end before long. An account that cannot be renewed is fetched from all the same. */
  async renewAll(signal: AbortSignal): Promise<void> {
    const { syncs, pushSubscriptions } = this.tools;
    const leads = Object.fromEntries(
      Object.entries(pushSubscriptions).map(([channel, { leadMs }]) => [channel, leadMs]),
    );
    for (const account of await syncs.dueForRenewal(leads, AT_ONCE)) {
      if (signal.aborted) return;
      const code = await this.renew(account, signal);
      if (!code) continue;
      const { channel, channel_account_id } = account;
      logger.warn(
        { channel, account: channel_account_id, code },
        'A provider does not tell what is new in an account.',
      );
    }
  }

  /** Gives why not, if it did not. */
  private async renew(account: PushedAccount, signal: AbortSignal): Promise<string | undefined> {
    const { syncs, tokens, pushSubscriptions } = this.tools;
    try {
      const opened = await tokens.accessTo(account);
      if (opened.kind !== 'open') return opened.code;
      const push = await pushSubscriptions[account.channel]!.renew(
        { ...opened.access, signal },
        account.push_subscription_id,
      );
      await syncs.savePush(account, push);
      return undefined;
    } catch (error) {
      // Whatever it is, the accounts behind this one are others' and have nothing to do with it.
      return error instanceof FetchDeclined ? error.verdict.code : reasonOf(error);
    }
  }
}
