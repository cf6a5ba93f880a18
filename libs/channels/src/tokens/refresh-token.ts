import type { ChannelName } from '#crm-domain';
import { z } from 'zod';
import { readAnswer } from '../answers/read-answer.js';
import type { AccountCredentials } from '../credentials/credential-vault.js';
import { callProvider, type ProviderAnswer, type ProviderRequest } from '../provider-call.js';
import type { ProviderSettings } from '../provider-settings.js';

/** What asking for a new token gave. `revoked`: only the account's owner can mend it. `later`: ask again. */
export type Refreshed =
  | { kind: 'refreshed'; credentials: AccountCredentials }
  | { kind: 'revoked'; code: string }
  | { kind: 'later'; code: string };

/** Milliseconds. Who has asked may have used up the old refresh token, so that a slow answer is waited for. */
export const ANSWER_WITHIN_MS = 60_000;
/** Milliseconds in which the connection stands; nothing is asked for after that. */
const CONNECTED_WITHIN_MS = 3000;

/** No provider's token lives longer; beyond some hundred million seconds there are no dates. */
const LONGEST_SECONDS = 366 * 86_400;

// An end that makes no sense counts as not given: the tokens beside it are good, and the old refresh token may be used up.
const tokenBody = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().max(LONGEST_SECONDS).optional().catch(undefined),
});
const oauthError = z.object({ error: z.string() });
const metaError = z.object({ error: z.object({ code: z.literal(190) }) });

/** RFC 6749 section 5.2, and what Microsoft says when a person has to sign in again. */
const REVOKED = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];

/** Asks the provider for a new token, once, and takes up to `ANSWER_WITHIN_MS`. Never throws. */
export async function refreshToken(
  channel: ChannelName,
  credentials: AccountCredentials,
  settings: ProviderSettings,
): Promise<Refreshed> {
  const request = requestFor(channel, credentials, settings);
  if ('kind' in request) return request;
  const answer = await callProvider({ ...request, deadlineMs: ANSWER_WITHIN_MS, writeWithinMs: CONNECTED_WITHIN_MS });
  const token = readAnswer(answer, tokenBody);
  if (!token) return declined(answer);
  const now = Date.now();
  return {
    kind: 'refreshed',
    credentials: {
      access_token: token.access_token,
      // One that comes along replaces the old one, which may be worth nothing from now on.
      refresh_token: token.refresh_token ?? credentials.refresh_token,
      expires_at: token.expires_in ? new Date(now + token.expires_in * 1000).toISOString() : undefined,
      obtained_at: new Date(now).toISOString(),
      refusals: credentials.refusals,
    },
  };
}

function requestFor(
  channel: ChannelName,
  { access_token, refresh_token }: AccountCredentials,
  settings: ProviderSettings,
): ProviderRequest | Exclude<Refreshed, { kind: 'refreshed' }> {
  if (channel === 'instagram') {
    // This one address has no version in it.
    const url = `${settings.INSTAGRAM_BASE_URL.replace(/\/v\d+\.\d+$/, '')}/refresh_access_token`;
    return { method: 'GET', url, query: { grant_type: 'ig_refresh_token', access_token } };
  }
  if (!refresh_token) return { kind: 'revoked', code: 'no_refresh_token' };
  const [url, client_id, client_secret] =
    channel === 'gmail'
      ? [settings.GOOGLE_TOKEN_URL, settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET]
      : [settings.MICROSOFT_TOKEN_URL, settings.MICROSOFT_CLIENT_ID, settings.MICROSOFT_CLIENT_SECRET];
  if (!client_id || !client_secret) return { kind: 'later', code: 'provider_not_configured' };
  return { method: 'POST', url, form: { grant_type: 'refresh_token', refresh_token, client_id, client_secret } };
}

/** RFC 6749 section 5.2 refuses with 400 or 401. Whoever answers otherwise has failed, and may say the same of a good token. */
function declined(answer: ProviderAnswer): Refreshed {
  if (answer.kind === 'unanswered') return { kind: 'later', code: 'token_not_reached' };
  if (answer.status !== 400 && answer.status !== 401) return { kind: 'later', code: `token_http_${answer.status}` };
  if (metaError.safeParse(answer.body).success) return { kind: 'revoked', code: '190' };
  const code = oauthError.safeParse(answer.body).data?.error ?? '';
  if (REVOKED.includes(code)) return { kind: 'revoked', code };
  return { kind: 'later', code: /^\w{1,64}$/.test(code) ? code : `token_http_${answer.status}` };
}
