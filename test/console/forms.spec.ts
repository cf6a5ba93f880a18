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

const FORM = 'application/x-www-form-urlencoded';
type Fields = Record<string, string>;

/** A form for a new key, by whoever is signed in, written by hand. */
function sendForm(body: string | Buffer, change: Record<string, string | undefined> = {}): Promise<Response> {
  const cookie = `crm-session=${visitor.cookies.get('crm-session')}`;
  const all = Object.entries({ 'content-type': FORM, origin: visitor.baseUrl, cookie, ...change });
  const headers = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
  const url = `${visitor.baseUrl}/console/api-keys/${world.north.workspace_id}`;
  return fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
}

function inParts(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, text]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return `${parts.join('')}--b--\r\n`;
}

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

  it('with a field twice over, of the wrong type or with characters that are none breaks nothing', async () => {
    const named = (name: string) => `csrf=${visitor.csrf}&read%3Adata=on&name=${name}`;
    const bodies = [
      '',
      named('a&name=b'),
      `${named('a')}&csrf=${visitor.csrf}`,
      named('a%00b'),
      named('x'.repeat(256)),
    ];
    bodies.push(`csrf=${'%C3%A9'.repeat(visitor.csrf.length)}&name=a`, '%', '&&==', '__proto__=a&constructor=b');
    const before = await keyCount();
    for (const body of bodies) {
      const { status } = await sendForm(body);
      expect([body, [400, 403].includes(status)]).toEqual([body, true]);
    }
    expect(await keyCount()).toBe(before);
  });

  it.each([
    ['JSON', 'application/json', (fields: Fields) => JSON.stringify(fields)],
    ['JSON of another name', 'application/problem+json', (fields: Fields) => JSON.stringify(fields)],
    ['text', 'text/plain', (fields: Fields) => String(new URLSearchParams(fields))],
    ['several parts', 'multipart/form-data; boundary=b', inParts],
    ['bytes', 'application/octet-stream', (fields: Fields) => String(new URLSearchParams(fields))],
    ['a form of no type', undefined, (fields: Fields) => Buffer.from(String(new URLSearchParams(fields)))],
  ])('sent as %s is refused before anything looks at it', async (_what, type, write) => {
    const body = write({ csrf: visitor.csrf, name: 'Planted', 'read:data': 'on' });
    const before = await keyCount();
    const answer = await sendForm(body, { 'content-type': type });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('application/x-www-form-urlencoded');
    expect((await sendForm(body, { 'content-type': type, cookie: undefined })).status).toBe(400);
    expect(await keyCount()).toBe(before);
  });

  it.each([
    ['31 fields', `name=Planted${'&a=b'.repeat(30)}`],
    ['2000 fields', `name=Planted${'&a=b'.repeat(2000)}`],
    ['more than 16 KiB', `name=Planted&a=${'b'.repeat(16 * 1024)}`],
  ])('of %s is refused as too large, by a page', async (_what, body) => {
    const before = await keyCount();
    const answer = await sendForm(`csrf=${visitor.csrf}&${body}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(await keyCount()).toBe(before);
  });

  it.each([{ 'content-encoding': 'gzip' }, { 'content-type': `${FORM}; charset=utf-7` }])(
    'sent with %j is refused as unreadable',
    async (headers) => expect((await sendForm(`csrf=${visitor.csrf}&name=a`, headers)).status).toBe(400),
  );

  it('names no key by an id that is none', async () => {
    const at = `/console/api-keys/${world.north.workspace_id}`;
    for (const id of ['-'.repeat(36), 'f'.repeat(36), '%00', "'"])
      expect([id, (await visitor.post(`${at}/${id}/revoke`)).status]).toEqual([id, 404]);
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
  ])('%s cannot be framed or stored, and runs no script but ours', async (page) => {
    const { headers } = await visitor.get(page);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
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
    const description = await (await fetch(`${world.places.baseUrl}/v1/openapi.json`)).json();
    const paths = Object.keys((description as { paths: object }).paths);
    expect(paths).toContain('/v1/self');
    expect(paths.filter((path) => /console|connections/.test(path))).toEqual([]);
  });
});
