import { providerOf, PROVIDERS, type ChannelName, type ProviderName } from '../channel-name.js';

/** A delivery that a part of a database would give. */
export interface Offer {
  part: string;
  provider: ProviderName;
  /** How many its tenant has in hand with it. */
  turn: number;
  run_at: Date;
}

/** How many deliveries are taken, and of each provider at most. */
export interface Portion {
  limit: number;
  shares: Record<ProviderName, number>;
}

/** What is taken of each part when tenants of all parts take turns; nothing of those that are not named. */
export function portionsOf(offers: readonly Offer[], { limit, shares }: Portion): Map<string, Portion> {
  const left = { ...shares };
  const portions = new Map<string, Portion>();
  let count = 0;
  for (const { part, provider } of offers.toSorted(byTurn)) {
    if (count === limit) break;
    if (left[provider] <= 0) continue;
    const portion = portions.get(part) ?? { limit: 0, shares: NONE };
    const shares = { ...portion.shares, [provider]: portion.shares[provider] + 1 };
    portions.set(part, { limit: portion.limit + 1, shares });
    left[provider]--;
    count++;
  }
  return portions;
}

/** How many of each provider are still wanted when these were taken. */
export function sharesLeft(shares: Portion['shares'], taken: readonly { channel: ChannelName }[]): Portion['shares'] {
  const left = { ...shares };
  for (const { channel } of taken) left[providerOf(channel)] -= 1;
  return left;
}

const NONE = Object.fromEntries(PROVIDERS.map((provider) => [provider, 0])) as Portion['shares'];

function byTurn(one: Offer, other: Offer): number {
  return one.turn - other.turn || one.run_at.getTime() - other.run_at.getTime();
}
