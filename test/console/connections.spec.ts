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

async function open(path = '/console', email = world.ada.email): Promise<void> {
  await page.goto(world.places.baseUrl + path);
  await signIn(page, email);
  await page.getByRole('navigation').waitFor();
}

const card = (name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const notice = () => page.getByRole('status').innerText();
const writes = async (token: string) =>
  !(await world.call(token, 'create_record', { object: 'companies', values: { name: 'By a tool' } })).json.result
    .isError;

it('shows each client by workspace: what it calls itself, who it is, what it may do', async () => {
  const claims = { client_name: 'Assistant', client_redirect: 'https://assistant.example/callback' };
  await world.connected(world.ada, { client: 'id-of-assistant', claims });
  await world.connected(world.ada, {
    client: 'https://editor.example/client.json',
    workspace: world.south,
    tier: 'write',
  });
  await world.connected(world.bob, { client: 'id-of-bobs' });
  await open();
  await expect(page.title()).resolves.toBe('Connected clients · CRM Service');
  const text = (await card('Assistant').innerText()).replace(/\s+/g, ' ');
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
  for (const part of [
    'The client calls itself so; the name is not verified',
    'https://assistant.example/callback',
    'id-of-assistant',
    `Connected ${today}`,
    `Last used ${today}`,
  ]) {
    expect(text).toContain(part);
  }
  await expect(card('Assistant').locator('.badge').innerText()).resolves.toBe('Read');
  const south = page.getByRole('region', { name: world.south.name });
  await expect(south.getByRole('article').innerText()).resolves.toMatch(
    /Unnamed client[\s\S]+Read and write[\s\S]+editor\.example/,
  );
  await expect(page.locator('main').innerText()).resolves.not.toContain('id-of-bobs');
});

it('shows a hostile name as text, without what reorders it', async () => {
  const name = '<b>CRM</b> <img src=x onerror="document.title=1">\u202Eyrtne\u202C\u0007\u2028 &amp; "quotes"';
  const claims = { client_name: name, client_redirect: 'javascript:alert(1)//"><script>1</script>' };
  await world.connected(world.ada, { client: '"><script>document.title=2</script>', claims });
  await open();
  const heading = page.getByRole('heading', { name: /<b>CRM<\/b>/ });
  await expect(heading.innerText()).resolves.toBe(
    '<b>CRM</b> <img src=x onerror="document.title=1">yrtne &amp; "quotes"'.slice(0, 80),
  );
  await expect(page.locator('main b, main img, script, main a').count()).resolves.toBe(0);
  await expect(page.title()).resolves.toBe('Connected clients · CRM Service');
});

it('raises, lowers, revokes and allows again, and each holds at once', async () => {
  const { token } = await world.connected(world.ada, { client: 'busy', claims: { client_name: 'Busy' } });
  await open();
  await card('Busy').getByLabel('It may').selectOption('Read and write');
  await page.getByRole('button', { name: 'Save what Busy may do' }).click();
  await expect(notice()).resolves.toContain('Saved');
  await expect(card('Busy').locator('.badge').innerText()).resolves.toBe('Read and write');
  await expect(writes(token)).resolves.toBe(true);
  await card('Busy').getByLabel('It may').selectOption('Read');
  await page.getByRole('button', { name: 'Save what Busy may do' }).click();
  await expect(notice()).resolves.toContain('Saved');
  await expect(writes(token)).resolves.toBe(false);
  await page.getByRole('button', { name: 'Revoke Busy' }).click();
  await expect(notice()).resolves.toContain('Revoked');
  await expect(card('Busy').getByLabel('It may').count()).resolves.toBe(0);
  expect((await world.mcp(token)).status).toBe(401);
  await page.getByRole('button', { name: 'Allow Busy again, to read' }).click();
  await expect(notice()).resolves.toContain('Allowed again');
  expect((await world.mcp(token)).status).toBe(200);
  await expect(writes(token)).resolves.toBe(false);
});

it('tells somebody with an old page what happened, and offers the way back', async () => {
  const { connection_id } = await world.connected(world.ada, { client: 'stale', claims: { client_name: 'Stale' } });
  await open();
  await world.domain.connections.revoke(world.north.workspace_id, connection_id);
  await card('Stale').getByLabel('It may').selectOption('Read and write');
  await page.getByRole('button', { name: 'Save what Stale may do' }).click();
  await expect(page.locator('main').innerText()).resolves.toContain('This connection was revoked.');
  await page.getByRole('link', { name: 'Go to the screens' }).click();
  await expect(card('Stale').locator('.badge').innerText()).resolves.toBe('Revoked');
});

it('asks for the password before raising when the sign-in is a while ago, then says what is left to do', async () => {
  const { token } = await world.connected(world.ada, { client: 'late', claims: { client_name: 'Late' } });
  await open();
  await world.sql(`update console_session set auth_time = now() - interval '16 minutes'`);
  const raise = async () => {
    await card('Late').getByLabel('It may').selectOption('Read and write');
    await page.getByRole('button', { name: 'Save what Late may do' }).click();
  };
  await raise();
  await expect(page.getByRole('heading', { level: 1 }).innerText()).resolves.toBe('Sign in again');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, world.ada.email);
  await expect(notice()).resolves.toContain('make your change once more');
  await expect(writes(token)).resolves.toBe(false);
  await raise();
  await expect(writes(token)).resolves.toBe(true);
});

it('can be used with the keyboard alone', async () => {
  const { token } = await world.connected(world.cleo, {
    client: 'keys',
    workspace: world.south,
    claims: { client_name: 'Keys' },
  });
  await page.goto(`${world.places.baseUrl}/console`);
  // The browser puts the cursor into the field a moment after the page is there, as it does for a person.
  await page.locator('#email:focus').waitFor();
  await page.keyboard.type(world.cleo.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor();
  await page.waitForLoadState();
  const names: string[] = [];
  const press = async () => {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate<string>(FOCUSED));
  };
  for (let n = 0; n < 9; n++) await press();
  expect(names).toEqual([
    'Skip to content',
    'Connected clients',
    'Channels',
    'Outbox',
    'API keys',
    'Sign out',
    'It may',
    'Save what Keys may do',
    'Revoke Keys',
  ]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notice()).resolves.toContain('Saved');
  await expect(world.connectionOf(world.cleo, 'keys', world.south)).resolves.toMatchObject({ tier: 'write' });
  expect((await world.mcp(token)).status).toBe(200);
});

const FOCUSED = `(() => {
  const e = document.activeElement;
  if (getComputedStyle(e).outlineStyle === 'none') return 'no outline';
  return e.getAttribute('aria-label') ?? e.labels?.[0]?.innerText ?? e.innerText;
})()`;

it('folds away what was not used for 90 days, where it can still be revoked', async () => {
  const old = await world.connected(world.bob, { claims: { client_name: 'Forgotten' } });
  const never = await world.connected(world.bob, { claims: { client_name: 'Never used' } });
  await world.connected(world.bob, { claims: { client_name: 'In use' } });
  const days = (age: number) => `now() - interval '${age} days'`;
  await world.sql(
    `update connection set created_at = ${days(300)}, last_used_at = ${days(91)} where connection_id = $1`,
    [old.connection_id],
  );
  await world.sql(`update connection set created_at = ${days(89)}, last_used_at = null where connection_id = $1`, [
    never.connection_id,
  ]);
  await open('/console', world.bob.email);
  await expect(card('Forgotten').isVisible()).resolves.toBe(false);
  await expect(card('Never used').isVisible()).resolves.toBe(true);
  await expect(card('In use').isVisible()).resolves.toBe(true);
  await page.getByText('Not used for 90 days: 1').click();
  await card('Forgotten').getByRole('button', { name: 'Revoke' }).click();
  await expect(notice()).resolves.toContain('Revoked');
  expect((await world.mcp(old.token)).status).toBe(401);
});
