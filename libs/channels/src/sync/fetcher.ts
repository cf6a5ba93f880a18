import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, MessageUnderWay } from '#crm-domain';
import type { AccountKey, ChannelName, SyncService, SyncedAccount } from '#crm-domain';
import { logger } from '#platform';
import type { Declined } from '../answers/answer-table.js';
import type { AccountTokens } from '../tokens/account-tokens.js';
import { FetchDeclined, type FetchedPage, type Mailbox } from './mailbox.js';

const DAY = 86_400_000;
/** How far back an account is read when it is new, and how far over its last time when its cursor is lost. */
const FIRST_DAYS = 30;
const OVERLAP_DAYS = 1;
const AFTER_FAILURE_MS = 60_000;
const AFTER_REFUSAL_MS = 3_600_000;

/** A transmission is answered within so many seconds; meanwhile what was fetched waits, each second anew. */
const LOOKS = 25;
const LOOK_MS = 1000;

const UNDER_WAY: Declined = {
  ...{ kind: 'transient', retry_after_seconds: null, throttles: 'message', http_status: null },
  ...{ code: 'message_under_way', detail: 'A message of the same words is being sent.' },
};

export interface FetchTools {
  syncs: Pick<SyncService, 'begin' | 'keep' | 'end'>;
  tokens: Pick<AccountTokens, 'accessTo' | 'noteAccepted' | 'reconsider'>;
  mailboxes: Partial<Record<ChannelName, Mailbox>>;
}

/** Fetches what is new in an account, page by page, each stored with how far it came. */
export class Fetcher {
  constructor(private readonly tools: FetchTools) {}

  /** Until nothing more is there. Gives whether it was the first time. @throws DomainError conflict while somebody else fetches from the account */
  async fetch(key: AccountKey, signal: AbortSignal): Promise<boolean> {
    const { syncs, mailboxes } = this.tools;
    const account = await syncs.begin(key);
    if (!account) throw new DomainError('conflict', 'Somebody else fetches from this account, or it is not connected.');
    const mailbox = mailboxes[account.channel];
    const declined =
      mailbox && (await this.pages(account, mailbox, signal).catch((error) => this.failed(account, error)));
    if (!declined) {
      await syncs.end(account, null, mailbox?.everyMs ?? DAY);
      return account.last_synced_at === null;
    }
    const { code } = declined;
    logger.warn(
      { channel: account.channel, account: account.channel_account_id, code },
      'An account could not be fetched from.',
    );
    await syncs.end(account, code, pauseAfter(declined));
    return false;
  }

  /** Somebody else may try at once, and whoever looks at the account sees that something is wrong. */
  private async failed(account: SyncedAccount, error: unknown): Promise<never> {
    const { kind, name } = error as { kind?: string; name?: string };
    await this.tools.syncs.end(account, `internal_${kind ?? name}`, AFTER_FAILURE_MS).catch(() => undefined);
    throw error;
  }

  /** Gives why it ended early, if it did. */
  private async pages(account: SyncedAccount, mailbox: Mailbox, signal: AbortSignal): Promise<Declined | undefined> {
    const since = sinceOf(account);
    let cursor = account.sync_cursor;
    for (let isLast = false; !isLast && !signal.aborted;) {
      const opened = await this.tools.tokens.accessTo(account);
      if (opened.kind !== 'open') return opened;
      const { access } = opened;
      try {
        const page = await mailbox.page({ ...access, signal }, cursor, since);
        this.tools.tokens.noteAccepted(account, access.token);
        await this.keep(account, page, signal);
        ({ cursor, isLast } = page);
      } catch (error) {
        if (error instanceof MessageUnderWay) return UNDER_WAY;
        if (!(error instanceof FetchDeclined)) throw error;
        return this.reconsidered(account, error.verdict, access.token);
      }
    }
    return undefined;
  }

  /** @throws MessageUnderWay when a transmission of the same words has had no answer for long */
  private async keep(account: SyncedAccount, { messages, cursor }: FetchedPage, signal: AbortSignal): Promise<void> {
    for (let look = 1; ; look++) {
      try {
        return await this.tools.syncs.keep(account, messages, cursor);
      } catch (error) {
        if (!(error instanceof MessageUnderWay) || look === LOOKS || signal.aborted) throw error;
        await sleep(LOOK_MS);
      }
    }
  }

  private async reconsidered(account: SyncedAccount, verdict: Declined, token: string): Promise<Declined> {
    // What may not be read may still be sent through.
    if (verdict.http_status !== 401) return verdict;
    const outcome = await this.tools.tokens.reconsider(account, verdict, token);
    return outcome.kind === 'accepted' ? verdict : outcome;
  }
}

function sinceOf({ last_synced_at }: SyncedAccount): Date {
  return last_synced_at
    ? new Date(last_synced_at.getTime() - OVERLAP_DAYS * DAY)
    : new Date(Date.now() - FIRST_DAYS * DAY);
}

function pauseAfter(declined: Declined): number {
  if (declined.kind === 'rejected') return AFTER_REFUSAL_MS;
  const asked = declined.kind === 'transient' ? declined.retry_after_seconds : null;
  return asked === null ? AFTER_FAILURE_MS : Math.max(asked, 1) * 1000;
}
