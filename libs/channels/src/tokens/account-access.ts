import { DomainError } from '#crm-domain';
import type { ChannelAccountRow, ChannelName } from '#crm-domain/messaging';
import type { ChannelAccess, Outcome } from '../contract/channel.js';
import type { AccountCredentials } from './credential-vault.js';

export type Rejected = Extract<Outcome, { kind: 'rejected' }>;
export type Transient = Extract<Outcome, { kind: 'transient' }>;

/** The account with a token that is good now, or why there is none; then nothing was sent. */
export type AccountAccess = OpenAccount | Rejected | Transient;

interface OpenAccount {
  kind: 'open';
  channel: ChannelName;
  access: Omit<ChannelAccess, 'signal'>;
}

/** The account, with this token. */
export function open(account: ChannelAccountRow, { access_token }: AccountCredentials): OpenAccount {
  const { channel, external_account_id, address, display_name } = account;
  return { kind: 'open', channel, access: { external_account_id, address, display_name, token: access_token } };
}

/** Only its owner can open it again. */
export function closed(account: 'reauth_required' | 'disconnected'): AccountAccess {
  const detail = 'The account is not connected any more; connect it again.';
  return { kind: 'rejected', account, code: account, detail, http_status: null };
}

/** Nothing was sent; the message waits for its next attempt. */
export function later(code: string, detail: string, retry_after_seconds: number | null = null): Transient {
  return { kind: 'transient', retry_after_seconds, throttles: 'message', code, detail, http_status: null };
}

/** Somebody else renews, connects or closes the account, or too many are renewed at once. */
export const BUSY = later('account_busy', 'The account is being renewed at this moment.', 1);

/** Whether the database is away, or somebody else holds the lock for long. */
export function isUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.kind === 'unavailable';
}
