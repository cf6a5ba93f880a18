import { AcceptedTokens } from './accepted-tokens.js';

const account = (n: number) => ({ workspace_id: 'w', channel_account_id: `a${n}` });

describe('accepted tokens', () => {
  it('are the last of each account', () => {
    const tokens = new AcceptedTokens();
    tokens.add(account(1), 'first');
    tokens.add(account(1), 'second');
    expect(tokens.has(account(1), 'first')).toBe(false);
    expect(tokens.has(account(1), 'second')).toBe(true);
    expect(tokens.has(account(2), 'second')).toBe(false);
  });

  it('are forgotten of the account that was heard of least recently, when there are too many', () => {
    const tokens = new AcceptedTokens();
    for (let n = 0; n < 10_000; n++) tokens.add(account(n), 'good');
    tokens.add(account(0), 'good');
    tokens.add(account(10_000), 'good');
    expect([0, 1, 2, 10_000].map((n) => tokens.has(account(n), 'good'))).toEqual([true, false, true, true]);
  });
});
