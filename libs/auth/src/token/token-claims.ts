import { claimAt, textsAt } from './claim-path.js';
import { TokenRefused } from './token-errors.js';
import type { TokenSettings } from './token-settings.js';

/** What a verified access token says. Times are seconds since the epoch. */
export interface VerifiedToken {
  issuer: string;
  subject: string;
  client_id: string;
  /** The workspace as the identity provider names it (contract: Workspace resolution); undefined: none, or several. */
  org_id: string | undefined;
  scopes: readonly string[];
  jti?: string;
  issued_at: number;
  expires_at: number;
  not_before?: number;
  auth_time?: number;
  /**
   * What the client calls itself and where its users are sent back to, when the provider says so. Not to be trusted.
   */
  client_name?: string;
  client_redirect?: string;
}

/** The sentence that an honest client can act on: it refreshes. */
const EXPIRED = 'The access token expired.';

/** A token whose signature, issuer and audience were already judged. */
export interface SignedToken {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

/** A client may be identified by the address of its metadata document. */
const MAX_CLIENT = 2048;

/**
 * Judges what the libraries leave open: type, critical extensions, times, proof of possession, who is meant by it.
 *
 * @param now seconds since the epoch
 * @throws TokenRefused
 */
export function readClaims({ header, payload }: SignedToken, settings: TokenSettings, now: number): VerifiedToken {
  // First, so that an honest client is told to refresh whatever else an old token lacks.
  const times = readTimes(payload, settings, now);
  checkType(header, settings);
  // Bound to a key of the client, or issued to somebody acting for the user: neither is a plain bearer token.
  if (payload.cnf !== undefined) throw new TokenRefused('bound to a proof of possession');
  if (payload.act !== undefined) throw new TokenRefused('issued to an actor for somebody else');
  return {
    issuer: settings.issuer,
    subject: readIdentifier(payload.sub, 'subject'),
    client_id: readClient(payload, settings),
    org_id: readOrganisation(payload, settings),
    scopes: readScopes(payload, settings),
    ...times,
    ...(typeof payload.jti === 'string' && { jti: readIdentifier(payload.jti, 'token id') }),
    ...(isTime(payload.auth_time) && { auth_time: payload.auth_time }),
    ...(typeof payload.client_name === 'string' && { client_name: payload.client_name }),
    ...(typeof payload.client_redirect === 'string' && { client_redirect: payload.client_redirect }),
  };
}

/**
 * An ID or session token of the same provider carries the same signature; its type tells it apart (RFC 9068 section 4).
 */
function checkType(header: Record<string, unknown>, { token_types }: TokenSettings): void {
  const type = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : '';
  if (!token_types.some((accepted) => accepted.toLowerCase() === type)) throw new TokenRefused('type is not accepted');
  if (header.crit !== undefined) throw new TokenRefused('demands an extension');
}

/**
 * Judges what changes with the clock, and so is judged anew for a token that was seen before.
 *
 * @param now seconds since the epoch
 * @throws TokenRefused
 */
export function checkTimes(
  { issued_at, expires_at, not_before }: Pick<VerifiedToken, 'issued_at' | 'expires_at' | 'not_before'>,
  { clock_tolerance_seconds: tolerance }: TokenSettings,
  now: number,
): void {
  if (expires_at + tolerance <= now) throw new TokenRefused('expired', EXPIRED);
  if (issued_at > now + tolerance) throw new TokenRefused('issued in the future');
  if (not_before !== undefined && not_before > now + tolerance) throw new TokenRefused('jwt not active');
}

function readTimes(payload: Record<string, unknown>, settings: TokenSettings, now: number) {
  const { iat, exp, nbf } = payload;
  if (exp === undefined) throw new TokenRefused('has no expiry');
  if (!isTime(exp)) throw new TokenRefused('invalid exp value');
  if (nbf !== undefined && !isTime(nbf)) throw new TokenRefused('invalid nbf value');
  if (!isTime(iat)) throw new TokenRefused('has no time of issue');
  const times = { issued_at: iat, expires_at: exp, ...(nbf !== undefined && { not_before: nbf }) };
  checkTimes(times, settings, now);
  if (exp - iat > settings.max_lifetime_seconds) throw new TokenRefused('lives longer than tokens may');
  return times;
}

function readClient(payload: Record<string, unknown>, { client_claims }: TokenSettings): string {
  const clients = textsAt(payload, client_claims);
  if (!clients) throw new TokenRefused('client is no text');
  if (clients.length > 1) throw new TokenRefused('client claims disagree');
  return readIdentifier(clients[0], 'client', MAX_CLIENT);
}

/** None where the token names several. */
function readOrganisation(payload: Record<string, unknown>, { org_claims }: TokenSettings): string | undefined {
  const [organisation, second] = textsAt(payload, org_claims) ?? [];
  if (organisation === undefined || second !== undefined) return undefined;
  return readIdentifier(organisation, 'organisation');
}

/** A token without any scope claim has none of the required scopes, unless the provider is known to write no scopes. */
function readScopes(payload: Record<string, unknown>, settings: TokenSettings): string[] {
  const { scope_claims, required_scopes, scope_claim_optional } = settings;
  const found = scope_claims.map((path) => claimAt(payload, path)).find((value) => value !== undefined);
  if (found === undefined && scope_claim_optional) return [];
  const stated = found ?? [];
  const scopes = typeof stated === 'string' ? stated.split(' ').filter(Boolean) : stated;
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw new TokenRefused('scopes are no texts');
  }
  const missing = required_scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length) {
    const names = missing.join(' ');
    throw new TokenRefused(`without scope ${names}`, `The access token was issued without the scope ${names}.`);
  }
  return scopes;
}

function readIdentifier(value: unknown, what: string, longest?: number): string {
  if (isIdentifier(value, longest)) return value;
  throw new TokenRefused(`${what} is missing or unfit`);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * What Postgres refuses, or keeps as another text: control characters, lone surrogates, and what bytes that are no
 * UTF-8 are read as.
 */
const UNFIT = /[\p{Cc}\p{Cs}\uFFFD]/u;

/**
 * Whether a text of the identity provider may name somebody or something. Two that differ must stay different wherever
 * they are kept, so nothing is replaced or cut off: what does not fit is refused.
 *
 * @param longest in UTF-16 units
 */
export function isIdentifier(value: unknown, longest = 255): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !UNFIT.test(value);
}
