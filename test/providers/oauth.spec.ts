import { createHash, randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { startListener, startProviders, type Providers } from './support/providers.js';

interface Tokens {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
}

const GOOGLE = { authorize: '/gmail/o/oauth2/v2/auth', token: '/gmail/token', me: '/gmail/v1/users/me/profile' };
const MICROSOFT = {
  authorize: '/graph/common/oauth2/v2.0/authorize',
  token: '/graph/common/oauth2/v2.0/token',
  me: '/graph/v1.0/me',
};
const REDIRECT = 'http://127.0.0.1:9/console/callback';
const VERIFIER = randomBytes(32).toString('base64url');

let providers: Providers;

beforeEach(async () => {
  providers = await startProviders();
});
afterEach(() => providers.close());

function authorizeUrl({ authorize }: typeof GOOGLE, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'crm',
    redirect_uri: REDIRECT,
    state: 'our state',
    scope: 'mail offline_access',
    access_type: 'offline',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    ...more,
  });
  return `${authorize}?${query}`;
}

async function allow(url: string, form: Record<string, string> = { address: 'Me@Example.com', choice: 'allow' }) {
  const { headers, status } = await providers.ask('POST', url, { form });
  expect(status).toBe(303);
  return new URL(headers.get('location')!);
}

const redeem = ({ token }: typeof GOOGLE, code: string, more: Record<string, string> = {}) =>
  providers.ask<Tokens>('POST', token, {
    form: {
      grant_type: 'authorization_code',
      code,
      client_id: 'crm',
      client_secret: 'x',
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...more,
    },
  });
const refresh = ({ token }: typeof GOOGLE, refresh_token: string) => {
  const form = { grant_type: 'refresh_token', refresh_token, client_id: 'crm', client_secret: 'x' };
  return providers.ask<Tokens>('POST', token, { form });
};
const me = async ({ me: path }: typeof GOOGLE, token: string) => (await providers.ask('GET', path, { token })).status;
const codeOf = async (provider: typeof GOOGLE) => (await allow(authorizeUrl(provider))).searchParams.get('code')!;

describe.each([
  ['Google', GOOGLE],
  ['Microsoft', MICROSOFT],
])('connecting with %s', (_name, provider) => {
  it('leads back with the state and a code that gives tokens once', async () => {
    const back = await allow(authorizeUrl(provider));
    expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(back.searchParams.get('state')).toBe('our state');
    const code = back.searchParams.get('code')!;
    const { body } = await redeem(provider, code);
    expect(await me(provider, body.access_token)).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) as string });
    expect(await redeem(provider, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each<[string, Record<string, string>]>([
    ['another verifier', { code_verifier: 'wrong' }],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:9/else' }],
    ['another client', { client_id: 'else' }],
  ])('gives nothing for the code with %s', async (_what, more) => {
    const code = await codeOf(provider);
    expect(await redeem(provider, code, more)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    // A code that was tried is spent.
    expect((await redeem(provider, code)).status).toBe(400);
  });

  it('can be declined', async () => {
    const back = await allow(authorizeUrl(provider), { choice: 'deny' });
    expect(Object.fromEntries(back.searchParams)).toEqual({ state: 'our state', error: 'access_denied' });
  });

  it('gives a refresh token only to who asked for one', async () => {
    const back = await allow(authorizeUrl(provider, { scope: 'mail', access_type: 'online' }));
    expect((await redeem(provider, back.searchParams.get('code')!)).body).not.toHaveProperty('refresh_token');
  });

  it.each<Record<string, string>>([{ response_type: 'token' }, { client_id: '' }, { redirect_uri: 'javascript:x' }])(
    'does not begin with %j',
    async (wrong) => {
      expect((await providers.ask('GET', authorizeUrl(provider, wrong))).status).toBe(400);
    },
  );

  it('needs a client and a known grant', async () => {
    const token = (form: Record<string, string>) => providers.ask('POST', provider.token, { form });
    expect(await token({ grant_type: 'refresh_token' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect((await token({ grant_type: 'password', client_id: 'crm' })).body).toMatchObject({
      error: 'unsupported_grant_type',
    });
  });
});

describe('a refresh token', () => {
  it('of Google is good until it expires', async () => {
    const { refresh_token } = await providers.account('gmail', 'me@example.com');
    const first = await refresh(GOOGLE, refresh_token);
    expect(first.body).not.toHaveProperty('refresh_token');
    expect(await me(GOOGLE, first.body.access_token)).toBe(200);
    expect((await refresh(GOOGLE, refresh_token)).status).toBe(200);
    await providers.control('tokens/expire', { channel: 'gmail', kind: 'refresh' });
    expect(await refresh(GOOGLE, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('of Microsoft is good for one use and brings the next', async () => {
    const { refresh_token } = await providers.account('outlook', 'me@example.com');
    const { body } = await refresh(MICROSOFT, refresh_token);
    expect(await me(MICROSOFT, body.access_token)).toBe(200);
    expect(await refresh(MICROSOFT, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await refresh(MICROSOFT, body.refresh_token!)).status).toBe(200);
  });

  it('is no other provider’s', async () => {
    const { refresh_token } = await providers.account('outlook', 'me@example.com');
    expect((await refresh(GOOGLE, refresh_token)).status).toBe(400);
  });
});

describe('in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('one types an address, allows, and is back', async () => {
    const callback = await startListener();
    const page = await browser.newPage();
    const url = authorizeUrl(GOOGLE, { redirect_uri: callback.url, login_hint: 'me@example.com' });
    await page.goto(providers.url + url);
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('me@example.com');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback.url}?**`);
    const code = new URL(page.url()).searchParams.get('code')!;
    expect((await redeem(GOOGLE, code, { redirect_uri: callback.url })).status).toBe(200);
    await callback.close();
  });
});
