import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#crm-domain';
import type { ChannelAccountRow } from '#crm-domain/messaging';
import { logger } from '#platform';
import type { Outcome } from '../contract/channel.js';
import type { AccountCredentials, CredentialOwner, CredentialVault } from './credential-vault.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { AcceptedTokens } from './accepted-tokens.js';
import { BUSY, closed, isUnavailable, later, open, type AccountAccess } from './account-access.js';
import type { Rejected, Transient } from './account-access.js';
import { OpenWork } from './open-work.js';
import { Renewals } from './renewals.js';
import { ANSWER_WITHIN_MS, refreshToken, type Refreshed } from './refresh-token.js';
import { afterRefusal, inMs, isAwaited, isDue, isStillGood, pauseOf } from './token-rules.js';

type Accounts = Parameters<Parameters<Db['transaction']>[1]>[0]['channelAccounts'];
type Replacement =
  | { kind: 'keep' | 'store'; credentials: AccountCredentials }
  | { kind: 'revoked'; code: string }
  // `credentials` are stored all the same.
  | { kind: 'later'; code: string; wait_ms?: number; credentials?: AccountCredentials };

/** New credentials, and those in whose place they came. */
interface Renewed {
  replaced: AccountCredentials;
  credentials: AccountCredentials;
}

/** Milliseconds that a provider is waited for under the lock: Postgres ends a transaction that idles longer. */
const LOCKED_MS = 4000;

/** Milliseconds between two tries to store what the provider gave: at first and at most, and until it is given up. */
const [FIRST_WAIT, MAX_WAIT, GIVEN_UP] = [100, 2000, 3_600_000];

/**
 * Tokens of connected accounts. One is replaced under a lock on the account's row and stored in the same transaction,
 * because the old refresh token may be used up by it. When it is lost with its connection, or ends before the provider
 * has answered, the new ones are stored by another; when its process is killed, the old one is tried, which Google and
 * Microsoft still take.
 */
export class AccountTokens {
  private readonly accepted = new AcceptedTokens();
  /** Tokens still to be stored, perhaps the only ones there are: this ends before the database is closed. */
  readonly late = new OpenWork();
  private readonly renewals = new Renewals();

  constructor(
    private readonly db: Pick<Db, 'autocommit' | 'transaction'>,
    private readonly vault: CredentialVault,
    private readonly settings: ProviderSettings,
  ) {}

  /** @param refused a token that the provider has just refused; it is not given out again */
  async accessTo({ workspace_id, channel_account_id }: CredentialOwner, refused?: string): Promise<AccountAccess> {
    const account = await this.db.autocommit(workspace_id, (stores) => stores.channelAccounts.find(channel_account_id));
    const credentials = this.credentialsOf(account);
    if ('kind' in credentials) return credentials;
    if (!this.isStale(account!, credentials, refused)) return open(account!, credentials);
    const access = await this.renewals.run(account!, refused, () => this.renew(account!, refused));
    const isBusy = access === BUSY && credentials.access_token !== refused;
    return isBusy && isStillGood(credentials) ? open(account!, credentials) : access;
  }

  /** Notes that the provider has just accepted this token: a refusal afterwards is a new one. Never throws. */
  noteAccepted(account: CredentialOwner, token: string): void {
    this.accepted.add(account, token);
  }

  /**
   * What an outcome means once the token was looked at: a token that was refused before its time is replaced, and the
   * message, of which nothing was sent, waits for its next attempt. An account that is refused otherwise is closed.
   */
  async reconsider(account: CredentialOwner, outcome: Outcome, token: string): Promise<Outcome> {
    if (outcome.kind === 'accepted') this.noteAccepted(account, token);
    if (outcome.kind !== 'rejected' || !outcome.account) return outcome;
    if (outcome.http_status !== 401) return this.close(account, outcome, token);
    const access = await this.accessTo(account, token);
    if (access.kind === 'open') return later('token_renewed', 'The provider wanted a new access token.', 1);
    return access.kind === 'transient' ? access : outcome;
  }

  /** Under the lock: a refusal of an old token says nothing about an account that was connected anew. */
  private close(owner: CredentialOwner, refusal: Rejected, token: string): Promise<Outcome> {
    return this.locked<Outcome>(owner, async (channelAccounts, account) => {
      const credentials = this.credentialsOf(account);
      if ('kind' in credentials) return credentials.kind === 'transient' ? credentials : refusal;
      if (credentials.access_token !== token) return later('token_renewed', 'The account has a new access token.', 1);
      if (refusal.account) await channelAccounts.close(owner.channel_account_id, refusal.account, refusal.code);
      return refusal;
    });
  }

  private async renew(owner: CredentialOwner, refused?: string): Promise<AccountAccess> {
    let renewed: Renewed | undefined;
    try {
      const access = await this.locked<AccountAccess>(owner, async (channelAccounts, account) => {
        const replaced = this.credentialsOf(account);
        if ('kind' in replaced) return replaced;
        const next = await this.replacementFor(account!, replaced, refused);
        if (next.kind === 'store' && next.credentials !== replaced && !next.credentials.awaited_until)
          renewed = { replaced, credentials: next.credentials };
        return this.replace(channelAccounts, account!, next);
      });
      if (access.kind === 'open' || !renewed) return access;
    } catch (error) {
      if (!renewed) throw error;
    }
    return this.storePatiently(owner, renewed);
  }

  private async replace(
    channelAccounts: Accounts,
    account: ChannelAccountRow,
    next: Replacement,
  ): Promise<AccountAccess> {
    const { channel_account_id: id } = account;
    if (next.kind !== 'keep' && next.kind !== 'revoked' && next.credentials)
      await channelAccounts.saveCredentials(id, this.vault.seal(account, next.credentials));
    if (next.kind === 'later') {
      if (next.wait_ms === undefined) return later(next.code, 'The provider gave no new access token.');
      const wait = later(next.code, 'The provider refuses access for the moment.', Math.ceil(next.wait_ms / 1000));
      return { ...wait, throttles: 'account' };
    }
    if (next.kind === 'revoked') {
      await channelAccounts.close(id, 'reauth_required', next.code);
      return closed('reauth_required');
    }
    return open(account, next.credentials);
  }

  /** The refresh token of before may be used up, so that what the provider gave in its place is all there is. */
  private async storePatiently(owner: CredentialOwner, renewed: Renewed): Promise<AccountAccess> {
    const end = performance.now() + GIVEN_UP;
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, MAX_WAIT)) {
      try {
        return await this.db.transaction(owner.workspace_id, ({ channelAccounts }) =>
          this.storeAgain(channelAccounts, owner.channel_account_id, renewed),
        );
      } catch (error) {
        if (performance.now() > end) throw error;
        await sleep(wait, undefined, { ref: false });
      }
    }
  }

  /** Unless the account was connected or renewed meanwhile. Others may have closed it for its used refresh token. */
  private async storeAgain(
    channelAccounts: Accounts,
    accountId: string,
    { replaced, credentials }: Renewed,
  ): Promise<AccountAccess> {
    const account = await channelAccounts.lock(accountId);
    if (!account?.credentials) return closed('disconnected');
    const stored = this.vault.open(account, account.credentials);
    const isAsBefore = stored.access_token === replaced.access_token && stored.refresh_token === replaced.refresh_token;
    if (isAsBefore) await channelAccounts.saveCredentials(accountId, this.vault.seal(account, credentials));
    const now = await channelAccounts.find(accountId);
    const usable = this.credentialsOf(now);
    return 'kind' in usable ? usable : open(now!, usable);
  }

  /** Nobody else renews, connects or closes the account meanwhile; while somebody else does, the message waits. */
  private async locked<T>(
    { workspace_id, channel_account_id }: CredentialOwner,
    work: (channelAccounts: Accounts, account: ChannelAccountRow | undefined) => Promise<T>,
  ): Promise<T | Transient> {
    try {
      return await this.db.transaction(workspace_id, async ({ channelAccounts }) =>
        work(channelAccounts, await channelAccounts.lock(channel_account_id)),
      );
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return BUSY;
    }
  }

  private async replacementFor(
    account: ChannelAccountRow,
    credentials: AccountCredentials,
    refused?: string,
  ): Promise<Replacement> {
    const { channel } = account;
    const wasRefused = credentials.access_token === refused;
    const wasAccepted = this.accepted.has(account, credentials.access_token);
    const next = wasRefused ? afterRefusal(channel, credentials, Date.now(), wasAccepted) : undefined;
    if (next?.kind === 'close') return { kind: 'revoked', code: 'token_refused' };
    if (next?.kind === 'wait') return { kind: 'later', code: 'token_refused', wait_ms: next.ms };
    // Whoever had the lock before may have done it; then there is at most a new key to seal with.
    const isRenewed = !wasRefused && !isDue(channel, credentials);
    if (isRenewed) return { kind: this.vault.isOutdated(account.credentials!) ? 'store' : 'keep', credentials };
    const isUsable = !wasRefused && isStillGood(credentials);
    // The refresh token may be used up by that request, so that a second one would be refused.
    if (isAwaited(credentials))
      return isUsable ? { kind: 'keep', credentials } : { kind: 'later', code: 'token_awaited' };
    const refreshed = await this.refresh(account, { ...credentials, refusals: next?.refusals });
    if (refreshed.kind === 'refreshed') return { kind: 'store', credentials: refreshed.credentials };
    if (refreshed.kind === 'revoked') return refreshed;
    const { kind, code, wait_ms = isUsable ? pauseOf(credentials) : undefined } = refreshed;
    const { awaited_until = wait_ms && inMs(wait_ms) } = refreshed;
    const kept = awaited_until ? { ...credentials, awaited_until } : undefined;
    if (!isUsable) return { kind, code, wait_ms, credentials: kept };
    return kept ? { kind: 'store', credentials: kept } : { kind: 'keep', credentials };
  }

  /** What the provider gives within the time of the lock; when it gives something later, that is stored then. */
  private async refresh(
    account: ChannelAccountRow,
    credentials: AccountCredentials,
  ): Promise<Refreshed & { awaited_until?: string }> {
    const awaited_until = inMs(ANSWER_WITHIN_MS);
    const asked = refreshToken(account.channel, credentials, this.settings);
    const answered = await Promise.race([asked, sleep(LOCKED_MS, undefined, { ref: false })]);
    if (answered) return answered;
    void this.late.add(this.storeLate(account, credentials, asked));
    return { kind: 'later', code: 'token_awaited', awaited_until };
  }

  /** Never throws. What is no token tells nothing new: the account is asked for again when the time to wait is over. */
  private async storeLate(
    account: ChannelAccountRow,
    replaced: AccountCredentials,
    asked: Promise<Refreshed>,
  ): Promise<void> {
    const late = await asked;
    if (late.kind !== 'refreshed') return;
    const { channel, channel_account_id } = account;
    await this.storePatiently(account, { replaced, credentials: late.credentials }).catch(() =>
      logger.error({ channel, account: channel_account_id }, 'A new token of an account could not be stored.'),
    );
  }

  private isStale(account: ChannelAccountRow, credentials: AccountCredentials, refused?: string): boolean {
    return (
      credentials.access_token === refused ||
      isDue(account.channel, credentials) ||
      this.vault.isOutdated(account.credentials!)
    );
  }

  private credentialsOf(account: ChannelAccountRow | undefined): AccountCredentials | AccountAccess {
    if (!account || account.status === 'disconnected') return closed('disconnected');
    if (account.status === 'reauth_required' || !account.credentials) return closed('reauth_required');
    try {
      return this.vault.open(account, account.credentials);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return later('credentials_sealed', error.message);
    }
  }
}
