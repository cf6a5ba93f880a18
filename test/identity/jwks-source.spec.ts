import { JwksSource } from '../../libs/auth/src/token/jwks-source.js';
import { KeysUnavailable } from '../../libs/auth/src/token/token-errors.js';
import { tokenSettings } from '../../libs/auth/src/token/token-settings.js';
import { TokenVerifier } from '../../libs/auth/src/token/token-verifier.js';
import { eventually } from '../support/eventually.js';
import { KeyServer, rsaKey, sendJson } from './support/key-server.js';
import { signToken } from './support/signed-token.js';

const [first, second] = [rsaKey('k1'), rsaKey('k2')];
const MINUTE = 60_000;

let server: KeyServer;
let now: number;
let failures: Error[];

beforeEach(async () => {
  server = await KeyServer.start(first);
  now = 1_800_000_000_000;
  failures = [];
});
afterEach(() => server.stop());

/** Patient but where nothing is going to be answered. */
function source(jwksUri: string | undefined = server.jwksUri, fetchTimeoutMs = 30_000): JwksSource {
  // An attempt that outlives its test must not be counted in the next.
  const mine = failures;
  return new JwksSource({
    issuer: server.url,
    jwksUri,
    fetchTimeoutMs,
    clock: () => now,
    onFailure: (error) => mine.push(error),
  });
}

describe('keys of the provider', () => {
  it('are fetched once for everybody who waits', async () => {
    const keys = source();
    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find('k1')));
    expect(found.every((key) => key?.key.type === 'public')).toBe(true);
    expect(server.fetches).toBe(1);
  });

  it('cost one fetch, whatever number of unknown ids is tried', async () => {
    const keys = source();
    for (let n = 0; n < 500; n++) await expect(keys.find(`unknown-${n}`)).resolves.toBeNull();
    await Promise.all(Array.from({ length: 500 }, (_, n) => keys.find(`more-${n}`)));
    expect(server.fetches).toBe(1);
    await expect(keys.find('k1')).resolves.not.toBeNull();
  });

  it('are accepted half a minute after they appear', async () => {
    const keys = source();
    await keys.find('k1');
    server.keys = [first, second];
    now += 29_000;
    await expect(keys.find('k2')).resolves.toBeNull();
    now += 1000;
    await expect(keys.find('k2')).resolves.not.toBeNull();
    expect(server.fetches).toBe(2);
  });

  it('die ten minutes after they were withdrawn', async () => {
    const keys = source();
    await keys.find('k1');
    server.keys = [second];
    now += 10 * MINUTE - 1;
    await expect(keys.find('k1')).resolves.not.toBeNull();
    now += 1;
    await expect(keys.find('k1')).resolves.toBeNull();
  });

  it('are not taken from entries for encryption, of other kinds or without an id', async () => {
    const encryption = rsaKey('enc', { use: 'enc' });
    const shared = { ...first, jwk: { kty: 'oct', k: 'c2VjcmV0', kid: 'oct' } };
    const nameless = rsaKey('none', { kid: undefined });
    server.keys = [first, encryption, shared, nameless];
    const keys = source();
    await expect(Promise.all(['enc', 'oct', 'undefined'].map((kid) => keys.find(kid)))).resolves.toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('while the provider does not answer', () => {
  it('the last keys serve for an hour, then nothing is said', async () => {
    const keys = source();
    await keys.find('k1');
    await server.stop();
    now += 59 * MINUTE;
    await expect(keys.find('k1')).resolves.not.toBeNull();
    expect(failures).toHaveLength(1);
    now += 2 * MINUTE;
    await expect(keys.find('k1')).rejects.toBeInstanceOf(KeysUnavailable);
    await server.listen();
    now += 2000;
    await expect(keys.find('k1')).resolves.not.toBeNull();
  });

  it('it is left alone for two seconds after each failure', async () => {
    server.answer = (_request, response) => sendJson(response, {}, 500);
    const keys = source();
    for (let n = 0; n < 20; n++) await expect(keys.find('k1')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    expect(server.fetches).toBe(1);
    now += 2000;
    server.answer = undefined;
    await expect(keys.find('k1')).resolves.not.toBeNull();
    expect(server.fetches).toBe(2);
  });

  it('an unknown key is no ground to refuse: it may be the new one', async () => {
    const keys = source();
    await keys.find('k1');
    await server.stop();
    now += 31_000;
    await expect(keys.find('k2')).rejects.toBeInstanceOf(KeysUnavailable);
    await expect(keys.find('k1')).resolves.not.toBeNull();
  });

  it('few wait for an unknown key, and none once it has failed', async () => {
    const keys = source(server.jwksUri, 500);
    await keys.find('k1');
    let asked = 0;
    server.answer = () => void asked++;
    now += 31_000;
    const waiting = Array.from({ length: 8 }, (_, n) => keys.find(`unknown-${n}`));
    for (let n = 0; n < 20; n++) await expect(keys.find('another')).rejects.toBeInstanceOf(KeysUnavailable);
    expect(failures).toEqual([]);
    for (const each of waiting) await expect(each).rejects.toBeInstanceOf(KeysUnavailable);
    now += 2000;
    await expect(keys.find('unknown')).rejects.toBeInstanceOf(KeysUnavailable);
    // The next attempt has begun, and has not failed yet.
    expect(failures).toHaveLength(1);
    await eventually(() => asked === 2);
  });

  it('requests that the last keys can serve do not wait for it', async () => {
    const keys = source(server.jwksUri, 2000);
    await keys.find('k1');
    server.answer = () => undefined;
    now += 11 * MINUTE;
    await keys.find('k1');
    now += 2000;
    await keys.find('k1');
    // The next attempt has begun, and has not failed yet.
    expect(failures).toHaveLength(1);
    await eventually(() => server.fetches === 3);
  });

  it('a token gets 503, never 401, and the process starts all the same', async () => {
    await server.stop();
    const settings = tokenSettings({ issuer: server.url, audiences: ['a'] });
    const verifier = new TokenVerifier(settings, { clock: () => now, onKeysFailure: (error) => failures.push(error) });
    await verifier.warm();
    const header = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };
    const token = signToken({ header, payload: { iss: server.url } }, first.privateKey);
    await expect(verifier.verify(token)).rejects.toMatchObject({ name: 'KeysUnavailable', status: 503 });
    expect(failures).toHaveLength(1);
  });
});

describe('an answer is no key document', () => {
  it.each<[string, NonNullable<KeyServer['answer']>]>([
    [
      'a redirect, even to the real one',
      ({ url }, response) => {
        if (url !== '/jwks') return sendJson(response, { keys: [first.jwk] });
        response.writeHead(302, { location: '/moved' }).end();
      },
    ],
    ['not JSON', (_request, response) => void response.end('<html>')],
    ['a list', (_request, response) => sendJson(response, [])],
    ['no keys', (_request, response) => sendJson(response, { keys: [] })],
    ['keys that are none', (_request, response) => sendJson(response, { keys: { k1: 1 } })],
    [
      'larger than 256 KiB',
      (_request, response) => sendJson(response, { keys: [first.jwk], pad: 'x'.repeat(262_144) }),
    ],
    ['never finished', (_request, response) => void response.write('{"keys":')],
  ])('%s', async (_name, answer) => {
    server.answer = answer;
    await expect(source(server.jwksUri, 2000).find('k1')).rejects.toBeInstanceOf(KeysUnavailable);
    expect(failures).toHaveLength(1);
  });
});

describe('the address of the keys', () => {
  const discover = () =>
    new JwksSource({ issuer: server.url, clock: () => now, onFailure: (error) => failures.push(error) });

  it('is found in the metadata of the issuer, once', async () => {
    const keys = discover();
    await keys.find('k1');
    now += 11 * MINUTE;
    await keys.find('k1');
    expect(server.metadataFetches).toEqual(['/.well-known/oauth-authorization-server']);
    expect(server.fetches).toBe(2);
  });

  it.each([
    ['of another issuer', () => ({ issuer: 'https://idp.example', jwks_uri: server.jwksUri })],
    [
      'on the operator’s network',
      () => ({ issuer: server.url, jwks_uri: server.jwksUri.replace('127.0.0.1', '0.0.0.0') }),
    ],
    ['missing', () => ({ issuer: server.url })],
  ])('is not taken when it is %s', async (_name, metadata) => {
    server.metadata = metadata();
    await expect(discover().find('k1')).rejects.toBeInstanceOf(KeysUnavailable);
    expect(server.fetches).toBe(0);
  });
});
