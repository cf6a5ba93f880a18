import type { Browser, Page } from 'playwright-core';
import { signIn } from '../identity/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { World } from '../support/world.js';

let world: World;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
});
afterEach(() => page.context().close());

async function open(email: string): Promise<void> {
  await page.goto(`${world.places.baseUrl}/console/api-keys`);
  await signIn(page, email);
  await page.getByRole('navigation').waitFor();
}

const north = () => page.getByRole('region', { name: world.north.name });

it('shows a new key once; it works at once, and no longer once it is revoked', async () => {
  await open(world.ada.email);
  await north().getByLabel('Name').fill('<i>Forms</i>');
  await north().getByLabel('Expires').selectOption('in a year');
  await north().getByLabel('Write records').check();
  await north().getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('status').locator('code').innerText();
  expect(key).toMatch(/^crm_live_\w+$/);
  const { body } = await world.rest(key).get('/v1/self').expect(200);
  expect(body.data).toMatchObject({ workspace: { name: world.north.name }, capabilities: ['read:data', 'write:data'] });
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page.content()).resolves.not.toContain(key);
  const text = await north().getByRole('article').innerText();
  expect(text).toMatch(/^<i>Forms<\/i>/);
  expect(text).toContain(key.slice(-4));
  expect(text).toContain(String(new Date(Date.now() + 365 * 86_400_000).getUTCFullYear()));
  await page.getByRole('button', { name: 'Revoke <i>Forms</i>' }).click();
  await expect(north().locator('.badge').innerText()).resolves.toBe('Revoked');
  await expect(
    north()
      .getByRole('button', { name: /^Revoke/ })
      .count(),
  ).resolves.toBe(0);
  await world.rest(key).get('/v1/self').expect(401);
});

it('is not created twice when the page is loaded again without sending the form again', async () => {
  await open(world.ada.email);
  await north().getByText('New key').click();
  await north().getByLabel('Name').fill('Once');
  await north().getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('status').waitFor();
  await page.goto(page.url()).catch(() => undefined);
  const keys = await world.domain.apiKeys.list(world.north.workspace_id);
  expect(keys.filter(({ name }) => name === 'Once')).toHaveLength(1);
});

it('calls a key expired that is', async () => {
  const { workspace_id } = world.south;
  await world.domain.apiKeys.create({
    workspace_id,
    name: 'Short',
    capabilities: ['read:data'],
    expires_at: new Date(Date.now() - 1000),
  });
  await open(world.ada.email);
  const south = page.getByRole('region', { name: world.south.name });
  await expect(south.locator('.badge').innerText()).resolves.toBe('Expired');
});

it('needs a name, which the browser says', async () => {
  await open(world.ada.email);
  await page.getByText('New key').first().click();
  await north().getByRole('button', { name: 'Create key' }).click();
  await expect(page.evaluate("document.querySelector(':invalid input, input:invalid') !== null")).resolves.toBe(true);
});

it('shows a member no key and no form', async () => {
  await open(world.bob.email);
  await expect(page.locator('main').innerText()).resolves.toContain('Only admins of a workspace manage its keys');
  await expect(page.locator('main form, main article').count()).resolves.toBe(0);
});
