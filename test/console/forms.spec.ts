import { World } from '../support/world.js';
import { Visitor } from './support/visitor.js';

let world: World;
let visitor: Visitor;
let connection: Awaited<ReturnType<World['connected']>>;
beforeAll(async () => {
  world = await World.start();
  visitor = await Visitor.signedIn(world, world.ada);
});
afterAll(() => world.stop());
beforeEach(async () => (connection = await world.connected(world.ada)));

const path = (action: string) =>
  `/console/connections/${world.north.workspace_id}/${connection.connection_id}/${action}`;
const now = async () => (await world.connectionOf(world.ada, connection.client))!;
const keyCount = async () => (await world.domain.apiKeys.list(world.north.workspace_id)).length;

type Forgery = [string, Record<string, string | undefined>, Record<string, string | undefined>];
const FORGERIES: Forgery[] = [
  ['without its token', { csrf: undefined }, {}],
  ['with an empty token', { csrf: '' }, {}],
  ['with a token made up', { csrf: 'A'.repeat(43) }, {}],
  ['from another origin', {}, { origin: 'https://evil.example' }],
  ['from another port of this host', {}, { origin: 'http://127.0.0.1:9' }],
  ['from a page without an origin', {}, { origin: 'null' }],
  ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
  ['from another host of this site', {}, { 'sec-fetch-site': 'same-site' }],
  ['from nowhere', {}, { 'sec-fetch-site': 'none' }],
  ['that does not say where it is from', {}, { origin: undefined, 'sec-fetch-site': undefined }],
];

describe.each(FORGERIES)('a form %s', (_what, form, headers) => {
  it('is refused and changes nothing', async () => {
    const before = [await now(), await keyCount()];
    const forms: [string, object][] = [
      [path('tier'), { tier: 'write', version: 1 }],
      [path('revoke'), { version: 1 }],
      [path('restore'), { version: 1 }],
      [`/console/api-keys/${world.north.workspace_id}`, { name: 'Planted', 'write:data': 'on' }],
      ['/console/sign-out', {}],
    ];
    for (const [at, fields] of forms) {
      const response = await visitor.post(at, { ...fields, ...form }, headers);
      expect([at, response.status]).toEqual([at, 403]);
    }
    expect([await now(), await keyCount()]).toEqual(before);
  });
});

describe('a form', () => {
  it("is refused with another session's token", async () => {
    const other = await Visitor.signedIn(world, world.ada);
    expect((await visitor.post(path('tier'), { csrf: other.csrf, tier: 'write', version: 1 })).status).toBe(403);
    await expect(now()).resolves.toMatchObject({ tier: 'read', version: 1 });
  });

  it('is taken from a browser that sends only one of Origin and Sec-Fetch-Site', async () => {
    expect((await visitor.post(path('tier'), { tier: 'write', version: 1 }, { origin: undefined })).status).toBe(303);
    expect(
      (await visitor.post(path('tier'), { tier: 'read', version: 2 }, { 'sec-fetch-site': undefined })).status,
    ).toBe(303);
  });

  it('sent as JSON, twice over or with the wrong types breaks nothing', async () => {
    const bodies = [`csrf=${visitor.csrf}&name=a&name=b`, `csrf=${visitor.csrf}&csrf=${visitor.csrf}&name=a`, ''];
    for (const body of bodies) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: visitor.baseUrl };
      const cookie = `crm-session=${visitor.cookies.get('crm-session')}`;
      const url = `${visitor.baseUrl}/console/api-keys/${world.north.workspace_id}`;
      const { status } = await fetch(url, { method: 'POST', body, headers: { ...headers, cookie } });
      expect([400, 403]).toContain(status);
    }
  });
});

describe('every page', () => {
  it.each([
    '/console/connections',
    '/console/channels',
    '/console/channels/callback/gmail',
    '/console/outbox',
    '/console/api-keys',
    '/console/signed-out',
    '/console/leave',
    '/console/callback',
    '/console/sign-in',
  ])('%s cannot be framed, stored or scripted', async (page) => {
    const { headers } = await visitor.get(page);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });
});

describe('a bearer token', () => {
  it('opens no page, whoever it is of', async () => {
    const tokens = [world.token(world.ada), world.token(world.ada, { audience: world.places.baseUrl })];
    const { api_key } = await world.domain.apiKeys.create({
      ...{
        workspace_id: world.north.workspace_id,
        name: 'All',
        capabilities: ['read:data', 'write:data', 'write:schema'],
      },
    });
    for (const token of [...tokens, api_key]) {
      const stranger = new Visitor(world);
      const authorization = `Bearer ${token}`;
      for (const page of ['/console/connections', '/console/channels', '/console/outbox', '/console/api-keys']) {
        const { status, headers } = await stranger.get(page, { authorization });
        expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/console/sign-in')]);
      }
      const raise = await stranger.post(path('tier'), { tier: 'write', version: 1 }, { authorization });
      expect([raise.status, await raise.text()]).toEqual([403, expect.stringContaining('Sign in again')]);
    }
    await expect(now()).resolves.toMatchObject({ tier: 'read', version: 1 });
  });

  it('meets no tool that could change what a connection may do', async () => {
    const { token } = await world.connected(world.ada, { tier: 'send' });
    const { tools } = (await world.mcp(token)).json.result as { tools: { name: string; inputSchema: object }[] };
    expect(JSON.stringify(tools.map(({ name, inputSchema }) => [name, inputSchema]))).not.toMatch(
      /connection|grant|capabilit|tier/i,
    );
    const paths = await (await fetch(`${world.places.baseUrl}/v1/openapi.json`)).text();
    expect(paths).toContain('/v1/self');
    expect(paths).not.toMatch(/console|connections/);
  });
});
