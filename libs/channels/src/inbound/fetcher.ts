import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '#crm-domain';
import { MessageUnderWay } from '#crm-domain/messaging';
import type { AccountKey, ChannelName, LeftOut, SyncService, SyncedAccount } from '#crm-domain/messaging';
import { logger } from '#platform';
import type { Declined } from '../contract/channel.js';
import type { AccountTokens } from '../tokens/account-tokens.js';
import { FetchDeclined, type FetchedPage, type Mailbox } from '../contract/mailbox.js';

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
  kind: 'transient',
  retry_after_seconds: null,
  throttles: 'message',
  http_status: null,
  code: 'message_under_way',
  detail: 'A message with the same text is being sent.',
};

/** Then others have their turn: a first fetch may have thousands of pages, a usual one has one or two. */
const PAGES_IN_TURN = 4;
/** The same for a fetch that left something out: it would only begin with that again, so it has its next turn later. */
const PAGES_BESIDE = 40;

/** `more`: the account was given back with pages left. */
export type FetchEnd = 'whole' | 'whole for the first time' | 'failed' | 'more';

export interface FetchTools {
  syncs: Pick<SyncService, 'leaseMs' | 'begin' | 'prolong' | 'keep' | 'keepRest' | 'pause' | 'end'>;
  tokens: Pick<AccountTokens, 'accessTo' | 'noteAccepted' | 'reconsider'>;
  mailboxes: Partial<Record<ChannelName, Mailbox>>;
}

/** Fetches what is new in an account, page by page, each stored with how far it came. */
export class Fetcher {
  constructor(
    private readonly tools: FetchTools,
    private readonly lookMs = LOOK_MS,
  ) {}

  /**
   * Until nothing more is there, or the turn of the account is over.
   *
   * @throws DomainError conflict while somebody else fetches from the account
   */
  async fetch(key: AccountKey, signal: AbortSignal): Promise<FetchEnd> {
    const { syncs, mailboxes } = this.tools;
    const account = await syncs.begin(key);
    if (!account)
      throw new DomainError('conflict', 'Another process fetches from this account, or it is not connected.');
    const mailbox = mailboxes[account.channel];
    const declined =
      mailbox && (await this.pages(account, mailbox, signal).catch((error) => this.failed(account, error)));
    if (declined === 'more') {
      await syncs.pause(account);
      return 'more';
    }
    if (!declined) {
      await syncs.end(account, null, mailbox?.everyMs ?? DAY);
      return account.last_synced_at === null ? 'whole for the first time' : 'whole';
    }
    const { code } = declined;
    logger.warn(
      { channel: account.channel, account: account.channel_account_id, code },
      'Fetching from an account failed.',
    );
    await syncs.end(account, code, pauseAfter(declined));
    return 'failed';
  }

  /** Somebody else may try at once, and whoever looks at the account sees that something is wrong. */
  private async failed(account: SyncedAccount, error: unknown): Promise<never> {
    const { kind, name } = error as { kind?: string; name?: string };
    await this.tools.syncs.end(account, `internal_${kind ?? name}`, AFTER_FAILURE_MS).catch(() => undefined);
    throw error;
  }

  /**
   * Gives why it ended early, or is not whole, if so. What is left out holds little else back: the next fetch begins
   * with it, so that this one goes on for many pages.
   */
  private async pages(
    account: SyncedAccount,
    mailbox: Mailbox,
    signal: AbortSignal,
  ): Promise<Declined | 'more' | undefined> {
    const since = sinceOf(account);
    let cursor = account.sync_cursor;
    let left: LeftOut | undefined;
    for (let [read, isLast] = [0, false]; !isLast; read++) {
      if (signal.aborted || (read >= PAGES_IN_TURN && !left)) return 'more';
      if (read >= PAGES_BESIDE) return UNDER_WAY;
      const opened = await this.tools.tokens.accessTo(account);
      if (opened.kind !== 'open') return opened;
      const { access } = opened;
      try {
        const page = await this.holding(account, () => mailbox.page({ ...access, signal }, cursor, since));
        this.tools.tokens.noteAccepted(account, access.token);
        if (!left && !(await this.keep(account, page, signal))) left = { before: cursor, threads: new Set() };
        if (left) await this.tools.syncs.keepRest(account, page.messages, left);
        ({ cursor, isLast } = page);
      } catch (error) {
        if (!(error instanceof FetchDeclined)) throw error;
        return this.reconsidered(account, error.verdict, access.token);
      }
    }
    return left && UNDER_WAY;
  }

  /** A page may take longer than a lease; nobody else shall begin the same one meanwhile. */
  private async holding<T>(account: SyncedAccount, work: () => Promise<T>): Promise<T> {
    const { syncs } = this.tools;
    const beat = setInterval(() => void syncs.prolong(account).catch(() => undefined), syncs.leaseMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(beat);
    }
  }

  /** False when nobody knows after long what became of a message of the same words; then nothing is stored. */
  private async keep(account: SyncedAccount, { messages, cursor }: FetchedPage, signal: AbortSignal): Promise<boolean> {
    for (let look = 1; ; look++) {
      try {
        await this.tools.syncs.keep(account, messages, cursor);
        return true;
      } catch (error) {
        if (!(error instanceof MessageUnderWay)) throw error;
        if (look === LOOKS || signal.aborted) return false;
        await sleep(this.lookMs);
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
  const { retry_after_seconds: asked = null } = declined;
  return asked === null ? AFTER_FAILURE_MS : Math.max(asked, 1) * 1000;
}
