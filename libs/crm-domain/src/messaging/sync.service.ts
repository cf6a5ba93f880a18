import { newId } from '#platform';
import type { Db } from '../db/db.js';
import { conflict } from '../errors.js';
import type { ChannelName } from './channel-name.js';
import type { ReceivedMessage } from './received.js';
import type { ReceiveService } from './receive.service.js';
import type { AccountKey, Push, PushedAccount, SyncedAccount } from './sync.store.js';

/** Longer than fetching and storing one page may take. */
const LEASE_MS = 60_000;

/**
 * Where fetching from each account stands. One process fetches from an account at a time; what it has fetched and how far it has
 * come are written together, so that nothing is passed over whenever it dies.
 */
export class SyncService {
  constructor(
    private readonly db: Db,
    private readonly receiving: ReceiveService,
    private readonly leaseMs = LEASE_MS,
  ) {}

  /** Accounts whose time has come. */
  due(channels: readonly ChannelName[], limit: number): Promise<AccountKey[]> {
    return this.db.read('', ({ syncs }) => syncs.due(channels, limit));
  }

  /** Accounts of which we hear nothing, or soon will not: by channel, how many milliseconds before the end. */
  unheard(leads: Partial<Record<ChannelName, number>>, limit: number): Promise<PushedAccount[]> {
    return this.db.read('', ({ syncs }) => syncs.unheard(leads, limit));
  }

  /** Accounts that subscriptions belong to, with the hash of what proves that a notification is meant for them. */
  subscribed(subscriptionIds: readonly string[]) {
    return this.db.read('', ({ syncs }) => syncs.subscribed(subscriptionIds));
  }

  /** Takes an account; nothing when somebody else has it, or when it is not to be used. */
  begin({ workspace_id, channel_account_id }: AccountKey): Promise<SyncedAccount | undefined> {
    return this.db.read(workspace_id, ({ syncs }) => syncs.begin(channel_account_id, newId(), this.leaseMs));
  }

  /** Stores what was fetched, and how far that came, together. @throws DomainError conflict when somebody else has the account now */
  keep(account: SyncedAccount, messages: readonly ReceivedMessage[], cursor: unknown): Promise<void> {
    return this.receiving.take(account, messages, async ({ syncs }) => {
      if (await syncs.advance(account, cursor, this.leaseMs)) return;
      throw conflict('changed_meanwhile', 'Somebody else fetches from this account now.');
    });
  }

  /** Gives an account back. @param code what went wrong; null: everything is here now */
  async end(account: SyncedAccount, code: string | null, nextInMs: number): Promise<void> {
    await this.db.read(account.workspace_id, ({ syncs }) => syncs.end(account, code, nextInMs));
  }

  async savePush({ workspace_id, channel_account_id }: AccountKey, push: Push): Promise<void> {
    await this.db.read(workspace_id, ({ syncs }) => syncs.savePush(channel_account_id, push));
  }

  /** From now on we may hear nothing of it. */
  async dropPush({ workspace_id, channel_account_id }: AccountKey): Promise<void> {
    await this.db.read(workspace_id, ({ syncs }) => syncs.dropPush(channel_account_id));
  }
}
