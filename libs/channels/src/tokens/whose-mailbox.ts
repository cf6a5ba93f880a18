import type { ChannelName } from '#crm-domain/messaging';
import { z } from 'zod';
import { readProvider } from '../provider/provider-reader.js';
import { readAnswer } from '../provider/read-answer.js';
import { CHANNEL_DESCRIPTORS } from '../registry.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import type { AccountCredentials } from './credential-vault.js';
import { refreshToken } from './refresh-token.js';

/** Younger access tokens are used as they are. */
const GOOD_FOR_MS = 60_000;

const profile = z.record(z.string(), z.unknown());

export interface Whose {
  /** To be kept in place of those that were given: a new refresh token may have taken the place of the old one. */
  credentials: AccountCredentials;
  /** What the provider calls the mailbox; absent where it did not say. */
  address?: string;
  /** Why it did not. */
  code?: string;
}

/** Asks the provider of a mailbox whose credentials these are. Never throws. */
export async function whoseMailbox(
  channel: ChannelName,
  given: AccountCredentials,
  settings: ProviderSettings,
): Promise<Whose> {
  const { authorization } = CHANNEL_DESCRIPTORS[channel];
  if (!authorization) return { credentials: given, code: 'no_mailbox' };
  const lasts = Date.parse(given.expires_at ?? '') - Date.now() > GOOD_FOR_MS;
  const opened = lasts
    ? { kind: 'refreshed' as const, credentials: given }
    : await refreshToken(channel, given, settings);
  if (opened.kind !== 'refreshed') return { credentials: given, code: opened.code };
  const { credentials } = opened;
  const url = authorization.endpoints(settings).apiUrl + authorization.whoAmI;
  const answer = await readProvider({ url, token: credentials.access_token });
  const { address } = authorization.read(readAnswer(answer, profile) ?? {});
  if (typeof address === 'string' && address.includes('@')) return { credentials, address };
  return { credentials, code: answer.kind === 'answered' ? `http_${answer.status}` : answer.code };
}
