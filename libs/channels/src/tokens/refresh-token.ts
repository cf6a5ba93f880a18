import type { ChannelName } from '#crm-domain/messaging';
import { z } from 'zod';
import { retryAfterHeader } from '../provider/answer-table.js';
import { readAnswer } from '../provider/read-answer.js';
import type { AccountCredentials } from './credential-vault.js';
import { callProvider, type ProviderAnswer } from '../provider/provider-call.js';
import { CHANNEL_DESCRIPTORS } from '../registry.js';
import { tokenEnd } from './token-rules.js';
import type { ProviderSettings } from '../settings/provider-settings.js';

/**
 * What asking for a new token gave. `revoked`: only the account's owner can mend it. `later`: ask again, not before
 * `wait_ms` are over.
 */
export type Refreshed =
  | { kind: 'refreshed'; credentials: AccountCredentials }
  | { kind: 'revoked'; code: string }
  | { kind: 'later'; code: string; wait_ms?: number };

/** Milliseconds. Who has asked may have used up the old refresh token, so that a slow answer is waited for. */
export const ANSWER_WITHIN_MS = 60_000;
/** Milliseconds in which the connection stands; nothing is asked for after that. */
const CONNECTED_WITHIN_MS = 3000;

/** No provider's token lives longer; beyond some hundred million seconds there are no dates. */
const MAX_SECONDS = 366 * 86_400;

// An end that makes no sense counts as not given: the tokens beside it are good, and the old refresh token may be used
// up.
const tokenBody = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().max(MAX_SECONDS).optional().catch(undefined),
});
const oauthError = z.object({
  error: z.string(),
  error_codes: z.array(z.number()).optional().catch(undefined),
});
const metaError = z.object({ error: z.object({ code: z.literal(190) }) });

/** RFC 6749 section 5.2, and what Microsoft says when a person has to sign in again. */
const REVOKED = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];

/**
 * AADSTS50196, by which Microsoft means the same request many times in five minutes. It comes as `invalid_grant` and
 * passes.
 */
const CLIENT_REQUEST_LOOP = 50196;
const AFTER_LOOP_MS = 5 * 60_000;
/** Who asks for a longer wait is asked again after this, as when sending. */
const MAX_WAIT_MS = 60 * 60_000;

const NO_REFRESH_TOKEN = { kind: 'revoked', code: 'no_refresh_token' } as const;

/** Asks the provider for a new token, once, and takes up to `ANSWER_WITHIN_MS`. Never throws. */
export async function refreshToken(
  channel: ChannelName,
  credentials: AccountCredentials,
  settings: ProviderSettings,
): Promise<Refreshed> {
  const request = CHANNEL_DESCRIPTORS[channel].token?.request(credentials, settings) ?? NO_REFRESH_TOKEN;
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
      expires_at: tokenEnd(channel, token.expires_in, now),
      obtained_at: new Date(now).toISOString(),
      refusals: credentials.refusals,
    },
  };
}

/**
 * RFC 6749 section 5.2 refuses with 400 or 401. Whoever answers otherwise has failed, and may say the same of a good
 * token.
 */
function declined(answer: ProviderAnswer): Refreshed {
  if (answer.kind === 'unanswered') return { kind: 'later', code: 'token_not_reached' };
  const asked = retryAfterHeader(answer);
  const wait_ms = asked === null ? undefined : Math.min(asked * 1000, MAX_WAIT_MS);
  if (answer.status !== 400 && answer.status !== 401)
    return { kind: 'later', code: `token_http_${answer.status}`, wait_ms };
  if (metaError.safeParse(answer.body).success) return { kind: 'revoked', code: '190' };
  const { error: code = '', error_codes } = oauthError.safeParse(answer.body).data ?? {};
  if (error_codes?.includes(CLIENT_REQUEST_LOOP))
    return { kind: 'later', code: 'client_request_loop', wait_ms: Math.max(wait_ms ?? 0, AFTER_LOOP_MS) };
  if (REVOKED.includes(code)) return { kind: 'revoked', code };
  return { kind: 'later', code: /^\w{1,64}$/.test(code) ? code : `token_http_${answer.status}`, wait_ms };
}
