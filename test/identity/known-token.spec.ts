import { randomUUID } from 'node:crypto';
import { TokenRefused } from '../../libs/auth/src/token/token-errors.js';
import { tokenSettings } from '../../libs/auth/src/token/token-settings.js';
import { TokenVerifier } from '../../libs/auth/src/token/token-verifier.js';
import { KeyServer, rsaKey } from './support/key-server.js';
import { signToken } from './support/signed-token.js';

const AUDIENCE = 'https://crm.example/mcp';
const START = 1_800_000_000;
const TEN_MINUTES = 600;

const key = rsaKey('k1');
let server: KeyServer;
let now: number;

beforeEach(async () => {
  now = START;
  server = await KeyServer.start(key);
});
afterEach(() => server.stop());

function newVerifier(audience = AUDIENCE): TokenVerifier {
  const settings = tokenSettings({ issuer: server.url, audiences: [audience] });
  return new TokenVerifier(settings, { clock: () => now * 1000 });
}

function newToken(payload: object = {}): string {
  const who = { iss: server.url, aud: AUDIENCE, sub: 'user-1', client_id: 'client-1', org_id: 'org_1' };
  const what = { scope: 'openid user:org:read', jti: randomUUID(), iat: START, exp: START + 3600 };
  const header = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };
  return signToken({ header, payload: { ...who, ...what, ...payload } }, key.privateKey);
}

/** Why a token is refused, or nothing. */
async function reason(verifier: TokenVerifier, token: string): Promise<string | undefined> {
  const refused: unknown = await verifier.verify(token).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refused === undefined) return undefined;
  if (refused instanceof TokenRefused) return refused.reason;
  throw refused;
}

describe('a token that was found good before', () => {
  it('says the same again, and nobody can change what it says', async () => {
    const [verifier, token] = [newVerifier(), newToken()];
    const first = await verifier.verify(token);
    expect(await verifier.verify(token)).toEqual(first);
    expect(() => ((first as { subject: string }).subject = 'user-2')).toThrow(TypeError);
    expect(() => (first.scopes as string[]).push('admin')).toThrow(TypeError);
  });

  it.each<[string, number, object]>([
    ['expired', 305, { exp: START + 300 }],
    ['issued in the future', -6, {}],
    ['jwt not active', -6, { nbf: START, iat: START - 60 }],
  ])('is refused by the clock: %s', async (expected, passed, payload) => {
    const [verifier, token] = [newVerifier(), newToken(payload)];
    expect(await reason(verifier, token)).toBeUndefined();
    now += passed;
    expect(await reason(verifier, token)).toBe(expected);
    now -= Math.sign(passed);
    expect(await reason(verifier, token)).toBeUndefined();
  });

  it('is refused as soon as its key is known to be withdrawn', async () => {
    const [verifier, token] = [newVerifier(), newToken()];
    expect(await reason(verifier, token)).toBeUndefined();
    server.keys = [rsaKey('k2')];
    now += TEN_MINUTES;
    expect(await reason(verifier, token)).toBe('key id is unknown');
  });

  it('is refused when another key goes by the name of its own', async () => {
    const [verifier, token] = [newVerifier(), newToken()];
    expect(await reason(verifier, token)).toBeUndefined();
    server.keys = [rsaKey('k1')];
    now += TEN_MINUTES;
    expect(await reason(verifier, token)).toBe('invalid signature');
  });

  it('lends nothing to another of the same start, the same end or the same claims', async () => {
    const [verifier, token] = [newVerifier(), newToken()];
    expect(await reason(verifier, token)).toBeUndefined();
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const other = newToken({ org_id: 'org_2' }).split('.') as [string, string, string];
    expect(await reason(verifier, [header, payload, other[2]].join('.'))).toBe('invalid signature');
    expect(await reason(verifier, [header, other[1], signature].join('.'))).toBe('invalid signature');
  });

  it('is nothing to the verifier of another audience', async () => {
    const token = newToken();
    expect(await reason(newVerifier(), token)).toBeUndefined();
    expect(await reason(newVerifier('https://crm.example'), token)).toMatch(/^jwt audience invalid/);
  });

  it('makes room for others without being refused for it', async () => {
    const verifier = newVerifier();
    const first = newToken();
    await verifier.verify(first);
    const others = Array.from({ length: 2100 }, () => newToken());
    for (const token of others) await verifier.verify(token);
    for (const token of [first, ...others.slice(0, 3), ...others.slice(-3)])
      expect(await reason(verifier, token)).toBeUndefined();
  });
});
