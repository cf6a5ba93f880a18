import { newId } from '#platform';
import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { conflict } from '../../errors.js';
import type { ChannelName } from '../channel-name.js';
import type { ReceivedMessage } from './received.js';
import type { ReceiveService } from './receive.service.js';
import type { AccountKey } from '../accounts/channel-account.entity.js';
import type { DueAccount, Push, PushedAccount, SubscribedAccount, SyncedAccount } from './sync.store.js';

/** Prolonged while a page is fetched; longer than storing one may take. */
const LEASE_MS = 60_000;

/** What one fetch leaves out, over all its pages. */
export interface LeftOut {
  before: unknown;
  threads: Set<string>;
}

/**
 * Where fetching from each account stands. One process fetches from an account at a time; what it has fetched and how
 * far it has come are written together, so that nothing is passed over whenever it dies.
 */
export class SyncService {
  constructor(
    private readonly db: Db,
    private readonly receiving: ReceiveService,
    /** Milliseconds after which somebody else may take an account whose lease was not prolonged. */
    readonly leaseMs = LEASE_MS,
  ) {}

  /** Accounts whose time has come, in turns of the tenants. */
  due(channels: readonly ChannelName[], limit: number): Promise<DueAccount[]> {
    return this.db.autocommit('', ({ syncs }) => syncs.due(channels, limit));
  }

  /** Accounts of which we hear nothing, or soon will not: by channel, how many milliseconds before the end. */
  dueForRenewal(leads: Partial<Record<ChannelName, number>>, limit: number): Promise<PushedAccount[]> {
    return this.db.autocommit('', ({ syncs }) => syncs.dueForRenewal(leads, limit));
  }

  /**
   * Accounts that subscriptions belong to, with the hash of what proves that a notification is meant for them.
   *
   * @param failures told why some are missing
   */
  subscribed(subscriptionIds: readonly string[], failures: unknown[]): Promise<SubscribedAccount[]> {
    return this.db.autocommit('', ({ syncs }) => syncs.subscribed(subscriptionIds, failures));
  }

  /** Takes an account; nothing when somebody else has it, or when it is not to be used. */
  begin({ workspace_id, channel_account_id }: AccountKey): Promise<SyncedAccount | undefined> {
    return this.db.autocommit(workspace_id, ({ syncs }) => syncs.begin(channel_account_id, newId(), this.leaseMs));
  }

  /** Has nobody else take the account while a page takes long; without effect once somebody else has it. */
  async prolong(account: SyncedAccount): Promise<void> {
    await this.db.autocommit(account.workspace_id, ({ syncs }) => syncs.prolong(account, this.leaseMs));
  }

  /**
   * Stores what was fetched, and how far that came, together.
   *
   * @throws DomainError conflict when somebody else has the account now
   */
  keep(account: SyncedAccount, messages: readonly ReceivedMessage[], cursor: unknown): Promise<void> {
    return this.receiving.take(account, messages, (stores) => this.advance(stores, account, cursor));
  }

  /**
   * Stores what was fetched without what may be a message that is being sent, and, of mail, without its thread.
   * @param left a cursor of before all that was left out, so that it is fetched again; and the threads of mail that
   * were left out, to which those of this page are added
   * @throws DomainError conflict as `keep` does
   */
  keepRest(account: SyncedAccount, messages: readonly ReceivedMessage[], left: LeftOut): Promise<void> {
    const { before, threads } = left;
    return this.receiving.takeRest(account, { messages, left: threads }, (stores) =>
      this.advance(stores, account, before),
    );
  }

  private async advance({ syncs }: Stores, account: SyncedAccount, cursor: unknown): Promise<void> {
    if (await syncs.advance(account, cursor, this.leaseMs)) return;
    throw conflict('changed_meanwhile', 'Another process fetches from this account now.');
  }

  /** Gives an account back before everything is here; its time has come already. */
  async pause(account: SyncedAccount): Promise<void> {
    await this.db.autocommit(account.workspace_id, ({ syncs }) => syncs.pause(account));
  }

  /** Gives an account back. @param code what went wrong; null: everything is here now */
  async end(account: SyncedAccount, code: string | null, nextInMs: number): Promise<void> {
    await this.db.autocommit(account.workspace_id, ({ syncs }) => syncs.end(account, code, nextInMs));
  }

  async savePush({ workspace_id, channel_account_id }: AccountKey, push: Push): Promise<void> {
    await this.db.autocommit(workspace_id, ({ syncs }) => syncs.savePush(channel_account_id, push));
  }

  /** From now on we may hear nothing of it. */
  async dropPush({ workspace_id, channel_account_id }: AccountKey): Promise<void> {
    await this.db.autocommit(workspace_id, ({ syncs }) => syncs.dropPush(channel_account_id));
  }
}
