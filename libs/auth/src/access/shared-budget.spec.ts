import { SharedBudget } from './shared-budget.js';

let now = 0;
const budget = () =>
  new SharedBudget({ one: { perSecond: 24, most: 48 }, all: { perSecond: 48, most: 96 } }, () => now);
/** How many it gets, one after the other, until it has to wait. */
const taken = (of: SharedBudget, key: string) => {
  let count = 0;
  for (; !of.isSpent(key); count++) of.count(key, 1);
  return count;
};

describe('a budget that is shared', () => {
  it('gives each so much at once and in a second', () => {
    const own = budget();
    expect(taken(own, 'one')).toBe(49);
    expect(own.isSpent('one')).toBe(true);
    now += 500;
    expect(own.isSpent('one')).toBe(false);
    expect(taken(own, 'one')).toBeLessThan(13);
  });

  it('refuses nobody who had little, whatever others had', () => {
    const shared = budget();
    for (const workspace of ['one', 'two', 'three']) taken(shared, workspace);
    expect(shared.isSpent('three')).toBe(true);
    expect(shared.isSpent('four')).toBe(false);
    expect(taken(shared, 'four')).toBe(25);
  });
});
