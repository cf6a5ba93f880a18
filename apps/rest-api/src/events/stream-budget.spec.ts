import { StreamBudget } from './stream-budget.js';

const MIB = 1024 * 1024;
let now = 0;
const budget = () => new StreamBudget(() => now);
/** MiB that a workspace gets until it has to wait. */
const taken = (of: StreamBudget, workspaceId: string) => {
  for (let count = 0; ; count++) if (of.isSpent(workspaceId) || of.isSpent(workspaceId, MIB)) return count + 1;
};

describe('streams of events', () => {
  it('get so much at once and in a second, those of one workspace together', () => {
    const own = budget();
    expect(taken(own, 'one')).toBe(49);
    expect(own.isSpent('one')).toBe(true);
    now += 500;
    expect(own.isSpent('one')).toBe(false);
    expect(taken(own, 'one')).toBeLessThan(13);
  });

  it('of a workspace that had little go on, whatever others had', () => {
    const shared = budget();
    for (const workspace of ['one', 'two', 'three']) taken(shared, workspace);
    expect(shared.isSpent('three')).toBe(true);
    expect(shared.isSpent('four')).toBe(false);
    expect(taken(shared, 'four')).toBe(25);
  });
});
