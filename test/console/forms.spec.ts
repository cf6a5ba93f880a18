import { SCREENS, type ScreenPath } from '../../apps/rest-api/src/console/layout/page.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { aDelivery } from '../support/deliveries.js';
import { World } from '../support/world.js';
import { Visitor } from './support/visitor.js';

let world: World;
let visitor: Visitor;
let connection: Awaited<ReturnType<World['connected']>>;
let conversation: string;
let draft: string;
beforeAll(async () => {
  world = await World.start();
  visitor = await Visitor.signedIn(world, world.ada);
  const [{ workspace_id }, { user_id }] = [world.north, world.ada];
  conversation = await aConversation(world, { workspace_id, inboxes: [user_id] });
  const written = { direction: 'outbound', status: 'draft', author_user_id: user_id, sent_at: null } as const;
  draft = await aMessage(world, { ...written, workspace_id, conversation_id: conversation, body: 'Mine' });
});
afterAll(() => world.stop());
beforeEach(async () => (connection = await world.connected(world.ada)));

const SCREEN_PATHS = SCREENS.map(([path]) => path);
const path = (action: string) =>
  `/console/connections/${world.north.workspace_id}/${connection.connection_id}/${action}`;
const now = async () => (await world.connectionOf(world.ada, connection.client))!;
const keyCount = async () => (await world.domain.apiKeys.list(world.north.workspace_id)).length;
/** What the forms of the inbox change. */
const inboxNow = async () => [
  await world.sql('select archived_at, starred_at, last_read_at from conversation_inbox order by conversation_id'),
  await world.sql('select message_id, status, body, version from message order by message_id'),
  await world.sql('select * from conversation_block'),
];

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
    const before = [await now(), await keyCount(), await inboxNow()];
    const inbox = `/console/inbox/${world.north.workspace_id}`;
    const letter = { channel: 'gmail', to: 'eve@example.com', subject: 'Planted', body: 'Planted', action: 'send' };
    const forms: [string, object][] = [
      [path('tier'), { tier: 'write', version: 1 }],
      [path('approval'), { approval: 'own_program', version: 1 }],
      [path('revoke'), { version: 1 }],
      [path('restore'), { version: 1 }],
      [`/console/api-keys/${world.north.workspace_id}`, { name: 'Planted', 'write:data': 'on' }],
      [`${inbox}/${conversation}/mark`, { archived: 'true', starred: 'true', read: 'true' }],
      [`${inbox}/${conversation}/block`, {}],
      [`${inbox}/drafts`, letter],
      [`${inbox}/drafts/${draft}`, { ...letter, version: 1 }],
      [`${inbox}/drafts/${draft}`, { action: 'discard' }],
      ['/console/sign-out', {}],
    ];
    for (const [at, fields] of forms) {
      const response = await visitor.post(at, { ...fields, ...form }, headers);
      expect([at, response.status]).toEqual([at, 403]);
    }
    expect([await now(), await keyCount(), await inboxNow()]).toEqual(before);
  });
});

describe('a form', () => {
  it("is refused with another session's token", async () => {
    const other = await Visitor.signedIn(world, world.ada);
    expect((await visitor.post(path('tier'), { csrf: other.csrf, tier: 'write', version: 1 })).status).toBe(403);
    await expect(now()).resolves.toMatchObject({ tier: 'read', version: 1 });
  });

  it('leads to what it was about again when nobody is signed in any more', async () => {
    visitor = new Visitor(world);
    for (const [form, page] of [
      [path('tier'), `/console/connections?done=signed-in&at=${connection.connection_id}`],
      [`/console/channels/${world.north.workspace_id}/x/disconnect`, '/console/channels?done=signed-in&at=x'],
      ['/console/sign-out', '/console'],
    ] as const) {
      const answer = await visitor.post(form);
      expect(answer.status).toBe(403);
      await expect(answer.text()).resolves.toContain(`return_to=${encodeURIComponent(page)}"`);
    }
    visitor = await Visitor.signedIn(world, world.ada);
  });

  it('that was refused stands at an address that can be opened', async () => {
    const answer = await visitor.get(`/console/api-keys/${world.north.workspace_id}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/api-keys']);
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
    ...SCREEN_PATHS,
    '/console/channels/callback/gmail',
    '/console/signed-out',
    '/console/leave',
    '/console/callback',
    '/console/sign-in',
  ])('%s cannot be framed or stored, and runs no script but ours', async (page) => {
    const { headers } = await visitor.get(page);
    // The inbox shows mails in frames of this server, and is told of changes; imports send files in parts.
    const beside: Record<string, string> = {
      '/console/inbox': "connect-src 'self'; frame-src 'self'; ",
      '/console/imports': "connect-src 'self'; ",
    };
    const more = beside[page] ?? '';
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; ${more}form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
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
      workspace_id: world.north.workspace_id,
      name: 'All',
      capabilities: ['read:data', 'write:data', 'write:schema'],
    });
    for (const token of [...tokens, api_key]) {
      const stranger = new Visitor(world);
      const authorization = `Bearer ${token}`;
      for (const page of SCREEN_PATHS) {
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
    // What a connection wrote can be undone; what it may do is said nowhere.
    const said = JSON.stringify(tools.map(({ name, inputSchema }) => [name, inputSchema])).replace(
      '"connection_id":',
      '',
    );
    expect(said).not.toMatch(/connection|grant|capabilit|tier/i);
    const description = await (await fetch(`${world.places.baseUrl}/v1/openapi.json`)).json();
    const paths = Object.keys((description as { paths: object }).paths);
    expect(paths).toContain('/v1/self');
    expect(paths.filter((path) => /console|connections/.test(path))).toEqual([]);
  });
});

describe('every page of the screens', () => {
  const QUERIES: Record<ScreenPath, string> = {
    '/console/connections': 'done=saved&at=x&count=1&days=2',
    '/console/channels': 'done=declined&at=x',
    '/console/inbox': 'channel=gmail&show=starred&done=sent&at=x',
    '/console/outbox': 'channel=gmail&state=failed&at=x',
    '/console/imports': 'done=signed-in&at=x',
    '/console/api-keys': 'revoked=x&at=x',
    '/console/audit': 'action=api_key.created&before=5',
  };
  const PAGES: [string, string][] = [
    ...Object.entries(QUERIES),
    ['/console/sign-in', 'return_to=/console/outbox&fresh=1'],
    ['/console/signed-out', ''],
  ];

  it.each(PAGES)('refuses a query parameter that it does not know, in words: %s', async (path, known) => {
    const right = await visitor.get(`${path}?${known}`);
    expect(right.status).toBeLessThan(400);
    const wrong = await visitor.get(`${path}?${known}&nonsense=1`);
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await wrong.text()).toContain('nonsense: There is no such query parameter here.');
  });

  it('refuses it of a form too, which then changes nothing', async () => {
    const before = await now();
    const answer = await visitor.post(`${path('tier')}?nonsense=1`, { tier: 'write', version: before.version });
    expect([answer.status, await now()]).toEqual([400, before]);
  });

  it('asks who has not signed in to do so first, whatever the query', async () => {
    const { status, headers } = await new Visitor(world).get('/console/outbox?nonsense=1');
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/console/sign-in')]);
  });

  it('takes what providers add to the addresses that they send people back to', async () => {
    for (const path of ['/console/callback', '/console/channels/callback/gmail']) {
      const { status } = await visitor.get(`${path}?state=x&nonsense=1`);
      expect([path, status]).not.toEqual([path, 400]);
    }
  });

  it('has an icon for the tab, which is there', async () => {
    for (const [path] of PAGES.filter(([path]) => path !== '/console/sign-in')) {
      const [, icon] = /<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/.exec(await visitor.read(path)) ?? [];
      const answer = await visitor.get(icon!);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'image/svg+xml; charset=utf-8',
      ]);
      expect(await answer.text()).toMatch(/^<svg [\s\S]+<\/svg>$/);
    }
  });
});

it('each channel has an icon of its own beside its name, which a screen reader passes over', async () => {
  const channels = ['gmail', 'outlook', 'whatsapp', 'facebook', 'instagram'] as const;
  const of = { workspace_id: world.north.workspace_id, sent_by_user_id: world.ada.user_id };
  for (const channel of channels) await aDelivery(world, { ...of, channel });
  const page = await visitor.read('/console/outbox');
  const shown = [
    ...page.matchAll(/<span class="channel"><svg class="icon"[^>]* aria-hidden="true"><path d="([^"]+)"/g),
  ];
  expect(new Set(shown.map(([, drawing]) => drawing)).size).toBe(channels.length);
  await world.sql('delete from message_delivery');
});

describe('an empty screen says what to do next', () => {
  const textOf = async (by: Visitor, path: string) =>
    (await by.read(path)).replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');

  it('to who belongs to a workspace in which there is nothing yet', async () => {
    await world.sql('delete from conversation');
    await world.sql('delete from api_key');
    await world.sql('delete from connection where user_id = $1', [world.ada.user_id]);
    const next: Record<ScreenPath, RegExp> = {
      '/console/connections':
        /No client is connected to this workspace\. In your assistant, add a connector with the address/,
      '/console/channels':
        /No account of yours is connected to this workspace\. (Connect your mailbox above|Ask the operator)/,
      '/console/api-keys': /No program has a key yet\. Create one for each/,
      '/console/audit': /Who changed keys, permissions, members and settings/,
      '/console/inbox': /No conversations yet\. They come in through the accounts at Channels/,
      '/console/imports': /You have not imported anything here yet\./,
      '/console/outbox': /Nothing was sent yet\. A message is sent by an assistant that may send/,
    };
    for (const [screen, text] of Object.entries(next)) expect(await textOf(visitor, screen)).toMatch(text);
    expect(await visitor.read('/console/outbox?state=failed')).toMatch(
      /No message matches\. <a href="\/console\/outbox\?workspace=[0-9a-f-]+">/,
    );
    const long = '0199a0c0-0000-7000-8000-00000000ffff';
    expect(await textOf(visitor, `/console/outbox?before=${long}`)).toContain('Nothing was sent before that.');
  });
});
