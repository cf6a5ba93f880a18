import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CredentialVault } from '#channels';
import type { RestSettings } from '../../apps/rest-api/src/settings.js';
import { startDevProviders, type DevProviders } from '../../apps/dev-providers/src/server.js';
import { freePort } from '../identity/support/dev-idp.js';
import { launchBrowser } from '../support/browser.js';
import { World, startRest, type Member } from '../support/world.js';
import { Visitor } from './support/visitor.js';

const PATH = '/console/channels';
const KEYS = new Map([['k1', randomBytes(32)]]);

let world: World;
let browser: Browser;
let providers: DevProviders;
let rest: Awaited<ReturnType<typeof startRest>>;
let baseUrl: string;
beforeAll(async () => {
  [world, browser, providers] = await Promise.all([World.start(), launchBrowser(), startDevProviders()]);
  baseUrl = `http://127.0.0.1:${await freePort()}`;
  rest = await startRest({ ...world.places, baseUrl }, settingsFor(providers.url));
});
afterAll(async () => {
  await rest.close();
  await browser.close();
  await providers.close();
  await world.stop();
});
afterEach(async () => {
  await world.sql('delete from channel_account');
  await control('DELETE', 'faults');
});

function settingsFor(url: string): Partial<RestSettings> {
  const client = {
    GOOGLE_CLIENT_ID: 'crm',
    GOOGLE_CLIENT_SECRET: 's',
    MICROSOFT_CLIENT_ID: 'crm',
    MICROSOFT_CLIENT_SECRET: 's',
  };
  return {
    ...client,
    CREDENTIALS_KEYS: KEYS,
    GMAIL_BASE_URL: url,
    GRAPH_BASE_URL: `${url}/graph/v1.0`,
    GOOGLE_AUTHORIZE_URL: `${url}/gmail/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${url}/gmail/token`,
    MICROSOFT_AUTHORIZE_URL: `${url}/graph/common/oauth2/v2.0/authorize`,
    MICROSOFT_TOKEN_URL: `${url}/graph/common/oauth2/v2.0/token`,
  };
}

async function control(method: string, path: string, body?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const { ok } = await fetch(`${providers.url}/__control/${path}`, request);
  if (!ok) throw new Error(`The stand-ins refused ${path}.`);
}

async function signedIn(member: Member): Promise<Page> {
  const context = await browser.newContext();
  await enter(context, member);
  return context.newPage();
}

async function enter(context: BrowserContext, { subject }: Member): Promise<void> {
  const who = { issuer: world.places.issuer, subject, auth_time: new Date() };
  const session = await world.domain.signIns.open(who);
  await context.addCookies([{ name: 'crm-session', value: session, url: baseUrl }]);
}

/** At the provider's page: names the mailbox and allows it. */
async function allow(page: Page, address: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(address);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${baseUrl}/**`);
}

const connect = (page: Page, channel: 'Gmail' | 'Outlook') =>
  page.getByRole('link', { name: `Connect ${channel} to ${world.north.name}` }).click();
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const accounts = async () => world.domain.accounts.list(world.north.workspace_id);
const beginPath = (channel = 'gmail', workspace = world.north.workspace_id) =>
  `${PATH}/${workspace}/connect/${channel}`;
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** A visitor of the screens that can connect mailboxes, who has begun to connect one. */
async function begun(member: Member, channel = 'gmail') {
  const visitor = await Visitor.signedIn(world, member);
  const here = Object.assign(new Visitor(world, baseUrl), { csrf: visitor.csrf });
  here.cookies.set('crm-session', visitor.cookies.get('crm-session')!);
  const response = await here.get(beginPath(channel), OWN_PAGE);
  const asked = new URL(response.headers.get('location')!);
  return { visitor: here, asked, state: asked.searchParams.get('state')! };
}

/** The code of a mailbox whose owner said yes. */
async function codeFor(asked: URL, address: string): Promise<string> {
  const body = new URLSearchParams({ address, choice: 'allow' });
  const answer = await fetch(asked, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location')!).searchParams.get('code')!;
}

describe.each([
  ['Gmail', 'gmail'],
  ['Outlook', 'outlook'],
] as const)('connecting %s', (name, channel) => {
  it('goes to the provider, comes back, and keeps what opens the mailbox sealed', async () => {
    const page = await signedIn(world.bob);
    await page.goto(baseUrl + PATH);
    await connect(page, name);
    await allow(page, `Bob.${channel}@Example.com`);
    await expect(page.getByRole('status').innerText()).resolves.toContain(
      `Connected ${name} bob.${channel}@example.com.`,
    );
    const card = page.getByRole('article').filter({ hasText: `bob.${channel}@example.com` });
    await expect(card.locator('.badge').innerText()).resolves.toBe('Active');
    const [account] = await accounts();
    await page.getByRole('link', { name: `Go to ${name} bob.${channel}@example.com` }).click();
    const { hash } = new URL(page.url());
    expect(hash).toBe(`#account-${account!.channel_account_id}`);
    await expect(page.locator(hash).innerText()).resolves.toContain(`bob.${channel}@example.com`);
    expect(account).toMatchObject({ channel, owner: { user_id: world.bob.user_id }, status: 'active' });
    const [row] = await world.sql<{ credentials: string; external_account_id: string }>(
      'select credentials, external_account_id from channel_account',
    );
    expect(row!.external_account_id).toBe(`bob.${channel}@example.com`);
    expect(row!.credentials).toMatch(/^v1\.k1\./);
    const owner = { workspace_id: world.north.workspace_id, channel_account_id: account!.channel_account_id };
    const opened = new CredentialVault(KEYS).open(owner, row!.credentials);
    expect(opened).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    expect(Date.parse(opened.expires_at!)).toBeGreaterThan(Date.now() + 50 * 60_000);
    await page.context().close();
  });

  it('keeps nothing when its owner says no', async () => {
    const page = await signedIn(world.bob);
    await page.goto(baseUrl + PATH);
    await connect(page, name);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('status').innerText()).resolves.toContain('You did not allow access');
    expect(await accounts()).toEqual([]);
    await page.context().close();
  });

  it('asks the provider for what is needed and for no identity, with PKCE', async () => {
    const { asked } = await begun(world.bob, channel);
    const query = Object.fromEntries(asked.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'crm',
      redirect_uri: `${baseUrl}${PATH}/callback/${channel}`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(query.scope).not.toMatch(/openid|profile/);
    expect(query.scope).toMatch(
      channel === 'gmail' ? /gmail\.compose .*gmail\.readonly/ : /offline_access .*Mail\.Send/,
    );
  });
});

it('connects again what needs it, from its own card', async () => {
  const page = await signedIn(world.bob);
  await page.goto(baseUrl + PATH);
  await connect(page, 'Gmail');
  await allow(page, 'bob@example.com');
  await world.sql(`update channel_account set status = 'reauth_required', last_error_code = 'invalid_grant'`);
  await page.reload();
  await page.getByRole('link', { name: 'Connect again: Gmail bob@example.com' }).click();
  await allow(page, 'bob@example.com');
  expect(await accounts()).toMatchObject([{ status: 'active', last_error_code: null }]);
  await page.context().close();
});

it('says so when the mailbox is somebody else’s already', async () => {
  for (const [member, title] of [
    [world.bob, 'Channels'],
    [world.ada, 'That did not work'],
  ] as const) {
    const page = await signedIn(member);
    await page.goto(baseUrl + PATH);
    await connect(page, 'Gmail');
    await allow(page, 'both@example.com');
    await expect(heading(page)).resolves.toBe(title);
    await page.context().close();
  }
  expect(await accounts()).toMatchObject([{ owner: { user_id: world.bob.user_id } }]);
});

describe('an answer of the provider', () => {
  const callback = (code: string, state: string, channel = 'gmail') =>
    `${PATH}/callback/${channel}?${new URLSearchParams({ code, state }).toString()}`;

  it('counts once', async () => {
    const { visitor, asked, state } = await begun(world.bob);
    const answer = callback(await codeFor(asked, 'bob@example.com'), state);
    const { headers } = await visitor.get(answer);
    const [account] = await accounts();
    expect(headers.get('location')).toBe(`${PATH}?done=connected&at=${account!.channel_account_id}`);
    expect(visitor.cookies.has('crm-connect')).toBe(false);
    expect((await visitor.get(answer)).status).toBe(403);
    expect(await accounts()).toHaveLength(1);
  });

  it("does not count in another person's session, not even with the cookie of who began", async () => {
    const { visitor, asked, state } = await begun(world.bob);
    const other = await begun(world.ada);
    const code = await codeFor(asked, 'bob@example.com');
    expect((await other.visitor.get(callback(code, state))).status).toBe(403);
    const { visitor: ada } = await begun(world.ada);
    ada.cookies.set('crm-connect', visitor.cookies.get('crm-connect')!);
    expect((await ada.get(callback(code, state))).status).toBe(403);
    expect(await accounts()).toEqual([]);
  });

  it('does not count without the cookie, for another channel, with another state or another workspace', async () => {
    const tries: ((begun: Awaited<ReturnType<typeof beginAgain>>) => Promise<Response>)[] = [
      ({ visitor, code, state }) => {
        visitor.cookies.delete('crm-connect');
        return visitor.get(callback(code, state));
      },
      ({ visitor, code, state }) => visitor.get(callback(code, state, 'outlook')),
      ({ visitor, code }) => visitor.get(callback(code, 'A'.repeat(43))),
      ({ visitor, code }) => visitor.get(`${PATH}/callback/gmail?code=${code}`),
      ({ visitor, code, state }) => {
        const [, ...rest] = visitor.cookies.get('crm-connect')!.split('.');
        visitor.cookies.set('crm-connect', [world.south.workspace_id, ...rest].join('.'));
        return visitor.get(callback(code, state));
      },
    ];
    const beginAgain = async () => {
      const { visitor, asked, state } = await begun(world.ada);
      return { visitor, state, code: await codeFor(asked, 'ada@example.com') };
    };
    for (const attempt of tries) {
      const response = await attempt(await beginAgain());
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.stringContaining('not started in your session'),
      ]);
    }
    expect(await accounts()).toEqual([]);
    expect(await world.domain.accounts.list(world.south.workspace_id)).toEqual([]);
  });

  it('does not count with a code that was given for another challenge', async () => {
    const [mine, theirs] = [await begun(world.bob), await begun(world.ada)];
    const code = await codeFor(theirs.asked, 'ada@example.com');
    const response = await mine.visitor.get(callback(code, mine.state));
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('did not confirm')]);
    expect(await accounts()).toEqual([]);
  });

  it('does not count once the person is no member any more', async () => {
    const dora = await world.addMember('Dora Quick', world.north);
    const { visitor, asked, state } = await begun(dora);
    const code = await codeFor(asked, 'dora@example.com');
    await world.sql('delete from membership where user_id = $1', [dora.user_id]);
    expect((await visitor.get(callback(code, state))).status).toBe(404);
    expect(await accounts()).toEqual([]);
  });

  const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 3600 };
  it.each([
    [
      'without a right that is needed',
      { ...tokens, refresh_token: 'r', scope: 'https://www.googleapis.com/auth/gmail.readonly' },
      400,
    ],
    ['without a refresh token', tokens, 400],
    ['that opens no mailbox', { ...tokens, refresh_token: 'r' }, 403],
    ['that is no answer', { nothing: true }, 403],
  ])('does not count %s', async (_what, body, status) => {
    await control('POST', 'faults', { action: 'answer', channel: 'gmail', call: 'token', status: 200, body });
    const { visitor, asked, state } = await begun(world.bob);
    const response = await visitor.get(callback(await codeFor(asked, 'bob@example.com'), state));
    expect(response.status).toBe(status);
    expect(await accounts()).toEqual([]);
  });
});

describe('a connection is begun', () => {
  const location = async (response: Promise<Response>) => (await response).headers.get('location') ?? '';

  it('by a click in our own page alone; from elsewhere the page is shown', async () => {
    const { visitor } = await begun(world.bob);
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
      { referer: 'https://evil.example/' },
      {},
    ];
    for (const headers of elsewhere) expect(await location(visitor.get(beginPath(), headers))).toBe(PATH);
    expect(await location(visitor.get(beginPath(), { referer: `${baseUrl}${PATH}` }))).toContain('/gmail/o/oauth2');
  });

  it('with a sign-in of the last 15 minutes', async () => {
    const { visitor } = await begun(world.bob);
    await world.sql(`update console_session set auth_time = now() - interval '16 minutes'`);
    expect(await location(visitor.get(beginPath(), OWN_PAGE))).toBe(
      '/console/sign-in?return_to=%2Fconsole%2Fchannels%3Fdone%3Dsigned-in&fresh=1',
    );
  });

  it('in a workspace of one’s own, on a channel that is there', async () => {
    const { visitor } = await begun(world.bob);
    for (const path of [beginPath('gmail', world.south.workspace_id), beginPath('whatsapp'), beginPath('fax')])
      expect((await visitor.get(path, OWN_PAGE)).status).toBe(404);
  });
});

it('is not offered where there is no provider, or no key to keep credentials with', async () => {
  const bob = await Visitor.signedIn(world, world.bob);
  const text = await bob.read(PATH);
  expect(text).toContain('and so are mailboxes');
  expect(text).not.toContain('/connect/');
  expect((await bob.get(beginPath(), OWN_PAGE)).status).toBe(404);
});
