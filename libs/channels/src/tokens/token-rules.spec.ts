import { afterRefusal, isDue, isStillGood, type AfterRefusal } from './token-rules.js';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (ms: number) => new Date(NOW + ms).toISOString();
const token = (ends?: number, obtained?: number) => ({
  access_token: 'token',
  ...(ends !== undefined && { expires_at: at(ends) }),
  ...(obtained !== undefined && { obtained_at: at(obtained) }),
});

/** One in place of refused ones. */
const again = (obtained: number, since: number, count: number) => {
  return { ...token(DAY, obtained), refusals: { since: at(since), count } };
};

describe('a token is replaced', () => {
  it.each([
    ['a mailbox, minutes before its end', 'gmail', token(4 * MINUTE), true],
    ['a mailbox, after its end', 'outlook', token(-DAY), true],
    ['not a mailbox, with time left', 'gmail', token(6 * MINUTE), false],
    ['not one without an end', 'gmail', token(), false],
    ['Instagram, days before its end', 'instagram', token(9 * DAY, -51 * DAY), true],
    ['not Instagram, on its first day', 'instagram', token(9 * DAY, -DAY + MINUTE), false],
    ['not Instagram, with weeks left', 'instagram', token(11 * DAY, -49 * DAY), false],
    ['Instagram, on its second day when nobody knows its end', 'instagram', token(undefined, -DAY), true],
    ['Instagram, when nobody knows its end or its age', 'instagram', token(), true],
    ['not Instagram, on its first day when nobody knows its end', 'instagram', token(undefined, -DAY + MINUTE), false],
    ['not one of a page without an end', 'facebook', token(), false],
    ['never one of a system user', 'whatsapp', token(-DAY), false],
    ['never one of a page', 'facebook', token(-DAY), false],
  ] as const)('%s', (_what, channel, credentials, due) => {
    expect(isDue(channel, credentials, NOW)).toBe(due);
  });
});

describe('a token that was refused', () => {
  const SECOND = 1000;
  const first: AfterRefusal = { kind: 'replace', refusals: { since: at(0), count: 1 } };
  const another = (since: number, count: number): AfterRefusal => {
    return { kind: 'replace', refusals: { since: at(since), count } };
  };
  const close: AfterRefusal = { kind: 'close' };

  it.each([
    ['of a mailbox is replaced', 'gmail', token(DAY, -2 * MINUTE), first],
    ['of a mailbox is replaced although nobody knows its age', 'outlook', token(), first],
    ['is replaced a moment after the account was connected', 'gmail', token(DAY, -SECOND), first],
    [
      'is replaced when it is itself in place of a refused one',
      'gmail',
      again(-SECOND, -SECOND, 1),
      another(-SECOND, 2),
    ],
    ['waits when that was done a moment ago', 'gmail', again(-SECOND, -2 * SECOND, 2), { kind: 'wait', ms: 4000 }],
    ['is replaced after that', 'outlook', again(-5 * SECOND, -6 * SECOND, 2), another(-6 * SECOND, 3)],
    ['waits as long as it was refused', 'gmail', again(-MINUTE, -3 * MINUTE, 3), { kind: 'wait', ms: MINUTE }],
    ['does not wait longer where another clock is ahead', 'gmail', again(8 * MINUTE, 0, 3), { kind: 'wait', ms: 5000 }],
    ['waits no longer than minutes', 'gmail', again(-MINUTE, -9 * MINUTE, 3), { kind: 'wait', ms: 90_000 }],
    ['is replaced when few were refused', 'gmail', again(-20 * MINUTE, -20 * MINUTE, 1), another(-20 * MINUTE, 2)],
    ['is replaced when many were refused for long', 'gmail', again(-3 * MINUTE, -DAY, 40), another(-DAY, 41)],
    ['is the first of others when it was good for long', 'gmail', again(-31 * MINUTE, -60 * MINUTE, 9), first],
    ['of Instagram cannot renew itself', 'instagram', token(DAY, -DAY), close],
    ['of a system user cannot be replaced', 'whatsapp', token(), close],
  ] as const)('%s', (_what, channel, credentials, next) => {
    expect(afterRefusal(channel, credentials, NOW)).toEqual(next);
  });

  it.each([
    ['is the first of others when it had been accepted', again(-MINUTE, -10 * MINUTE, 4), first],
    ['waits a moment all the same when that was just now', again(-SECOND, -2 * SECOND, 2), { kind: 'wait', ms: 4000 }],
  ] as const)('%s', (_what, credentials, next) => {
    expect(afterRefusal('gmail', credentials, NOW, true)).toEqual(next);
  });

  it('is good until its end', () => {
    expect(isStillGood(token(1), NOW)).toBe(true);
    expect(isStillGood(token(0), NOW)).toBe(false);
    expect(isStillGood(token(), NOW)).toBe(true);
  });
});
