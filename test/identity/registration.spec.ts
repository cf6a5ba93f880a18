import { startTestIdp, type TestIdp } from './support/dev-idp.js';
import { HttpPerson, postJson } from './support/http-person.js';

let idp: TestIdp;

beforeAll(async () => {
  idp = await startTestIdp();
});
afterAll(async () => {
  await idp.close();
  expect(idp.log).toEqual([]);
});

const LOOPBACK = 'http://127.0.0.1:9/callback';

async function registered(body: object): Promise<Record<string, unknown>> {
  const response = await postJson(`${idp.issuer}/register`, { redirect_uris: [LOOPBACK], ...body });
  return { status: response.status, ...((await response.json()) as object) };
}

it('keeps what a client needs, and nothing that anybody would fetch', async () => {
  const fetched = {
    jwks_uri: 'http://169.254.169.254/',
    logo_uri: 'http://169.254.169.254/',
    client_uri: 'https://x.example',
  };
  const more = {
    sector_identifier_uri: 'https://x.example/s',
    backchannel_logout_uri: 'https://x.example/b',
    contacts: ['a'],
  };
  const { status, ...client } = await registered({ client_name: 'Program', ...fetched, ...more, client_id: 'mine' });
  expect(status).toBe(201);
  expect(client).toMatchObject({ client_name: 'Program', redirect_uris: [LOOPBACK], response_types: ['code'] });
  expect(Object.keys(client)).not.toEqual(expect.arrayContaining(Object.keys({ ...fetched, ...more })));
  expect(client.client_id).not.toBe('mine');
  for (const name of Object.keys({ ...fetched, ...more })) expect(client).not.toHaveProperty(name);
});

it('registers a client that asks for capabilities as if they were scopes', async () => {
  await expect(registered({ scope: 'openid read:data write:data' })).resolves.toMatchObject({ status: 201 });
});

it.each([
  [['https://assistant.example/callback'], 'web'],
  [['http://localhost:1/callback'], 'native'],
  [['http://[::1]/callback'], 'native'],
  [['cursor://anysphere.cursor-mcp/oauth/callback'], 'native'],
  [['https://vscode.dev/redirect', 'http://127.0.0.1/'], 'native'],
])('takes clients with %j for %s ones', async (redirect_uris, application_type) => {
  await expect(registered({ redirect_uris })).resolves.toMatchObject({ status: 201, application_type });
});

it('lets a program on this computer come back on any port', async () => {
  const client = await registered({ token_endpoint_auth_method: 'none' });
  const person = new HttpPerson(idp.issuer);
  const elsewhere = { client_id: String(client.client_id), redirect_uris: ['http://127.0.0.1:4711/callback'] };
  const page = await person.authorize(elsewhere);
  expect(page.status).toBe(200);
});

it.each([
  [undefined],
  [[]],
  ['http://127.0.0.1/'],
  [[7]],
  [['/callback']],
  [['http://assistant.example/callback']],
  [['http://127.0.0.1.evil.example/callback']],
  [['https://claude.ai@evil.example/callback']],
  [['https://assistant.example/#fragment']],
  [[`https://assistant.example/${'x'.repeat(2048)}`]],
  [Array.from({ length: 11 }, (_, n) => `https://assistant.example/${n}`)],
])('refuses the redirects %.60j', async (redirect_uris) => {
  await expect(registered({ redirect_uris })).resolves.toMatchObject({ status: 400, error: 'invalid_redirect_uri' });
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])('refuses the redirect %s', async (uri) => {
  const { status } = await registered({ redirect_uris: [uri] });
  expect(status).toBe(400);
});

it('refuses ways to prove a client that it does not know', async () => {
  const outcome = registered({ token_endpoint_auth_method: 'private_key_jwt' });
  await expect(outcome).resolves.toMatchObject({ status: 400, error: 'invalid_client_metadata' });
});

it.each([
  ['Plain', 'Plain'],
  ['a\u0000b\u001Bc\u202Ed\u200Be\u2066f', 'abcdef'],
  ['  two \n lines ', 'two lines'],
  ['😀'.repeat(100), `${'😀'.repeat(79)}…`],
  ['😀'.repeat(80), '😀'.repeat(80)],
])('shows the name %.20j as %.20j', async (client_name, shown) => {
  await expect(registered({ client_name })).resolves.toMatchObject({ client_name: shown });
});

it.each([[7], [''], ['\u202E']])('treats the name %j as none', async (client_name) => {
  await expect(registered({ client_name })).resolves.not.toHaveProperty('client_name');
});

it('serves programs that run in a browser', async () => {
  const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' };
  const preflight = await fetch(`${idp.issuer}/register`, { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
  const refused = await fetch(`${idp.issuer}/register`, { method: 'POST', headers, body: '{' });
  expect(refused.status).toBe(400);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect((await fetch(`${idp.issuer}/register`)).status).toBe(405);
});

it('reads no more than 64 KiB', async () => {
  await expect(registered({ client_name: 'x'.repeat(70_000) })).resolves.toMatchObject({ status: 413 });
});

it('registers sixty a minute', async () => {
  const fresh = await startTestIdp();
  const body = { redirect_uris: [LOOPBACK] };
  for (let n = 0; n < 60; n++) expect((await postJson(`${fresh.issuer}/register`, body)).status).toBe(201);
  const refused = await postJson(`${fresh.issuer}/register`, body);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await fresh.close();
});
