import { aheadOf } from './provider-clock.js';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const dated = (date?: string) => {
  const headers = date === undefined ? {} : { date };
  return aheadOf({ kind: 'answered', status: 200, headers, body: undefined }, NOW);
};

describe('the clock of a provider', () => {
  it('is ahead or behind by what the date of its answer says', () => {
    expect(dated('Sun, 01 Mar 2026 10:02:00 GMT')).toBe(120_500);
    expect(dated('Sun, 01 Mar 2026 09:59:00 GMT')).toBe(-59_500);
  });

  it('counts as ours where no date is told', () => {
    expect([dated(), dated('today')]).toEqual([0, 0]);
    expect(aheadOf({ kind: 'unanswered', phase: 'maybe_written', code: 'ECONNRESET' }, NOW)).toBe(0);
  });
});
