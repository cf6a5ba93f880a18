import type { Capability } from '../actor.js';
import { invalid } from '../errors.js';

/** What a connection may do; each tier holds the one before (contract: Scopes). */
export const TIERS = { read: 1, write: 3, send: 11 } as const;
/** One of `TIERS`. */
export type Tier = keyof typeof TIERS;

/** What each tier allows (contract: Scopes). */
export const TIER_CAPABILITIES: Record<Tier, Capability[]> = {
  read: ['read:data'],
  write: ['read:data', 'write:data'],
  send: ['read:data', 'write:data', 'send:messages'],
};

/** The tier that a list of capabilities amounts to. @throws DomainError validation */
export function tierOf(capabilities: readonly string[]): Tier {
  const wanted = [...new Set(capabilities)].sort().join();
  const tier = (Object.keys(TIERS) as Tier[]).find(
    (each) => TIER_CAPABILITIES[each].toSorted().join() === wanted || each === wanted,
  );
  if (tier) return tier;
  throw invalid([
    {
      path: 'capabilities',
      message:
        'Expected read, write or send; or what they stand for: read:data, read:data,write:data or read:data,write:data,send:messages.',
      expected: 'a tier',
      allowed: Object.keys(TIERS),
    },
  ]);
}
