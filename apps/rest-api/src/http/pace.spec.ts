import { Pace } from './pace.js';

describe('the pace of what is sent', () => {
  it('is so many bytes a second of all together, and none that was not used is saved up', () => {
    let now = 10_000;
    const pace = new Pace(1000, () => now);
    expect([pace.delayOf(500), pace.delayOf(500), pace.delayOf(1000)]).toEqual([0, 500, 1000]);
    now += 1500;
    expect(pace.delayOf(100)).toBe(500);
    now += 60_000;
    expect([pace.delayOf(1000), pace.delayOf(1000)]).toEqual([0, 1000]);
  });
});
