import type { ChannelName } from '#crm-domain';
import type { AccountCredentials } from '../credentials/credential-vault.js';

/** How an account's token is replaced; times are milliseconds. */
interface TokenRule {
  /** So long before its end. */
  beforeEndMs: number;
  /** Younger ones are not replaced. */
  leastAgeMs: number;
  /** Whether one that was refused can be replaced without the account's owner. */
  revives: boolean;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAILBOX: TokenRule = { beforeEndMs: 5 * MINUTE, leastAgeMs: 0, revives: true };

/** Tokens of Meta's system users stay as they are. Instagram's live 60 days and renew themselves while they are good. */
const RULES: Readonly<Record<ChannelName, TokenRule | null>> = {
  gmail: MAILBOX,
  outlook: MAILBOX,
  whatsapp: null,
  facebook: null,
  instagram: { beforeEndMs: 10 * DAY, leastAgeMs: DAY, revives: false },
};

/** Who waits longest for another attempt comes back within this; a token that was refused later than this had been good. */
const ONE_AFTER_THE_OTHER_MS = 30 * MINUTE;
/** Between two tokens in place of refused ones: as long as they have been refused so far, within these bounds. */
const [LEAST_PAUSE_MS, LONGEST_PAUSE_MS] = [5000, 150_000];

/** What a refusal of a token leads to. `replace`: the one that comes in its place bears these `refusals`. */
export type AfterRefusal =
  | { kind: 'replace'; refusals: NonNullable<AccountCredentials['refusals']> }
  | { kind: 'wait'; ms: number }
  | { kind: 'close' };

/** Whether the token should be replaced before it is used. */
export function isDue(channel: ChannelName, credentials: AccountCredentials, now = Date.now()): boolean {
  const rule = RULES[channel];
  if (!rule || !credentials.expires_at) return false;
  return Date.parse(credentials.expires_at) - now < rule.beforeEndMs && ageOf(credentials, now) >= rule.leastAgeMs;
}

/**
 * What to do when the provider refuses this token before its time. However young it is, it is replaced by means of its refresh token; where
 * that has just been done and did not help, it is done again with growing pauses. Some refusals are a provider's failure and pass, so their
 * number closes no mailbox: only a refused refresh token does.
 * @param wasAccepted whether the provider has accepted this token before; then its refusal is the first of others
 */
export function afterRefusal(
  channel: ChannelName,
  credentials: AccountCredentials,
  now = Date.now(),
  wasAccepted = false,
): AfterRefusal {
  if (RULES[channel]?.revives !== true) return { kind: 'close' };
  const { refusals } = credentials;
  const age = ageOf(credentials, now);
  // Where some calls are always accepted and others never, there is a pause between two tokens all the same.
  const wasGood = age > ONE_AFTER_THE_OTHER_MS || (wasAccepted && age >= LEAST_PAUSE_MS);
  if (!refusals || wasGood) {
    return { kind: 'replace', refusals: { since: new Date(now).toISOString(), count: 1 } };
  }
  const { since, count } = refusals;
  const refusedMs = now - Date.parse(since);
  const pause = count === 1 ? 0 : Math.min(Math.max(refusedMs - age, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);
  if (age < pause) return { kind: 'wait', ms: pause - age };
  return { kind: 'replace', refusals: { since, count: count + 1 } };
}

export function isStillGood({ expires_at }: AccountCredentials, now = Date.now()): boolean {
  return !expires_at || Date.parse(expires_at) > now;
}

/** Whether somebody has asked for the next token and the answer may still come. */
export function isAwaited({ awaited_until }: AccountCredentials, now = Date.now()): boolean {
  return awaited_until !== undefined && Date.parse(awaited_until) > now;
}

function ageOf({ obtained_at }: AccountCredentials, now: number): number {
  return obtained_at ? now - Date.parse(obtained_at) : Infinity;
}
