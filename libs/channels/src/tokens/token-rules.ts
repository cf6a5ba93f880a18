import type { ChannelName } from '#crm-domain/messaging';
import { CHANNEL_DESCRIPTORS } from '../registry.js';
import type { AccountCredentials } from './credential-vault.js';

const MINUTE = 60_000;

/**
 * Who waits longest for another attempt comes back within this; a token that was refused later than this had been good.
 */
const ONE_AFTER_THE_OTHER_MS = 30 * MINUTE;
/** Between two tokens in place of refused ones: as long as they have been refused so far, within these bounds. */
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [5000, 150_000];
/** Between two tries to replace one whose end nobody knows. */
const UNKNOWN_END_PAUSE_MS = 60 * MINUTE;

/** What a refusal of a token leads to. `replace`: the one that comes in its place bears these `refusals`. */
export type AfterRefusal =
  | { kind: 'replace'; refusals: NonNullable<AccountCredentials['refusals']> }
  | { kind: 'wait'; ms: number }
  | { kind: 'close' };

/** Whether the token should be replaced before it is used. */
export function isDue(channel: ChannelName, credentials: AccountCredentials, now = Date.now()): boolean {
  const rule = CHANNEL_DESCRIPTORS[channel].token;
  if (!rule || ageOf(credentials, now) < rule.leastAgeMs) return false;
  // Where a refusal comes too late, the next token tells what nobody has told of this one.
  if (!credentials.expires_at) return !rule.revives;
  return Date.parse(credentials.expires_at) - now < rule.beforeEndMs;
}

/**
 * What to do when the provider refuses this token before its time. However young it is, it is replaced by means of its
 * refresh token; where that has just been done and did not help, it is done again with growing pauses. Some refusals
 * are a provider's failure and pass, so their number closes no mailbox: only a refused refresh token does.
 * @param wasAccepted whether the provider has accepted this token before; then its refusal is the first of others
 */
export function afterRefusal(
  channel: ChannelName,
  credentials: AccountCredentials,
  now = Date.now(),
  wasAccepted = false,
): AfterRefusal {
  if (CHANNEL_DESCRIPTORS[channel].token?.revives !== true) return { kind: 'close' };
  const { refusals } = credentials;
  const age = ageOf(credentials, now);
  // Where some calls are always accepted and others never, there is a pause between two tokens all the same.
  const wasGood = age > ONE_AFTER_THE_OTHER_MS || (wasAccepted && age >= MIN_PAUSE_MS);
  if (!refusals || wasGood) {
    return { kind: 'replace', refusals: { since: new Date(now).toISOString(), count: 1 } };
  }
  const { since, count } = refusals;
  const refusedMs = now - Date.parse(since);
  const pause = count === 1 ? 0 : Math.min(Math.max(refusedMs - age, MIN_PAUSE_MS), MAX_PAUSE_MS);
  if (age < pause) return { kind: 'wait', ms: pause - age };
  return { kind: 'replace', refusals: { since, count: count + 1 } };
}

export function isStillGood({ expires_at }: AccountCredentials, now = Date.now()): boolean {
  return !expires_at || Date.parse(expires_at) > now;
}

/**
 * When a token of the channel ends that came now: ISO 8601. Undefined where neither the provider nor its rule tells.
 */
export function tokenEnd(
  channel: ChannelName,
  expiresInSeconds: number | undefined,
  now = Date.now(),
): string | undefined {
  const ms = expiresInSeconds ? expiresInSeconds * 1000 : CHANNEL_DESCRIPTORS[channel].token?.livesMs;
  return ms === undefined ? undefined : new Date(now + ms).toISOString();
}

/**
 * Milliseconds until another try to replace one that is good: without an end it is due for good, and each use would try
 * it.
 */
export function pauseOf({ expires_at }: AccountCredentials): number | undefined {
  return expires_at ? undefined : UNKNOWN_END_PAUSE_MS;
}

/**
 * Whether nobody is to ask for the next token: the answer to somebody may still come, or the provider wants to be left
 * alone.
 */
export function isAwaited({ awaited_until }: AccountCredentials, now = Date.now()): boolean {
  return awaited_until !== undefined && Date.parse(awaited_until) > now;
}

/** The time in so many milliseconds, as credentials hold it: ISO 8601. */
export function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

/** In milliseconds; never negative, though the clock of the process that obtained it may be ahead of ours. */
function ageOf({ obtained_at }: AccountCredentials, now: number): number {
  return obtained_at ? Math.max(0, now - Date.parse(obtained_at)) : Infinity;
}
