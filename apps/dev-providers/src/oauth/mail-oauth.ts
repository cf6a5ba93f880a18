import type { Account } from '../store/account.store.js';
import type { MailChannel } from '../store/mail.store.js';

/** How the authorization servers of the two mail providers differ. */
export interface MailOAuth {
  channel: MailChannel;
  title: string;
  authorize: string;
  token: string;
  /** Whether this authorization request leads to a refresh token. */
  wantsRefresh(query: URLSearchParams): boolean;
  /** Whether each use of a refresh token ends it and gives another. */
  rotates: boolean;
  expired: string;
}

export const google: MailOAuth = {
  channel: 'gmail',
  title: 'Google (stand-in)',
  authorize: '/gmail/o/oauth2/v2/auth',
  token: '/gmail/token',
  wantsRefresh: (query) => query.get('access_type') === 'offline',
  rotates: false,
  expired: 'Token has been expired or revoked.',
};

export const microsoft: MailOAuth = {
  channel: 'outlook',
  title: 'Microsoft (stand-in)',
  authorize: '/graph/:tenant/oauth2/v2.0/authorize',
  token: '/graph/:tenant/oauth2/v2.0/token',
  wantsRefresh: (query) => (query.get('scope') ?? '').split(' ').includes('offline_access'),
  rotates: true,
  expired: 'AADSTS70000: The provided grant has expired due to it being revoked.',
};

export const ACCESS_SECONDS = 3600;
export const REFRESH_SECONDS = 180 * 86_400;

/** What an authorization code is good for. */
export interface CodeTerms {
  client_id: string;
  redirect_uri: string;
  scope: string;
  code_challenge: string | null;
  code_challenge_method: string;
  refresh: boolean;
}

/** A mailbox as whoever allows access names it. */
export function mailboxNamed(channel: MailChannel, address: string): Omit<Account, 'cursor_floor'> {
  const id = address.trim().toLowerCase();
  return { channel, id, address: id, name: null, keeps_headers: false, is_strict: false };
}
