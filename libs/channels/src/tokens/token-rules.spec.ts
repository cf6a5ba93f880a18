import { canRevive, isDue, isStillGood } from './token-rules.js';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (ms: number) => new Date(NOW + ms).toISOString();
const token = (ends?: number, obtained?: number) => ({
  access_token: 'token',
  ...(ends !== undefined && { expires_at: at(ends) }),
  ...(obtained !== undefined && { obtained_at: at(obtained) }),
});

const again = (obtained: number) => ({ ...token(DAY, obtained), after_refusal: true as const });

describe('a token is replaced', () => {
  it.each([
    ['a mailbox, minutes before its end', 'gmail', token(4 * MINUTE), true],
    ['a mailbox, after its end', 'outlook', token(-DAY), true],
    ['not a mailbox, with time left', 'gmail', token(6 * MINUTE), false],
    ['not one without an end', 'gmail', token(), false],
    ['Instagram, days before its end', 'instagram', token(9 * DAY, -51 * DAY), true],
    ['not Instagram, on its first day', 'instagram', token(9 * DAY, -DAY + MINUTE), false],
    ['not Instagram, with weeks left', 'instagram', token(11 * DAY, -49 * DAY), false],
    ['never one of a system user', 'whatsapp', token(-DAY), false],
    ['never one of a page', 'facebook', token(-DAY), false],
  ] as const)('%s', (_what, channel, credentials, due) => {
    expect(isDue(channel, credentials, NOW)).toBe(due);
  });
});

describe('a token that was refused', () => {
  it.each([
    ['of a mailbox is replaced', 'gmail', token(DAY, -2 * MINUTE), true],
    ['of a mailbox is replaced although nobody knows its age', 'outlook', token(), true],
    ['is replaced a moment after the account was connected', 'gmail', token(DAY, -1000), true],
    ['is replaced a moment after its time had come', 'outlook', token(DAY, -1000), true],
    ['is not replaced when it is itself in place of a refused one', 'gmail', again(-1000), false],
    ['is replaced when that was a while ago', 'gmail', again(-6 * MINUTE), true],
    ['of Instagram cannot renew itself', 'instagram', token(DAY, -DAY), false],
    ['of a system user cannot be replaced', 'whatsapp', token(), false],
  ] as const)('%s', (_what, channel, credentials, can) => {
    expect(canRevive(channel, credentials, NOW)).toBe(can);
  });

  it('is good until its end', () => {
    expect(isStillGood(token(1), NOW)).toBe(true);
    expect(isStillGood(token(0), NOW)).toBe(false);
    expect(isStillGood(token(), NOW)).toBe(true);
  });
});
