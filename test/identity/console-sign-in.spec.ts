import * as oidc from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { CONSOLE_SECRET, startTestIdp, type TestIdp } from './support/dev-idp.js';
import { payloadOf } from './support/http-person.js';
import { ADA, BOB } from './support/memory-directory.js';
import { signIn } from './support/pages.js';
import { CallbackServer } from './support/sdk-client.js';

let browser: Browser;
let page: Page;
let idp: TestIdp;
let config: oidc.Configuration;
let crm: CallbackServer;

beforeAll(async () => {
  browser = await launchBrowser();
  crm = await CallbackServer.start();
  idp = await startTestIdp({ baseUrl: new URL(crm.url).origin });
  const options = { execute: [oidc.allowInsecureRequests] };
  config = await oidc.discovery(new URL(idp.issuer), 'crm-console', CONSOLE_SECRET, undefined, options);
  page = await (await browser.newContext()).newPage();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([idp.close(), crm.stop()]);
  expect(idp.log).toEqual([]);
});

/** Signs in as the CRM's screen does it: code, PKCE, state, nonce, and the issuer in the response. */
async function signInToConsole(email: string, change: Record<string, string> = {}) {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const checks = { expectedState: oidc.randomState(), expectedNonce: oidc.randomNonce(), pkceCodeVerifier };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: `${idp.settings.baseUrl}/console/callback`,
    scope: 'openid profile email',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...change,
  });
  await page.goto(url.href);
  if (email) await signIn(page, email);
  await page.getByText('Connected').waitFor();
  return oidc.authorizationCodeGrant(config, new URL(page.url()), { ...checks, idTokenExpected: true });
}

it('tells the CRM who signed in and when, without asking for consent', async () => {
  const before = Math.floor(Date.now() / 1000);
  const tokens = await signInToConsole(ADA.email);
  expect(tokens.claims()).toMatchObject({ iss: idp.issuer, sub: ADA.subject, aud: 'crm-console' });
  expect(tokens.claims()?.auth_time).toBeGreaterThanOrEqual(before);
  expect(tokens.refresh_token).toBeUndefined();
  const person = await oidc.fetchUserInfo(config, tokens.access_token, ADA.subject);
  expect(person).toMatchObject({ name: ADA.name, email: ADA.email });
});

it('gives the CRM a token that no service of ours accepts', async () => {
  const { access_token } = await signInToConsole('');
  await expect(idp.verifier().verify(access_token)).rejects.toMatchObject({ status: 401 });
  await expect(idp.verifier(idp.settings.baseUrl).verify(access_token)).rejects.toMatchObject({ status: 401 });
});

it.each<[Record<string, string>]>([[{ prompt: 'login' }], [{ max_age: '0', prompt: 'login' }]])(
  'asks for the password again with %j',
  async (change) => {
    const first = await signInToConsole('');
    await new Promise((later) => setTimeout(later, 1100));
    const second = await signInToConsole(ADA.email, change);
    expect(second.claims()?.auth_time).toBeGreaterThan(first.claims()?.auth_time as number);
  },
);

it('lets another person sign in on the same browser', async () => {
  const tokens = await signInToConsole(BOB.email, { prompt: 'login' });
  expect(payloadOf(tokens.id_token ?? '').sub).toBe(BOB.subject);
});

it('does not let anybody else be the CRM', async () => {
  const options = { execute: [oidc.allowInsecureRequests] };
  const real = config;
  config = await oidc.discovery(new URL(idp.issuer), 'crm-console', 'a wrong secret', undefined, options);
  await expect(signInToConsole('')).rejects.toMatchObject({ error: 'invalid_client' });
  config = real;
});
