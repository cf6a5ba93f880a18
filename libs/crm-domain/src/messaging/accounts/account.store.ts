import { In } from 'typeorm';
import { NOW } from '../../db/columns.js';
import type { Session } from '../../db/session.js';
import type { ChannelName } from '../channel-name.js';
import { TenantTable } from '../../db/tenant-table.js';
import { MembershipEntity } from '../../workspaces/workspace.entity.js';
import { ChannelAccountEntity } from './channel-account.entity.js';

export type AccountStatus = ChannelAccountEntity['status'];

/** Somebody who may use an account. */
export interface AccountUser {
  user_id: string;
  name: string;
  email: string;
}

/** An account without its credentials: no statement here reads them. */
export interface AccountRow extends Pick<
  ChannelAccountEntity,
  | 'channel_account_id'
  | 'channel'
  | 'external_account_id'
  | 'address'
  | 'display_name'
  | 'status'
  | 'last_error_code'
  | 'last_synced_at'
  | 'created_at'
> {
  /** Null for a shared one. */
  owner: AccountUser | null;
  members: AccountUser[];
}

/** Who asks: a person with their role in the workspace. */
export interface AccountUse {
  user_id: string;
  role: 'admin' | 'member';
}

/** What is at the provider, and whose it is here. */
export interface ConnectedAccount {
  channel_account_id: string;
  owner_user_id: string | null;
  address: string;
  display_name: string | null;
  credentials: string;
}

export type ExternalAccount = Pick<AccountRow, 'channel' | 'external_account_id'>;

type KnownAccount = Pick<ConnectedAccount, 'channel_account_id' | 'owner_user_id'> & Pick<AccountRow, 'status'>;

const USER = `json_build_object('user_id', u.user_id, 'name', u.name, 'email', u.email)`;

// Without its lease, whoever is fetching at this moment keeps nothing of it.
const ENDED = `status = 'disconnected', credentials = null, last_error_code = null, push_subscription_id = null, push_secret_hash = null,
  push_expires_at = null, sync_lease_owner = null, sync_lease_until = null, updated_at = now()`;

// $1 is the workspace.
const MEMBERS = `select json_agg(${USER} order by u.name, u.user_id)
  from channel_account_member m
  join app_user u on u.user_id = m.user_id
  where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id`;

// What comes in through a shared account is shown to those who use it, so to `gone` no longer.
const UNSEEN = `delete
  from conversation_inbox i
  using gone, conversation c
  where c.workspace_id = $1 and c.channel_account_id = gone.channel_account_id
  and i.workspace_id = $1 and i.user_id = gone.user_id and i.conversation_id = c.conversation_id`;

/** So many conversations that nobody has are given at once, the newest. */
const MAX_GIVEN = 1000;

// $2 the account, $3 its users.
const GIVE = `insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at,
    last_inbound_at)
  select $1, users.user_id, c.conversation_id, c.channel, c.last_activity_at, c.last_inbound_at
  from (select * from conversation o
      where o.workspace_id = $1 and o.channel_account_id = $2
        and not exists (select 1
          from conversation_inbox i
          where i.workspace_id = $1 and i.conversation_id = o.conversation_id)
      order by o.last_activity_at desc, o.conversation_id desc limit ${MAX_GIVEN}) c,
    unnest($3::uuid[]) as users(user_id)
  on conflict do nothing`;

/** Accounts as people and operators see and change them. What syncing and delivery need of them is in other stores. */
export class AccountStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * Without a user all of the workspace; else their own, the shared ones they use and, for admins, every shared one.
   */
  list(by?: AccountUse): Promise<AccountRow[]> {
    const text = `select a.channel_account_id, a.channel, a.external_account_id, a.address, a.display_name, a.status,
      a.last_error_code,
        a.last_synced_at, a.created_at, case when u.user_id is not null
          then ${USER} end as owner, coalesce((${MEMBERS}), '[]') as members
      from channel_account a left join app_user u on u.user_id = a.owner_user_id
      where a.workspace_id = $1
        and ($2::uuid is null or a.owner_user_id = $2 or a.owner_user_id is null and ($3 or exists (
        select 1 from channel_account_member m
          where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id and m.user_id = $2)))
      order by a.status = 'disconnected', a.created_at, a.channel_account_id`;
    return this.session.query<AccountRow>({ text }, [this.workspaceId, by?.user_id ?? null, by?.role === 'admin']);
  }

  /** What their providers call the accounts of some channels, whatever became of them. */
  async externalIds(channels: readonly ChannelName[]): Promise<string[]> {
    const text = `select external_account_id as id from channel_account
      where workspace_id = $1 and channel = any ($2::text[])`;
    const rows = await this.session.query<{ id: string }>({ text }, [this.workspaceId, channels]);
    return rows.map(({ id }) => id);
  }

  /** Nobody else connects it until the transaction ends. */
  async findForUpdate({ channel, external_account_id }: ExternalAccount): Promise<KnownAccount | undefined> {
    const text = `select channel_account_id, owner_user_id, status from channel_account
      where workspace_id = $1 and channel = $2 and external_account_id = $3 for update`;
    const [row] = await this.session.query<KnownAccount>({ text }, [this.workspaceId, channel, external_account_id]);
    return row;
  }

  insert({ channel, external_account_id }: ExternalAccount, account: ConnectedAccount): Promise<void> {
    return this.accounts.insert({ ...account, channel, external_account_id });
  }

  /** With new credentials: whatever was wrong with it is over. A name that it has is not taken from it. */
  async reconnect({
    channel_account_id,
    owner_user_id,
    address,
    display_name,
    credentials,
  }: ConnectedAccount): Promise<void> {
    const known = { owner_user_id, address, credentials, ...(display_name !== null && { display_name }) };
    const wellAgain = {
      status: 'active',
      last_error_code: null,
      next_send_at: NOW,
      sync_at: NOW,
      updated_at: NOW,
    } as const;
    await this.accounts.update({ channel_account_id }, { ...known, ...wellAgain });
  }

  /** Forgets the credentials. An id that is none matches nothing. */
  async disconnect(accountId: string): Promise<void> {
    const text = `update channel_account set ${ENDED} where workspace_id = $1 and channel_account_id = $2`;
    await this.session.query({ text }, [this.workspaceId, accountId]);
  }

  /** What somebody who is no member any more had here: their accounts end, the shared ones go on without them. */
  async leave(userId: string): Promise<void> {
    const values = [this.workspaceId, userId];
    const shared = `select 1 from channel_account a
      where a.workspace_id = $1 and exists (select 1
        from channel_account_member m
        where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id and m.user_id = $2)
      order by a.channel_account_id for update`;
    await this.session.query({ text: shared }, values);
    const text = `with gone as (delete
      from channel_account_member
      where workspace_id = $1 and user_id = $2
      returning channel_account_id, user_id),
        unseen as (${UNSEEN})
      update channel_account set ${ENDED} where workspace_id = $1 and owner_user_id = $2 and status <> 'disconnected'`;
    await this.session.query({ text }, values);
  }

  /**
   * These and no others use a shared account. They get those of its conversations that are in nobody's inbox: the
   * newest thousand; the others with their next message, or the next time.
   */
  async setMembers(accountId: string, userIds: readonly string[]): Promise<void> {
    const values = [this.workspaceId, accountId, userIds];
    // What is coming in or leaving at this moment is waited for, since it enters the inboxes of the users of before.
    const held = 'select 1 from channel_account where workspace_id = $1 and channel_account_id = $2 for update';
    await this.session.query({ text: held }, [this.workspaceId, accountId]);
    const gone = `with gone as (delete from channel_account_member
        where workspace_id = $1 and channel_account_id = $2 and user_id <> all ($3::uuid[])
        returning channel_account_id, user_id) ${UNSEEN}`;
    await this.session.query({ text: gone }, values);
    if (userIds.length === 0) return;
    const text = `insert into channel_account_member (workspace_id, channel_account_id, user_id)
      select $1, $2, unnest($3::uuid[]) on conflict do nothing`;
    await this.session.query({ text }, values);
    await this.session.query({ text: GIVE }, values);
  }

  /** All its conversations that are in nobody's inbox are its owner's. */
  async giveAll(accountId: string, ownerId: string): Promise<void> {
    const values = [this.workspaceId, accountId, [ownerId]];
    while ((await this.session.query({ text: `${GIVE} returning 1` }, values)).length === MAX_GIVEN);
  }

  /** Those of the given users who belong to the workspace. */
  async membersAmong(userIds: readonly string[]): Promise<string[]> {
    const members = new TenantTable(this.session, MembershipEntity, this.workspaceId);
    return (await members.find({ user_id: In(userIds) })).map(({ user_id }) => user_id);
  }

  private get accounts(): TenantTable<ChannelAccountEntity> {
    return new TenantTable(this.session, ChannelAccountEntity, this.workspaceId);
  }
}
