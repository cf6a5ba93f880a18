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

/** One that was given in place of a refused one, and is refused this soon itself: another would be, too. */
const REFUSED_AGAIN_MS = 5 * MINUTE;

/** Whether the token should be replaced before it is used. */
export function isDue(channel: ChannelName, credentials: AccountCredentials, now = Date.now()): boolean {
  const rule = RULES[channel];
  if (!rule || !credentials.expires_at) return false;
  return Date.parse(credentials.expires_at) - now < rule.beforeEndMs && ageOf(credentials, now) >= rule.leastAgeMs;
}

/**
 * Whether asking for another token can help when the provider refuses this one before its time. However young it is: its refresh
 * token is tried, unless that was done for the same reason a moment ago.
 */
export function canRevive(channel: ChannelName, credentials: AccountCredentials, now = Date.now()): boolean {
  const isSecondRefusal = credentials.after_refusal === true && ageOf(credentials, now) < REFUSED_AGAIN_MS;
  return RULES[channel]?.revives === true && !isSecondRefusal;
}

export function isStillGood({ expires_at }: AccountCredentials, now = Date.now()): boolean {
  return !expires_at || Date.parse(expires_at) > now;
}

function ageOf({ obtained_at }: AccountCredentials, now: number): number {
  return obtained_at ? now - Date.parse(obtained_at) : Infinity;
}
