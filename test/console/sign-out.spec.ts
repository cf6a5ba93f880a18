import type { Page } from 'playwright-core';
import { freePort } from '../identity/support/dev-idp.js';
import { HttpPerson, refresh, register, type Tokens } from '../identity/support/http-person.js';
import { signIn } from '../identity/support/pages.js';
import { MetadataServer, json } from '../mcp/support/metadata-server.js';
import { launchBrowser } from '../support/browser.js';
import { World, startRest } from '../support/world.js';
import { Visitor } from './support/visitor.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(async () => {
  await world.stop();
  expect(world.idpErrors).toEqual([]);
});

const ended = async () => {
  const text = await (await new Visitor(world).get('/console/leave')).text();
  return /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&');
};

it('a person who signs out is asked for the password when they sign in again', async () => {
  const browser = await launchBrowser();
  try {
    const page: Page = await browser.newPage();
    await page.goto(`${world.places.baseUrl}/console`);
    await signIn(page, world.ada.email);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign out here, too?' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Signed out' }).waitFor();
    expect(page.url()).toBe(`${world.places.baseUrl}/console/signed-out`);
    const cookies = await page.context().cookies(world.places.baseUrl);
    expect(cookies.map(({ name }) => name)).not.toContain('crm-session');
    await page.goto(`${world.places.baseUrl}/console`);
    await page.getByLabel('Password').waitFor();
  } finally {
    await browser.close();
  }
});

describe('the sign-out at the provider', () => {
  async function personWithClient(): Promise<{
    person: HttpPerson;
    client: Awaited<ReturnType<typeof register>>;
    tokens: Tokens;
  }> {
    const client = await register(world.places.issuer);
    const person = new HttpPerson(world.places.issuer);
    return { person, client, tokens: await person.connect(client, world.ada.email, world.north.workspace_id) };
  }

  it('ends the session and leaves connected clients alone', async () => {
    const { person, client, tokens } = await personWithClient();
    await person.signOut(await ended(), 'yes');
    expect(person.at).toBe(`${world.places.baseUrl}/console/signed-out`);
    expect(await (await person.authorize(client)).text()).toContain('name="password"');
    expect((await refresh(world.places.issuer, client, tokens.refresh_token)).status).toBe(200);
  });

  it('does nothing to somebody who stays', async () => {
    const { person, client, tokens } = await personWithClient();
    await person.signOut(await ended(), 'no');
    expect(await (await person.authorize(client)).text()).not.toContain('name="password"');
    expect((await refresh(world.places.issuer, client, tokens.refresh_token)).status).toBe(200);
  });

  it("sends nobody to an address that is not the screens' own", async () => {
    const { person } = await personWithClient();
    const url = new URL(await ended());
    url.searchParams.set('post_logout_redirect_uri', 'https://evil.example/');
    expect((await person.visit(url.href)).status).toBe(400);
  });
});

describe('signing out ends here', () => {
  const answer = (document: (issuer: string) => object) => (issuer: string) => json(document(issuer));
  it.each([
    [
      'when the provider has no page for it',
      answer((issuer) => ({ issuer, authorization_endpoint: `${issuer}/auth` })),
    ],
    ['when the provider is away', undefined],
  ])('%s', async (_what, route) => {
    const provider = await new MetadataServer().start();
    if (route) provider.routes['/.well-known/openid-configuration'] = route(provider.url);
    const places = { ...world.places, issuer: provider.url, baseUrl: `http://127.0.0.1:${await freePort()}` };
    const rest = await startRest(places);
    try {
      const { status, headers } = await new Visitor(world, places.baseUrl).get('/console/leave');
      expect([status, headers.get('location')]).toEqual([303, '/console/signed-out']);
      expect(provider.asked.length).toBeGreaterThan(0);
    } finally {
      await rest.close();
      await provider.stop();
    }
  });
});
