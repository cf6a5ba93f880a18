import { randomUUID } from 'node:crypto';
import { Strategy } from 'passport-jwt';
import { IssuerStrategy } from '../../libs/auth/src/token/issuer-strategy.js';
import { JwksSource } from '../../libs/auth/src/token/jwks-source.js';
import { KeysUnavailable, TokenRefused } from '../../libs/auth/src/token/token-errors.js';
import { tokenSettings } from '../../libs/auth/src/token/token-settings.js';
import { TokenVerifier } from '../../libs/auth/src/token/token-verifier.js';
import { freePort } from '../support/free-port.js';
import { KeyServer, rsaKey } from './support/key-server.js';
import { signToken } from './support/signed-token.js';

const AUDIENCE = 'https://crm.example/mcp';
const NOW = 1_800_000_000;

const key = rsaKey('k1');
let server: KeyServer;

beforeAll(async () => {
  server = await KeyServer.start(key);
});
afterAll(() => server.stop());

function newVerifier(): TokenVerifier {
  const settings = tokenSettings({ issuer: server.url, audiences: [AUDIENCE] });
  return new TokenVerifier(settings, { clock: () => NOW * 1000 });
}

function newToken(payload: object = {}, header: object = {}): string {
  const who = { iss: server.url, aud: AUDIENCE, sub: 'user-1', client_id: 'client-1', org_id: 'org_1' };
  const what = { scope: 'openid user:org:read', jti: randomUUID(), iat: NOW - 10, exp: NOW + 600 };
  return signToken(
    { header: { alg: 'RS256', typ: 'at+jwt', kid: 'k1', ...header }, payload: { ...who, ...what, ...payload } },
    key.privateKey,
  );
}

/** The `jti` of a token that is accepted, or why it is refused. */
async function outcome(verifier: TokenVerifier, token: string): Promise<string | undefined> {
  return verifier.verify(token).then(
    ({ jti }) => jti,
    (error: unknown) => (error instanceof TokenRefused ? error.reason : Promise.reject(error as Error)),
  );
}

describe('the strategy of an issuer', () => {
  it('is made once, for all tokens', async () => {
    const used: unknown[] = [];
    const { authenticate } = Strategy.prototype;
    Strategy.prototype.authenticate = function (...given) {
      used.push(Object.getPrototypeOf(this));
      return authenticate.apply(this, given);
    };
    try {
      const verifier = newVerifier();
      for (let n = 0; n < 5; n++) await verifier.verify(newToken());
    } finally {
      Strategy.prototype.authenticate = authenticate;
    }
    expect([used.length, new Set(used).size]).toEqual([5, 1]);
    expect(used).not.toContain(Strategy.prototype);
  });

  it('tells each of many tokens at once its own outcome', async () => {
    const verifier = newVerifier();
    const wanted = Array.from({ length: 60 }, (_, n) => {
      if (n % 3 === 1)
        return { token: newToken({ aud: 'else' }), reason: `jwt audience invalid. expected: ${AUDIENCE}` };
      if (n % 3 === 2) return { token: newToken({}, { kid: `k${n}` }), reason: 'key id is unknown' };
      return { token: newToken({ jti: `token-${n}` }), reason: `token-${n}` };
    });
    const outcomes = await Promise.all(wanted.map(({ token }) => outcome(verifier, token)));
    expect(outcomes).toEqual(wanted.map(({ reason }) => reason));
  });

  it('refuses what is signed and no object of claims', async () => {
    const header = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };
    for (const payload of [null, 7, 'user-1', []]) {
      const token = signToken({ header, payload: payload as never }, key.privateKey);
      await expect(outcome(newVerifier(), token)).resolves.toMatch(/^jwt audience invalid/);
    }
  });

  it('asks for keys itself, and hands on what is wrong with them as it is', async () => {
    const settings = tokenSettings({ issuer: server.url, audiences: [AUDIENCE] });
    const strategyAt = (jwksUri: string) =>
      new IssuerStrategy(settings, new JwksSource({ issuer: server.url, jwksUri }));
    const [alone, without] = [strategyAt(server.jwksUri), strategyAt(`http://127.0.0.1:${await freePort()}`)];
    const [token, header] = [newToken(), { alg: 'RS256', kid: 'k1' }];
    await expect(alone.authenticate(token, header)).resolves.toMatchObject({ signed: { payload: { sub: 'user-1' } } });
    await expect(alone.authenticate(token, { ...header, kid: 'k2' })).rejects.toBeInstanceOf(TokenRefused);
    await expect(without.authenticate(token, header)).rejects.toBeInstanceOf(KeysUnavailable);
  });
});

describe('times', () => {
  it.each<[string, object]>([
    ['invalid exp value', { exp: null }],
    ['invalid nbf value', { nbf: null }],
    ['invalid nbf value', { nbf: String(NOW) }],
    ['has no time of issue', { iat: null }],
  ])('that are no numbers are refused: %s', async (reason, payload) => {
    await expect(outcome(newVerifier(), newToken(payload))).resolves.toBe(reason);
  });
});
