import { portionsOf, type Offer } from './delivery-portions.js';

const offer = (part: string, turn: number, provider: Offer['provider'] = 'meta'): Offer => ({
  part,
  provider,
  turn,
  run_at: new Date(turn),
});
const offers = (part: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => offer(part, from + n));
const shares = { google: 0, microsoft: 16, meta: 16 };

describe('portionsOf', () => {
  it('has the tenants of all parts take turns', () => {
    const portions = portionsOf([...offers('a', 12), ...offers('b', 12), ...offers('b', 12)], { limit: 32, shares });
    const counts = [...portions].map(([part, { limit }]) => [part, limit]);
    expect(new Map(counts as [string, number][])).toEqual(
      new Map([
        ['a', 6],
        ['b', 10],
      ]),
    );
  });

  it('takes nothing of a part whose tenants have more in hand than those of others', () => {
    const portions = portionsOf([...offers('a', 3, 4), offer('b', 1)], { limit: 1, shares });
    expect([...portions]).toEqual([['b', { limit: 1, shares: { google: 0, microsoft: 0, meta: 1 } }]]);
  });

  it('takes no more of a provider than is wanted, and of others in its place', () => {
    const mail = [offer('a', 5, 'microsoft'), offer('a', 6, 'google')];
    const portions = portionsOf([...offers('a', 4), ...mail], { limit: 32, shares: { ...shares, meta: 2 } });
    expect([...portions]).toEqual([['a', { limit: 3, shares: { google: 0, microsoft: 1, meta: 2 } }]]);
  });
});
