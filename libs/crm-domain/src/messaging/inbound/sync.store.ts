import type { AccountKey } from '../accounts/channel-account.entity.js';
import { rowsOfParts, rowsOfReached, type Session } from '../../db/session.js';
import type { ChannelName } from '../channel-name.js';
import type { ReceivingAccount } from './receive.store.js';

/** An account that is being fetched from, with the lease by which nobody else does. */
export interface SyncedAccount extends ReceivingAccount {
  external_account_id: string;
  /** What the provider calls the place we are at; null before the first time. */
  sync_cursor: unknown;
  last_synced_at: Date | null;
  sync_lease_owner: string;
}

/** How a provider tells us that something is new. */
export interface Push {
  /** Null where there is one for each account and it has no name. */
  push_subscription_id: string | null;
  /** Null: as it was. */
  push_secret_hash: Buffer | null;
  push_expires_at: Date;
}

/** An account whose provider calls our webhook; `push_subscription_id` is null until it was asked to. */
export type PushedAccount = AccountKey & { channel: ChannelName; push_subscription_id: string | null };

export type SubscribedAccount = PushedAccount & { push_secret_hash: Buffer | null };

/** An account whose time has come; `turn`: how many of its tenant are to be fetched from, those before it and itself. */
export type DueAccount = AccountKey & { turn: number };

/** Where fetching from an account stands. */
export class SyncStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * Accounts of all workspaces whose time has come and that nobody fetches from: of each workspace the longest overdue
   * before any second. Those that somebody fetches from have had their turn.
   */
  async due(channels: readonly ChannelName[], limit: number): Promise<DueAccount[]> {
    const text = `select workspace_id, channel_account_id, turn::int as turn
      from (select workspace_id, channel_account_id, sync_at, in_hand,
          row_number() over (partition by workspace_id order by in_hand desc, sync_at) as turn
        from (select *, coalesce(sync_lease_until > now(), false) as in_hand
          from channel_account
          where status = 'active' and sync_at <= now() and channel = any ($1::text[])) accounts) due
      where not in_hand
      order by turn, sync_at limit $2`;
    const rows = await rowsOfParts<DueAccount>(this.session, { name: 'sync-due', text }, [channels, limit]);
    return rows.sort((a, b) => a.turn - b.turn).slice(0, limit);
  }

  /**
   * Accounts of all workspaces of which we hear nothing, or soon will not. `$1`: by channel, how many milliseconds
   * before the end. In any order, so that many which fail each time do not keep the others from their turn.
   */
  async dueForRenewal(leads: Partial<Record<ChannelName, number>>, limit: number): Promise<PushedAccount[]> {
    const text = `select workspace_id, channel_account_id, channel, push_subscription_id from channel_account
      where status = 'active' and channel = any (select jsonb_object_keys($1::jsonb))
        and coalesce(push_expires_at - ($1::jsonb ->> channel)::float8 * interval '1 millisecond' <= now(), true)
      order by random() limit $2`;
    const values = [JSON.stringify(leads), limit];
    return (await rowsOfParts<PushedAccount>(this.session, { name: 'sync-unheard', text }, values)).slice(0, limit);
  }

  /** Accounts of all workspaces that a subscription belongs to. @param failures told why some are missing */
  async subscribed(subscriptionIds: readonly string[], failures: unknown[]): Promise<SubscribedAccount[]> {
    const text = `select workspace_id, channel_account_id, channel, push_subscription_id, push_secret_hash
      from channel_account
      where push_subscription_id = any ($1::text[]) and status <> 'disconnected'`;
    return rowsOfReached(this.session, { name: 'sync-subscribed', text }, [subscriptionIds], failures);
  }

  /** Takes the account for `leaseMs`; nothing when somebody else has it, or when it is not to be used. */
  async begin(accountId: string, owner: string, leaseMs: number): Promise<SyncedAccount | undefined> {
    const text = `update channel_account
      set sync_lease_owner = $3, sync_lease_until = now() + $4 * interval '1 millisecond'
      where workspace_id = $1 and channel_account_id = $2 and status = 'active'
        and (sync_lease_until is null or sync_lease_until < now())
      returning workspace_id, channel_account_id, channel, owner_user_id, address, external_account_id, sync_cursor,
        last_synced_at, sync_lease_owner`;
    const values = [this.workspaceId, accountId, owner, leaseMs];
    return (await this.session.query<SyncedAccount>({ name: 'sync-begin', text }, values))[0];
  }

  async prolong(account: SyncedAccount, leaseMs: number): Promise<void> {
    const text = `update channel_account set sync_lease_until = now() + $4 * interval '1 millisecond'
      where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3`;
    await this.session.query({ name: 'sync-prolong', text }, [...this.held(account), leaseMs]);
  }

  /**
   * Moves on, with the rows of what was passed; false when somebody else has taken the account. A lease that nobody
   * took is good after its end.
   */
  async advance(account: SyncedAccount, cursor: unknown, leaseMs: number): Promise<boolean> {
    const text = `update channel_account set sync_cursor = $4, sync_lease_until = now() + $5 * interval '1 millisecond'
      where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3
      returning 1`;
    const values = [...this.held(account), JSON.stringify(cursor), leaseMs];
    return (await this.session.query({ name: 'sync-advance', text }, values)).length > 0;
  }

  /** Gives it back before everything is here; its time has come already. */
  async pause(account: SyncedAccount): Promise<void> {
    const text = `update channel_account set sync_lease_owner = null, sync_lease_until = null, sync_at = now()
      where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3`;
    await this.session.query({ name: 'sync-pause', text }, this.held(account));
  }

  /** Gives it back. `code` says what went wrong; null that everything is here now. */
  async end(account: SyncedAccount, code: string | null, nextInMs: number): Promise<void> {
    const text = `update channel_account
      set sync_lease_owner = null, sync_lease_until = null, sync_at = now() + $5 * interval '1 millisecond',
        last_error_code = $4, last_synced_at = case when $4::text is null then (select now())
          else last_synced_at end, updated_at = now()
      where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3`;
    await this.session.query({ name: 'sync-end', text }, [...this.held(account), code, nextInMs]);
  }

  async savePush(accountId: string, { push_subscription_id, push_secret_hash, push_expires_at }: Push): Promise<void> {
    const text = `update channel_account
      set push_subscription_id = $3, push_secret_hash = coalesce($4, push_secret_hash), push_expires_at = $5,
        updated_at = now()
      where workspace_id = $1 and channel_account_id = $2 and status = 'active'`;
    const values = [this.workspaceId, accountId, push_subscription_id, push_secret_hash, push_expires_at];
    await this.session.query({ name: 'sync-push', text }, values);
  }

  /** The provider has ended it, or will soon. */
  async dropPush(accountId: string): Promise<void> {
    const text = `update channel_account
      set push_expires_at = null
      where workspace_id = $1 and channel_account_id = $2`;
    await this.session.query({ name: 'sync-drop-push', text }, [this.workspaceId, accountId]);
  }

  private held({ channel_account_id, sync_lease_owner }: SyncedAccount): unknown[] {
    return [this.workspaceId, channel_account_id, sync_lease_owner];
  }
}
