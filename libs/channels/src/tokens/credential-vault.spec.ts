import { randomBytes } from 'node:crypto';
import { credentialKeys } from '../settings/credential-keys.js';
import { CredentialVault } from './credential-vault.js';

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const OWNER = {
  workspace_id: '01890000-0000-7000-8000-000000000001',
  channel_account_id: '01890000-0000-7000-8000-000000000002',
};
const OTHER = '01890000-0000-7000-8000-000000000003';
const SECRET = { access_token: 'ya29.token', refresh_token: '1//refresh', expires_at: '2026-03-01T10:00:00.000Z' };

function vault(keys: string): CredentialVault {
  return new CredentialVault(credentialKeys.parse(keys)!);
}

describe('sealed credentials', () => {
  it('open for the account they were sealed for, and show nothing', () => {
    const sealed = vault(`a:${OLD}`).seal(OWNER, SECRET);
    expect(sealed).toMatch(/^v1\.a(\.[\w-]+){3}$/);
    expect(sealed).not.toContain('ya29');
    expect(vault(`a:${OLD}`).open(OWNER, sealed)).toEqual(SECRET);
  });

  it('are different each time', () => {
    const keys = vault(`a:${OLD}`);
    expect(keys.seal(OWNER, SECRET)).not.toBe(keys.seal(OWNER, SECRET));
  });

  it.each([
    ['another workspace', { ...OWNER, workspace_id: OTHER }],
    ['another account', { ...OWNER, channel_account_id: OTHER }],
  ])('do not open once they are copied to %s', (_where, thief) => {
    const keys = vault(`a:${OLD}`);
    const sealed = keys.seal(OWNER, SECRET);
    expect(() => keys.open(thief, sealed)).toThrow(/does not open: it was changed, or sealed for another owner/);
  });

  it('do not open when a single character of any part was changed', () => {
    const keys = vault(`a:${OLD}`);
    const parts = keys.seal(OWNER, SECRET).split('.');
    for (const at of [2, 3, 4]) {
      const changed = parts.map((part, n) => (n === at ? (part.startsWith('A') ? 'B' : 'A') + part.slice(1) : part));
      expect(() => keys.open(OWNER, changed.join('.'))).toThrow(/does not open/);
    }
  });

  it('do not open with a tag that was cut short', () => {
    const keys = vault(`a:${OLD}`);
    const [tag, ...rest] = keys.seal(OWNER, SECRET).split('.').reverse();
    const short = Buffer.from(tag!, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => keys.open(OWNER, [short, ...rest].reverse().join('.'))).toThrow(/not in a form known here/);
  });

  it.each(['', 'v1', 'v2.a.b.c.d', '{"access_token":"plain"}'])('are told from what is none: %j', (text) => {
    expect(() => vault(`a:${OLD}`).open(OWNER, text)).toThrow(/not in a form known here/);
  });

  it('of an older key still open, and are known to be outdated', () => {
    const sealed = vault(`a:${OLD}`).seal(OWNER, SECRET);
    const both = vault(`b:${NEW},a:${OLD}`);
    expect(both.open(OWNER, sealed)).toEqual(SECRET);
    expect(both.isOutdated(sealed)).toBe(true);
    expect(both.isOutdated(both.seal(OWNER, SECRET))).toBe(false);
    expect(() => vault(`b:${NEW}`).open(OWNER, sealed)).toThrow(/with a key that CREDENTIALS_KEYS does not hold/);
  });
});

describe('CREDENTIALS_KEYS', () => {
  it('names its keys, the first of which seals', () => {
    expect([...credentialKeys.parse(`2026-03:${NEW} old:${OLD}`)!.keys()]).toEqual(['2026-03', 'old']);
    expect(credentialKeys.parse(undefined)).toBeUndefined();
  });

  it.each([
    ['nothing', ' , '],
    ['no id', NEW],
    ['an id with a dot', `a.b:${NEW}`],
    ['a key that is too short', `a:${randomBytes(16).toString('base64')}`],
    ['a key that is too long', `a:${randomBytes(33).toString('base64')}`],
    ['the same id twice', `a:${NEW},a:${OLD}`],
  ])('is refused with %s', (_what, text) => {
    expect(credentialKeys.safeParse(text).success).toBe(false);
  });
});
