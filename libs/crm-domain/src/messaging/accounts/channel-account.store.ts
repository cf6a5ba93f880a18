import { NOW_IN_MS } from '../../db/columns.js';
import type { Session } from '../../db/session.js';
import { TenantTable } from '../../db/tenant-table.js';
import type { AccountStatus } from './account.store.js';
import { ChannelAccountEntity } from './channel-account.entity.js';

/** An account as sending and syncing need it. `credentials` are sealed; only the channels can open them. */
export type ChannelAccountRow = Pick<
  ChannelAccountEntity,
  | 'workspace_id'
  | 'channel_account_id'
  | 'channel'
  | 'external_account_id'
  | 'address'
  | 'display_name'
  | 'status'
  | 'credentials'
>;

const FIND = `select workspace_id, channel_account_id, channel, external_account_id, address, display_name,
  status, credentials
  from channel_account where workspace_id = $1 and channel_account_id = $2`;

/**
 * Accounts with their sealed credentials. What people see and change of them is in AccountStore, which cannot read
 * these.
 */
export class ChannelAccountStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  find(accountId: string): Promise<ChannelAccountRow | undefined> {
    return this.one({ name: 'channel-account-find', text: FIND }, accountId);
  }

  /** Until the transaction ends nobody else renews its credentials, or connects it anew. */
  lock(accountId: string): Promise<ChannelAccountRow | undefined> {
    return this.one({ name: 'channel-account-lock', text: `${FIND} for no key update` }, accountId);
  }

  /** With good ones an account that was closed for want of them is open again. */
  async saveCredentials(accountId: string, sealed: string): Promise<void> {
    const text = `update channel_account
      set credentials = $3, status = case status when 'reauth_required' then 'active' else status end,
        last_error_code = case status when 'reauth_required' then null
          else last_error_code end, updated_at = date_trunc('milliseconds', now())
      where workspace_id = $1 and channel_account_id = $2`;
    await this.session.query({ text }, [this.workspaceId, accountId, sealed]);
  }

  /** Nothing leaves through it until somebody connects it again. */
  async close(accountId: string, status: Exclude<AccountStatus, 'active'>, code: string): Promise<void> {
    const accounts = new TenantTable(this.session, ChannelAccountEntity, this.workspaceId);
    const one = { channel_account_id: accountId, status: 'active' } as const;
    await accounts.update(one, { status, last_error_code: code, updated_at: NOW_IN_MS });
  }

  private async one(statement: { name: string; text: string }, accountId: string) {
    const [row] = await this.session.query<ChannelAccountRow>(statement, [this.workspaceId, accountId]);
    return row;
  }
}
