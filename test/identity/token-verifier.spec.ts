import { randomUUID, sign } from 'node:crypto';
import type { VerifiedToken } from '../../libs/auth/src/token/token-claims.js';
import { TokenRefused } from '../../libs/auth/src/token/token-errors.js';
import { tokenSettings, type TokenSettingsInput } from '../../libs/auth/src/token/token-settings.js';
import { TokenVerifier } from '../../libs/auth/src/token/token-verifier.js';
import { ecKey, KeyServer, rsaKey, type TestKey } from './support/key-server.js';
import { signToken, type TokenParts } from './support/signed-token.js';

const AUDIENCE = 'https://crm.example/mcp';
const NOW = 1_800_000_000;

const key = rsaKey('k1');
let server: KeyServer;

beforeAll(async () => {
  server = await KeyServer.start(key);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.keys = [key];
});

function verifier(change: Partial<TokenSettingsInput> = {}, now = NOW): TokenVerifier {
  const settings = tokenSettings({ issuer: server.url, audiences: [AUDIENCE], ...change });
  return new TokenVerifier(settings, { clock: () => now * 1000 });
}

function parts(payload: object = {}, header: object = {}): TokenParts {
  const who = { iss: server.url, aud: AUDIENCE, sub: 'user-1', azp: 'client-1', client_id: 'client-1' };
  const what = { scope: 'openid user:org:read', org_id: 'org_1', jti: randomUUID(), iat: NOW - 10, exp: NOW + 600 };
  return { header: { alg: 'RS256', typ: 'at+jwt', kid: 'k1', ...header }, payload: { ...who, ...what, ...payload } };
}

const verify = (token: TokenParts, signer: TestKey = key, change?: Partial<TokenSettingsInput>) =>
  verifier(change).verify(signToken(token, signer.privateKey));

async function refusalOf(outcome: Promise<VerifiedToken>): Promise<string> {
  const error: unknown = await outcome.then(
    () => new Error('it was accepted'),
    (refused: unknown) => refused,
  );
  if (error instanceof TokenRefused) return error.reason;
  throw error;
}

describe('a token of the provider', () => {
  it('is read', async () => {
    const token = parts({ jti: 'j1', auth_time: NOW - 60 });
    await expect(verify(token)).resolves.toEqual({
      issuer: server.url,
      subject: 'user-1',
      client_id: 'client-1',
      org_id: 'org_1',
      scopes: ['openid', 'user:org:read'],
      jti: 'j1',
      issued_at: NOW - 10,
      expires_at: NOW + 600,
      auth_time: NOW - 60,
    });
  });

  it('may name several audiences, the type in its long form, no organisation', async () => {
    const token = parts({ aud: ['https://idp.example/userinfo', AUDIENCE] }, { typ: 'application/AT+JWT' });
    await expect(verify(token)).resolves.toMatchObject({ client_id: 'client-1' });
    await expect(verify(parts({ org_id: undefined }))).resolves.toMatchObject({ org_id: undefined });
  });

  it('may have no scope claim where the provider is set to write none, or where no scope is required', async () => {
    const without = parts({ scope: undefined });
    for (const change of [{ scope_claim_optional: true }, { required_scopes: [] }])
      await expect(verify(without, key, change)).resolves.toMatchObject({ scopes: [] });
    expect(await refusalOf(verify(parts({ scope: 'openid' }), key, { scope_claim_optional: true }))).toBe(
      'without scope user:org:read',
    );
  });

  it('is read in the words of other providers', async () => {
    const settings = { org_claims: ['organization.*.id'], client_claims: ['cid'], token_types: ['JWT'] };
    const token = parts({ organization: { acme: { id: 'org_9' } }, cid: 'c9', scope: undefined }, { typ: 'JWT' });
    token.payload.scp = ['user:org:read'];
    const read = await verify(token, key, settings);
    expect(read).toMatchObject({ org_id: 'org_9', client_id: 'c9', scopes: ['user:org:read'] });
    token.payload.organization = { acme: { id: 'org_9' }, globex: { id: 'org_8' } };
    await expect(verify(token, key, settings)).resolves.toMatchObject({ org_id: undefined });
  });

  it('is read with ES384 when that is configured', async () => {
    const curve = ecKey('e1', 'secp384r1', { alg: 'ES384' });
    server.keys = [key, curve];
    const token = parts({}, { alg: 'ES384', kid: 'e1' });
    await expect(verify(token, curve, { algorithms: ['ES384'] })).resolves.toMatchObject({ subject: 'user-1' });
    await expect(refusalOf(verify(token, curve))).resolves.toBe('algorithm is not one of the configured ones');
  });

  it('has five seconds for clocks that differ', async () => {
    await expect(verify(parts({ exp: NOW - 4 }))).resolves.toBeDefined();
    await expect(verify(parts({ iat: NOW + 5 }))).resolves.toBeDefined();
  });
});

describe('a token is refused', () => {
  it.each<[string, object, object]>([
    ['has no expiry', { exp: undefined }, {}],
    ['expired', { exp: NOW - 5 }, {}],
    ['invalid exp value', { exp: String(NOW + 60) }, {}],
    ['jwt not active', { nbf: NOW + 6 }, {}],
    ['has no time of issue', { iat: undefined }, {}],
    ['issued in the future', { iat: NOW + 6, exp: NOW + 60 }, {}],
    ['lives longer than tokens may', { iat: NOW, exp: NOW + 86_401 }, {}],
    ['jwt audience invalid', { aud: 'https://crm.example' }, {}],
    ['jwt audience invalid', { aud: `${AUDIENCE}/` }, {}],
    ['jwt audience invalid', { aud: undefined }, {}],
    ['jwt audience invalid', { aud: [] }, {}],
    ['jwt issuer invalid', { iss: 'https://idp.example' }, {}],
    ['jwt issuer invalid', { iss: undefined }, {}],
    ['type is not accepted', {}, { typ: 'JWT' }],
    ['type is not accepted', {}, { typ: undefined }],
    ['demands an extension', {}, { crit: ['b64'], b64: true }],
    ['demands an extension', {}, { crit: [] }],
    ['subject is missing', { sub: undefined }, {}],
    ['subject is missing', { sub: 7 }, {}],
    ['subject is missing or unfit', { sub: 'user\0' }, {}],
    ['subject is missing or unfit', { sub: 'user\u0085' }, {}],
    ['subject is missing or unfit', { sub: 'user\ud800' }, {}],
    ['subject is missing or unfit', { sub: 'user\ufffd' }, {}],
    ['subject is missing or unfit', { sub: 'u'.repeat(256) }, {}],
    ['organisation is missing or unfit', { org_id: 'org\0' }, {}],
    ['organisation is missing or unfit', { org_id: 'org\udc00' }, {}],
    ['organisation is missing or unfit', { org_id: 'o'.repeat(256) }, {}],
    ['client is missing or unfit', { azp: 'client\0', client_id: 'client\0' }, {}],
    ['client is missing or unfit', { azp: undefined, client_id: 'client\ud800' }, {}],
    ['client is missing or unfit', { azp: 'c'.repeat(2049), client_id: undefined }, {}],
    ['token id is missing or unfit', { jti: 'id\0' }, {}],
    ['token id is missing or unfit', { jti: 'i'.repeat(256) }, {}],
    ['client claims disagree', { azp: 'client-2' }, {}],
    ['client is missing', { azp: undefined, client_id: undefined }, {}],
    ['client is no text', { azp: ['client-1'] }, {}],
    ['bound to a proof of possession', { cnf: { jkt: 'x' } }, {}],
    ['issued to an actor', { act: { sub: 'agent' } }, {}],
    ['without scope user:org:read', { scope: 'openid' }, {}],
    ['without scope user:org:read', { scope: '' }, {}],
    ['without scope user:org:read', { scope: undefined }, {}],
    ['without scope user:org:read', { scope: null }, {}],
    ['without scope user:org:read', { scope: 'xuser:org:readx' }, {}],
    ['scopes are no texts', { scope: { a: 1 } }, {}],
    ['key id is missing', {}, { kid: undefined }],
    ['key id is missing', {}, { kid: 7 }],
    ['key id is missing', {}, { kid: 'k'.repeat(201) }],
    ['key id is unknown', {}, { kid: '__proto__' }],
  ])('%s: %j %j', async (reason, payload, header) => {
    await expect(refusalOf(verify(parts(payload, header)))).resolves.toContain(reason);
  });

  it('when bytes of a claim are no UTF-8, which two subjects would both be read as', async () => {
    const { header, payload } = parts({ sub: 'user-?' });
    const bytes = Buffer.from(JSON.stringify(payload));
    bytes[bytes.indexOf('user-?') + 5] = 0xff;
    const input = [Buffer.from(JSON.stringify(header)), bytes].map((part) => part.toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(input), key.privateKey).toString('base64url');
    await expect(refusalOf(verifier().verify(`${input}.${signature}`))).resolves.toBe('subject is missing or unfit');
  });

  it('when nobody signed it', async () => {
    const token = parts({}, { alg: 'none' });
    await expect(refusalOf(verify(token))).resolves.toBe('not a signed JWT');
    const signed = `${signToken(token, '')}${signToken(parts(), key.privateKey).split('.')[2]}`;
    await expect(refusalOf(verifier().verify(signed))).resolves.toContain('algorithm');
  });

  it('when the public key served as a shared secret', async () => {
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const token = signToken(parts({}, { alg: 'HS256' }), pem);
    await expect(refusalOf(verifier().verify(token))).resolves.toContain('algorithm');
  });

  it('when another key signed it under the same id', async () => {
    await expect(refusalOf(verify(parts(), rsaKey('k1')))).resolves.toBe('invalid signature');
  });

  it('when its claims were changed after signing', async () => {
    const [header, , signature] = signToken(parts(), key.privateKey).split('.');
    const [, payload] = signToken(parts({ org_id: 'org_2' }), key.privateKey).split('.');
    await expect(refusalOf(verifier().verify([header, payload, signature].join('.')))).resolves.toBe(
      'invalid signature',
    );
  });

  it('when the key is pinned to another algorithm, whatever both could do', async () => {
    const token = parts({}, { alg: 'RS384' });
    const refusal = refusalOf(verify(token, key, { algorithms: ['RS256', 'RS384'] }));
    await expect(refusal).resolves.toBe('key is for another algorithm');
  });

  it('when the key in its own header signed it', async () => {
    const own = rsaKey('own');
    const header = { kid: 'own', jwk: own.jwk, jku: `${server.url}/own`, x5u: `${server.url}/own` };
    await expect(refusalOf(verify(parts({}, header), own))).resolves.toBe('key id is unknown');
  });

  it.each(['', 'a.b', 'a.b.c.d', 'a.b.', '!.b.c', 'bnVsbA.e30.eA', `${'a'.repeat(9000)}.b.c`])(
    'when it is no token at all: %.20j',
    async (token) => {
      await expect(verifier().verify(token)).rejects.toBeInstanceOf(TokenRefused);
    },
  );
});

describe('what a refused caller reads', () => {
  it('names expiry and a missing scope, which an honest client can mend, and nothing else', async () => {
    const described = (token: TokenParts) => verify(token).catch((error: TokenRefused) => error.description);
    await expect(described(parts({ exp: NOW - 60 }))).resolves.toBe('The access token expired.');
    await expect(described(parts({ scope: 'openid' }))).resolves.toContain('without the scope user:org:read');
    for (const token of [parts({ aud: 'x' }), parts({ iss: 'x' }), parts({ sub: 7 }), parts({}, { kid: 'k2' })]) {
      await expect(described(token)).resolves.toBe('The access token is not valid for this service.');
    }
  });
});

it('refuses to exist with unsafe settings', () => {
  expect(() => verifier({ audiences: [] })).toThrow('audiences must hold');
});
