import { newId } from '#platform';
import { atConsole, OPERATOR } from '../../audit/audit.js';
import type { Db } from '../../crm-database.js';
import { UniqueViolation } from '../../db/pg-errors.js';
import type { Stores } from '../../stores.js';
import { conflict, forbidden, invalid, notFound } from '../../errors.js';
import type { AccountRow, AccountUse, ExternalAccount } from './account.store.js';

/** An account as it may be shown; credentials are not part of it and cannot be asked for. */
export interface AccountView extends Omit<AccountRow, 'last_synced_at' | 'created_at'> {
  last_synced_at: string | null;
  created_at: string;
}

/** A channel account to be connected. */
export interface NewAccount extends ExternalAccount {
  address: string;
  display_name: string | null;
  /** Null makes it a shared one. */
  owner_user_id: string | null;
  /** Who uses a shared one; those it has if not given. */
  member_ids?: readonly string[];
}

/** Encrypts the credentials for the one account whose id it is given; the domain never sees them. */
export type Seal = (channelAccountId: string) => string;

/** Members that an entry of the audit log names; of more it tells how many there are. */
const MAX_NOTED = 100;

const TAKEN = 'This account is already connected to the workspace, by another person or as a shared account.';

/** Accounts through which messages leave and come in: one person's mailbox, or a page or number that several share. */
export class AccountService {
  constructor(private readonly db: Db) {}

  /** @param by without it, every account of the workspace */
  async list(workspaceId: string, by?: AccountUse): Promise<AccountView[]> {
    const rows = await this.db.autocommit(workspaceId, (stores) => stores.accounts.list(by));
    return rows.map(view);
  }

  /**
   * Connects an account, or connects it again with new credentials. One that was disconnected may become somebody
   * else's, who gets none of its conversations; a shared one stays shared when an admin connects it again.
   * @throws DomainError validation for owners and members from elsewhere, conflict
   */
  async connect(
    workspaceId: string,
    account: NewAccount,
    how: { seal: Seal; by?: AccountUse },
  ): Promise<{ channel_account_id: string }> {
    const work = async (stores: Stores) => {
      const { accounts } = stores;
      await demandMembers(stores, account);
      const known = await accounts.findForUpdate(account);
      const owner_user_id = known ? ownerAfter(known, account, how.by) : account.owner_user_id;
      const channel_account_id = known?.channel_account_id ?? newId();
      const { address, display_name } = account;
      const credentials = how.seal(channel_account_id);
      const connected = { channel_account_id, owner_user_id, address, display_name, credentials };
      const wasShared = known?.owner_user_id === null;
      if (known && known.owner_user_id !== owner_user_id)
        await stores.conversations.partFromAccount(channel_account_id, { isShared: wasShared });
      if (known?.owner_user_id && owner_user_id === null) await stores.drafts.forgetSender(channel_account_id);
      await (known ? accounts.reconnect(connected) : accounts.insert(account, connected));
      if (owner_user_id) {
        await accounts.setMembers(channel_account_id, []);
        if (wasShared) await accounts.giveAll(channel_account_id, owner_user_id);
      } else if (account.member_ids) await accounts.setMembers(channel_account_id, account.member_ids);
      const details = { channel: account.channel, is_shared: owner_user_id === null };
      const subject = { type: 'account', id: channel_account_id } as const;
      await stores.audit.append({ action: 'account.connected', by: atConsole(how.by?.user_id), subject, details });
      return { channel_account_id };
    };
    return this.db.transaction(workspaceId, work).catch((error: unknown) => {
      throw error instanceof UniqueViolation
        ? conflict('changed_meanwhile', 'Another request is connecting this account at the moment.')
        : error;
    });
  }

  /**
   * Its credentials are forgotten at once; what is in its conversations stays.
   *
   * @throws DomainError not_found, forbidden
   */
  async disconnect(workspaceId: string, accountId: string, by?: AccountUse): Promise<void> {
    await this.db.transaction(workspaceId, async ({ accounts, audit }) => {
      const account = (await accounts.list(by)).find((each) => each.channel_account_id === accountId.toLowerCase());
      if (!account) throw notFound('Account');
      if (by && !mayManage(account, by)) throw forbidden('Only admins of a workspace can manage its shared accounts.');
      await accounts.disconnect(account.channel_account_id);
      const subject = { type: 'account', id: account.channel_account_id } as const;
      await audit.append({ action: 'account.disconnected', by: atConsole(by?.user_id), subject });
    });
  }

  /**
   * Who uses a shared account from now on.
   *
   * @throws DomainError not_found, conflict for one that has an owner, validation
   */
  async setMembers(workspaceId: string, accountId: string, memberIds: readonly string[]): Promise<void> {
    await this.db.transaction(workspaceId, async (stores) => {
      const known = (await stores.accounts.list()).find((each) => each.channel_account_id === accountId.toLowerCase());
      if (!known) throw notFound('Account');
      if (known.owner) throw conflict('not_allowed', 'This account has an owner; only shared ones have members.');
      await demandMembers(stores, { owner_user_id: null, member_ids: memberIds });
      await stores.accounts.setMembers(known.channel_account_id, memberIds);
      const subject = { type: 'account', id: known.channel_account_id } as const;
      const details = { members: memberIds.slice(0, MAX_NOTED), member_count: memberIds.length };
      await stores.audit.append({ action: 'account.members_changed', by: OPERATOR, subject, details });
    });
  }
}

/** Whether a person may change an account: their own, and admins the shared ones. */
export function mayManage({ owner }: Pick<AccountView, 'owner'>, by: AccountUse): boolean {
  return owner ? owner.user_id === by.user_id : by.role === 'admin';
}

/** @throws DomainError conflict for an account that somebody else has */
function ownerAfter(
  known: { owner_user_id: string | null; status: string },
  { owner_user_id }: NewAccount,
  by?: AccountUse,
): string | null {
  if (known.owner_user_id === null && by?.role === 'admin') return null;
  if (known.owner_user_id === owner_user_id || known.status === 'disconnected') return owner_user_id;
  throw conflict('already_exists', TAKEN);
}

async function demandMembers(
  { accounts }: Stores,
  { owner_user_id, member_ids = [] }: Pick<NewAccount, 'owner_user_id' | 'member_ids'>,
): Promise<void> {
  const wanted = [...new Set([...(owner_user_id ? [owner_user_id] : []), ...member_ids])];
  const found = await accounts.membersAmong(wanted);
  if (found.length < wanted.length)
    throw invalid([{ path: 'members', message: 'Expected members of this workspace.', expected: 'user ids' }]);
}

function view({ last_synced_at, created_at, ...row }: AccountRow): AccountView {
  return { ...row, last_synced_at: last_synced_at?.toISOString() ?? null, created_at: created_at.toISOString() };
}
