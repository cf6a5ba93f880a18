import type { ChannelName } from '#crm-domain/messaging';
import { z } from 'zod';
import type { MailboxAuthorization } from '../channel-descriptor.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import { readProvider } from '../provider/provider-reader.js';
import { readAnswer } from '../provider/read-answer.js';
import { CHANNEL_DESCRIPTORS } from '../registry.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import type { AccountCredentials } from './credential-vault.js';
import { refreshToken } from './refresh-token.js';

/** Younger access tokens are used as they are. */
const GOOD_FOR_MS = 60_000;
/** All that is asked takes at most so long: a browser waits for it. */
const WITHIN_MS = 10_000;

const profile = z.record(z.string(), z.unknown());

export interface Whose {
  /** To be kept in place of those that were given: a new refresh token may have taken the place of the old one. */
  credentials: AccountCredentials;
  /** What the provider calls the mailbox; absent where it did not say. */
  address?: string;
  /** Why it did not. */
  code?: string | undefined;
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
  const { apiUrl } = authorization.endpoints(settings);
  const { address, code } = await whoseToken({ authorization, apiUrl }, credentials.access_token);
  return address === undefined ? { credentials, code } : { credentials, address };
}

/** Where a mailbox's provider is asked. */
interface Provider {
  authorization: MailboxAuthorization;
  apiUrl: string;
}

/**
 * Asks a provider whose mailbox an access token opens: its address and what its owner is called, or why it does not say.
 * Never throws.
 */
export async function whoseToken(
  { authorization, apiUrl }: Provider,
  token: string,
): Promise<{ address: string; name?: unknown; code?: never } | { address?: never; name?: never; code: string }> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const ask = (path: string) => readProvider({ url: apiUrl + path, token, signal });
  const answer = await ask(authorization.whoAmI);
  const found = readAnswer(answer, profile);
  if (!found) return { code: codeOf(answer) };
  const path = authorization.proof?.(found);
  const proof = path === undefined ? undefined : await ask(path);
  const proved = proof && readAnswer(proof, profile);
  if (proof && !proved && !isRefused(proof)) return { code: codeOf(proof) };
  const { address, name } = authorization.read(found, proved);
  return typeof address === 'string' && address.includes('@') ? { address, name } : { code: codeOf(answer) };
}

function codeOf(answer: ProviderAnswer): string {
  return answer.kind === 'answered' ? `http_${answer.status}` : answer.code;
}

/** Whether there is nothing of this kind for the account, rather than no answer at the moment. */
function isRefused(answer: ProviderAnswer): boolean {
  return answer.kind === 'answered' && [400, 403, 404].includes(answer.status);
}
