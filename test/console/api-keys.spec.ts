import type { Browser, Page } from 'playwright-core';
import { signIn } from '../identity/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { World } from '../support/world.js';
import { Visitor } from './support/visitor.js';

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
  const key = await page.getByLabel('The key').inputValue();
  expect(key).toMatch(/^crm_live_\w+$/);
  const { body } = await world.rest(key).get('/v1/self').expect(200);
  expect(body.data).toMatchObject({ workspace: { name: world.north.name }, capabilities: ['read:data', 'write:data'] });
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page.content()).resolves.not.toContain(key);
  const text = await north().getByRole('article').innerText();
  expect(text).toMatch(/^<i>Forms<\/i>/);
  expect(text).toContain(key.slice(-4));
  expect(text).toContain(String(new Date(Date.now() + 365 * 86_400_000).getUTCFullYear()));
  await page.getByLabel('Revoke <i>Forms</i>, ').first().click();
  await page.getByRole('button', { name: 'Revoke for good: <i>Forms</i>' }).click();
  await expect(page.getByRole('status').innerText()).resolves.toContain('Revoked <i>Forms</i>: it is refused');
  await expect(north().locator('.badge').innerText()).resolves.toBe('Revoked');
  await expect(
    north()
      .getByRole('button', { name: /^Revoke/ })
      .count(),
  ).resolves.toBe(0);
  await world.rest(key).get('/v1/self').expect(401);
});

it('calls what a key may do as the refusal of a key that may not do it calls it', async () => {
  const { workspace_id } = world.north;
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'Reader', capabilities: ['read:data'] });
  const rest = world.rest(api_key);
  const refusals = [
    await rest.post('/v1/records/companies', { data: { name: 'Example Ltd' } }).expect(403),
    await rest.post('/v1/objects', { slug: 'things', singular_noun: 'Thing', plural_noun: 'Things' }).expect(403),
  ];
  await open(world.ada.email);
  for (const { body } of refusals) {
    const [, words] = /capability [a-z:]+ \("(.+)"\)/.exec(body.message as string) ?? [];
    await expect(
      north()
        .getByLabel(words ?? 'nothing', { exact: true })
        .count(),
    ).resolves.toBe(1);
  }
});

it('asks before it revokes a key, and says which of those of one name it is', async () => {
  const { workspace_id } = world.north;
  const create = () => world.domain.apiKeys.create({ workspace_id, name: 'Kept', capabilities: ['read:data'] });
  const [first, second] = [await create(), await create()];
  const keys = await world.domain.apiKeys.list(workspace_id);
  const hintOf = (id: string) => keys.find(({ api_key_id }) => api_key_id === id)!.hint;
  const [hint, other] = [first, second].map(({ api_key_id }) => hintOf(api_key_id));
  await open(world.ada.email);
  const row = page.getByRole('article').filter({ has: page.getByRole('heading', { name: `Kept ${hint}` }) });
  await expect(row.innerText()).resolves.not.toContain(other);
  const question = row.locator('details.ask');
  const revoke = page.getByRole('button', { name: `Revoke for good: Kept, ${hint}` });
  await expect(revoke.isVisible()).resolves.toBe(false);
  await page.getByLabel(`Revoke Kept, ${hint} …`).click();
  await expect(revoke.isVisible()).resolves.toBe(true);
  const created = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
  await expect(question.innerText()).resolves.toContain(`begins and ends with ${hint} and was created ${created}`);
  await world.rest(first.api_key).get('/v1/self').expect(200);
  await revoke.click();
  await world.rest(first.api_key).get('/v1/self').expect(401);
  await world.rest(second.api_key).get('/v1/self').expect(200);
});

it('is neither created twice nor shown twice when the page is loaded again', async () => {
  await open(world.ada.email);
  await north().getByText('New key').click();
  await north().getByLabel('Name').fill('Once');
  await north().getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('The key').inputValue();
  await page.reload();
  await expect(page.content()).resolves.not.toContain(key);
  const keys = await world.domain.apiKeys.list(world.north.workspace_id);
  expect(keys.filter(({ name }) => name === 'Once')).toHaveLength(1);
});

it('travels to its page unreadable, and is shown to nobody but who made it', async () => {
  const [ada, again] = [await Visitor.signedIn(world, world.ada), await Visitor.signedIn(world, world.ada)];
  const made = await ada.post(`/console/api-keys/${world.north.workspace_id}`, { name: 'Sealed', 'read:data': 'on' });
  expect([made.status, made.headers.get('location')]).toEqual([303, '/console/api-keys']);
  const cookie = ada.cookies.get('crm-made')!;
  expect(made.headers.getSetCookie().join()).toMatch(/crm-made=[^;]+; Max-Age=60; .*HttpOnly; SameSite=Lax/);
  expect(Buffer.from(cookie.split('.')[3]!, 'base64url').toString()).not.toContain('crm_live_');
  again.cookies.set('crm-made', cookie);
  for (const wrong of [cookie, 'v1.session.x', 'nonsense']) {
    again.cookies.set('crm-made', wrong);
    const text = await again.read('/console/api-keys');
    expect(text).toContain('Sealed');
    expect(text).not.toMatch(/crm_live_\w{40}/);
    expect(again.cookies.has('crm-made')).toBe(false);
  }
  await expect(ada.read('/console/api-keys')).resolves.toMatch(/crm_live_\w{40}/);
});

it('is shown again as it was filled in when no key can be made of it, with the reason', async () => {
  await open(world.ada.email);
  await north().getByText('New key').click();
  await north().getByLabel('Name').fill('No rights');
  await north().getByLabel('Expires').selectOption('never');
  await north().getByLabel('Read records').uncheck();
  await north().getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('alert').innerText()).resolves.toContain('Permissions: choose at least one.');
  await expect(north().getByLabel('Name').inputValue()).resolves.toBe('No rights');
  await expect(north().getByLabel('Expires').inputValue()).resolves.toBe('');
  await expect(north().getByLabel('Read records').isChecked()).resolves.toBe(false);
  await north().getByLabel('Write records').check();
  await north().getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('region', { name: 'New key: No rights' }).isVisible()).resolves.toBe(true);
});

it.each([
  ['too long ago', () => world.sql(`update console_session set auth_time = now() - interval '16 minutes'`)],
  ['in a session that has ended', () => world.sql('delete from console_session')],
])('is still filled in after another sign-in, where the one before was %s', async (_when, age) => {
  await open(world.ada.email);
  await north().getByText('New key').click();
  await north().getByLabel('Name').fill('Late & <new>');
  await north().getByLabel('Expires').selectOption('in a year');
  await north().getByLabel('Write records').check();
  await age();
  await north().getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  // A provider that keeps somebody signed in asks for nothing again.
  if (await page.getByLabel('Password').isVisible()) await signIn(page, world.ada.email);
  await page
    .getByRole('status', { name: /^You have signed in again\./ })
    .and(page.locator(':focus'))
    .waitFor();
  await expect(north().getByLabel('Name').inputValue()).resolves.toBe('Late & <new>');
  await expect(north().getByLabel('Expires').inputValue()).resolves.toBe('365');
  await expect(north().getByLabel('Write records').isChecked()).resolves.toBe(true);
  await page.getByRole('link', { name: 'Go to the form' }).click();
  await north().getByLabel('Name').and(page.locator(':focus')).waitFor();
});

it('leads to a key that was not revoked because the session had ended', async () => {
  const { workspace_id } = world.north;
  await world.domain.apiKeys.create({ workspace_id, name: 'Stays', capabilities: ['read:data'] });
  await open(world.ada.email);
  await page
    .getByLabel(/^Revoke Stays, /)
    .first()
    .click();
  await world.sql('delete from console_session');
  await page.getByRole('button', { name: /^Revoke for good: Stays/ }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page
    .getByRole('status', { name: /Your change was not saved/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.getByRole('link', { name: /^Go to Stays, / }).click();
  await page
    .getByRole('heading', { name: /^Stays / })
    .and(page.locator(':focus'))
    .waitFor();
});

it('can be copied with one click', async () => {
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(world.ada.email);
  await north().getByText('New key').click();
  await north().getByLabel('Name').fill('Copied');
  await north().getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('The key').inputValue();
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  await expect(page.evaluate('navigator.clipboard.readText()')).resolves.toBe(key);
});

it('is told to change the shape of a workspace, and what else that opens', async () => {
  await open(world.ada.email);
  await north().getByText('New key').click();
  await expect(
    north()
      .getByLabel(/webhooks and automations/)
      .getAttribute('name'),
  ).resolves.toBe('write:schema');
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

it('says what is wrong with a key in words when that is none of its fields', async () => {
  const { workspace_id } = world.south;
  const bulk = { workspace_id, name: 'Bulk', capabilities: ['read:data'] };
  for (let n = 0; n < 20; n++) await world.domain.apiKeys.create(bulk).catch(() => undefined);
  const ada = await Visitor.signedIn(world, world.ada);
  const answer = await ada.post(`/console/api-keys/${workspace_id}`, { name: 'One more', 'read:data': 'on' });
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringMatching(
      /No key was made\.[\s\S]+A workspace has at most 20 API keys\. Revoke one first\.[\s\S]+value="One more"/,
    ),
  ]);
});

it('shows a member no key and no form', async () => {
  await open(world.bob.email);
  await expect(page.locator('main').innerText()).resolves.toContain('Only admins of a workspace can manage its keys');
  await expect(page.locator('main form, main article').count()).resolves.toBe(0);
});
