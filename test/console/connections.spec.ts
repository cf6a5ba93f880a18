import type { Browser, Page } from 'playwright-core';
import { signIn } from '../identity/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
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

async function open(path = '/console/connections', email = world.ada.email): Promise<void> {
  await page.goto(world.places.baseUrl + path);
  await signIn(page, email);
  await page.getByRole('navigation').waitFor();
}

const card = (name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
/** Opens a client's details and gives its row. */
const opened = async (name: string) => {
  const row = card(name);
  if ((await row.locator('details').first().getAttribute('open')) === null)
    await row.locator('summary').first().click();
  return row;
};
const notice = () => page.getByRole('status').innerText();
const writes = async (token: string) =>
  !(await world.call(token, 'create_record', { object: 'companies', values: { name: 'By a tool' } })).json.result
    .isError;

const revoke = async (name: string) => {
  await (await opened(name)).getByLabel(`Revoke ${name} …`).click();
  await page.getByRole('button', { name: `Revoke ${name}`, exact: true }).click();
};

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
  await expect(page.locator('main').innerText()).resolves.toContain('What a client calls itself is not verified.');
  const text = (await (await opened('Assistant')).innerText()).replace(/\s+/g, ' ');
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
  for (const part of [
    'https://assistant.example/callback',
    'id-of-assistant',
    `Connected ${today}`,
    `Last used ${today}`,
  ]) {
    expect(text).toContain(part);
  }
  await expect(card('Assistant').locator('.badge').innerText()).resolves.toBe('Read');
  const south = page.getByRole('region', { name: world.south.name });
  await south.getByRole('article').locator('summary').first().click();
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
  await expect(page.locator('main b, main img, main script').count()).resolves.toBe(0);
  await expect(page.locator('main a:not([href^="/console/connections?at="])').count()).resolves.toBe(0);
  await expect(page.title()).resolves.toBe('Connected clients · CRM Service');
});

it('raises, lowers, revokes and allows again, and each holds at once', async () => {
  const { token } = await world.connected(world.ada, { client: 'busy', claims: { client_name: 'Busy' } });
  await open();
  await (await opened('Busy')).getByLabel('Permissions').selectOption('Read and write');
  await page.getByRole('button', { name: 'Save what Busy may do' }).click();
  await expect(notice()).resolves.toContain('Saved');
  await expect(card('Busy').locator('.badge').innerText()).resolves.toBe('Read and write');
  await expect(writes(token)).resolves.toBe(true);
  await (await opened('Busy')).getByLabel('Permissions').selectOption('Read');
  await page.getByRole('button', { name: 'Save what Busy may do' }).click();
  await expect(notice()).resolves.toContain('Saved');
  await expect(writes(token)).resolves.toBe(false);
  await revoke('Busy');
  await expect(notice()).resolves.toContain('Revoked');
  await expect(card('Busy').getByLabel('Permissions').count()).resolves.toBe(0);
  expect((await world.mcp(token)).status).toBe(401);
  await opened('Busy');
  await page.getByRole('button', { name: 'Allow again, to read: Busy' }).click();
  await expect(notice()).resolves.toContain('Allowed again');
  expect((await world.mcp(token)).status).toBe(200);
  await expect(writes(token)).resolves.toBe(false);
});

it('shows that a client wanted more than it may do, on the first page as well, until its owner has decided', async () => {
  const { token } = await world.connected(world.bob, { client: 'wants', claims: { client_name: 'Wants' } });
  await open('/console', world.bob.email);
  await expect(page.locator('main').innerText()).resolves.not.toContain('asks for more');
  await expect(writes(token)).resolves.toBe(false);
  await expect(writes(token)).resolves.toBe(false);
  await eventually(async () => (await world.connectionOf(world.bob, 'wants'))!.asked !== null);
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'asks for more than it may do' }).getByRole('link').click();
  // Opened there.
  await expect((await opened('Wants')).innerText()).resolves.toMatch(
    /Asks for more[\s\S]+something that needs “Read and write”, and was refused/,
  );
  await page.getByRole('button', { name: 'Save what Wants may do' }).click();
  await expect(notice()).resolves.toContain('Saved');
  await expect(card('Wants').locator('.badge').innerText()).resolves.toBe('Read');
  await page.goto(`${world.places.baseUrl}/console`);
  await expect(page.locator('main').innerText()).resolves.not.toContain('asks for more');
});

it.each(['read', 'write'] as const)(
  'does not say so of a client that may %s and only used what it may',
  async (tier) => {
    const claims = { client_name: `May ${tier}` };
    const { token } = await world.connected(world.cleo, { client: tier, workspace: world.south, tier, claims });
    await world.call(token, 'list_objects');
    // A mistake in the arguments is no matter of permissions.
    await world.call(token, tier === 'read' ? 'get_record' : 'create_record', { object: 'nothing' });
    expect((await world.connectionOf(world.cleo, tier, world.south))!.asked).toBeNull();
  },
);

it('asks before it revokes a client', async () => {
  const { token } = await world.connected(world.ada, { client: 'asked', claims: { client_name: 'Asked' } });
  await open();
  const button = (await opened('Asked')).getByRole('button', { name: 'Revoke Asked', exact: true });
  await expect(button.isVisible()).resolves.toBe(false);
  await page.getByLabel('Revoke Asked …').click();
  await expect(button.isVisible()).resolves.toBe(true);
  expect((await world.mcp(token)).status).toBe(200);
});

it('tells somebody with an old page what happened, and offers the way back', async () => {
  const { connection_id } = await world.connected(world.ada, { client: 'stale', claims: { client_name: 'Stale' } });
  await open();
  await world.domain.connections.revoke(world.north.workspace_id, connection_id);
  await (await opened('Stale')).getByLabel('Permissions').selectOption('Read and write');
  await page.getByRole('button', { name: 'Save what Stale may do' }).click();
  await expect(page.locator('main').innerText()).resolves.toContain('This connection was revoked.');
  await page.locator('h1:focus').waitFor();
  await page.getByRole('link', { name: 'Back to Connected clients' }).click();
  await card('Stale').getByRole('button', { name: 'Allow again' }).waitFor();
  await expect(card('Stale').locator('.badge').innerText()).resolves.toBe('Revoked');
});

it('asks for the password before raising when the sign-in is a while ago, then says what is left to do', async () => {
  const { token } = await world.connected(world.ada, { client: 'late', claims: { client_name: 'Late' } });
  await open();
  await world.sql(`update console_session set auth_time = now() - interval '16 minutes'`);
  const raise = async () => {
    await (await opened('Late')).getByLabel('Permissions').selectOption('Read and write');
    await page.getByRole('button', { name: 'Save what Late may do' }).click();
  };
  await raise();
  await expect(page.getByRole('heading', { level: 1 }).innerText()).resolves.toBe('Sign in again');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, world.ada.email);
  await expect(notice()).resolves.toContain('make it once more');
  await expect(writes(token)).resolves.toBe(false);
  await raise();
  await expect(writes(token)).resolves.toBe(true);
});

it('says whether drafts need the person, and asks for the password before that is lifted', async () => {
  const client = { client: 'drafts', tier: 'send', claims: { client_name: 'Drafts' } } as const;
  await world.connected(world.ada, client);
  const approval = async () => (await world.connectionOf(world.ada, 'drafts'))?.approval;
  await open();
  await world.sql(`update console_session set auth_time = now() - interval '16 minutes'`);
  const choose = async (words: string) => {
    await (await opened('Drafts')).getByLabel('Sending').selectOption(words);
    await page.getByRole('button', { name: 'Save how Drafts may send' }).click();
  };
  await choose('I approve each draft first');
  await expect(notice()).resolves.toContain('Saved');
  await expect(approval()).resolves.toBe('required');
  await choose('As the workspace says');
  await expect(page.getByRole('heading', { level: 1 }).innerText()).resolves.toBe('Sign in again');
  await expect(approval()).resolves.toBe('required');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, world.ada.email);
  await choose('As the workspace says');
  await expect(approval()).resolves.toBe('as_workspace');
});

it('can be used with the keyboard alone', async () => {
  const { token } = await world.connected(world.cleo, {
    client: 'keys',
    workspace: world.south,
    claims: { client_name: 'Keys' },
  });
  await page.goto(`${world.places.baseUrl}/console/connections`);
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
  for (let n = 0; n < 8; n++) await press();
  await page.keyboard.press('Enter');
  for (let n = 0; n < 3; n++) await press();
  expect(names).toEqual([
    'Skip to content',
    'Inbox',
    'Connected clients',
    'Channels',
    'Outbox',
    'Imports',
    'Sign out',
    expect.stringMatching(/^Keys/),
    'Permissions: Keys',
    'Save what Keys may do',
    'Revoke Keys …',
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

it('says of a client without an address that it signs in without a browser', async () => {
  await world.connected(world.bob, { client: 'command-line', claims: { client_name: 'Terminal' } });
  const visitor = await Visitor.signedIn(world, world.bob);
  await expect(visitor.read('/console/connections')).resolves.toContain('no browser sign-in (command line)');
});

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
  await open('/console/connections', world.bob.email);
  await expect(card('Forgotten').isVisible()).resolves.toBe(false);
  await expect(card('Never used').isVisible()).resolves.toBe(true);
  await expect(card('In use').isVisible()).resolves.toBe(true);
  await page.getByText('Not used for 90 days: 1').click();
  await revoke('Forgotten');
  await expect(notice()).resolves.toContain('Revoked');
  expect((await world.mcp(old.token)).status).toBe(401);
});

it('shows connections of one name as one, with the most that any of them may do', async () => {
  const { workspace_id } = world.south;
  for (const client of ['many-1', 'many-2', 'many-3'])
    await world.connected(world.cleo, { client, workspace: world.south, claims: { client_name: 'Many' } });
  const { connection_id } = (await world.connectionOf(world.cleo, 'many-2', world.south))!;
  await world.domain.connections.setTier(workspace_id, connection_id, 'send');
  await open('/console/connections', world.cleo.email);
  const group = page.locator('details.group');
  await expect(group.locator('> summary').innerText()).resolves.toMatch(/Many\s+3 connections\s+Read, write and send/);
  await expect(card('Many').first().isVisible()).resolves.toBe(false);
  await group.locator('> summary').click();
  await expect(card('Many').count()).resolves.toBe(0);
  for (const client of ['many-1', 'many-2', 'many-3'])
    await card(`Many ${client}`).locator('summary').first().waitFor();
  await (await opened('Many many-2')).getByLabel('Revoke Many many-2 …').click();
  await expect(card('Many many-2').innerText()).resolves.toContain('Many many-2 is refused from its next request on');
});

it('tells clients of one name apart by as much of their ids as it takes', async () => {
  const long = (part: string) => `https://${part}.example/oauth/client.json`;
  for (const client of [long('first'), long('second'), 'a-client-id-of-more-than-24-characters'])
    await world.connected(world.cleo, { client, workspace: world.south, claims: { client_name: 'Alike' } });
  await open('/console/connections', world.cleo.email);
  await page.locator('details.group', { hasText: 'Alike' }).locator('> summary').click();
  for (const hint of [long('first'), long('second'), '…24-characters'])
    await card(`Alike ${hint}`).locator('summary').first().waitFor();
});

it('revokes at once what was not used for so long, after it said which, and nothing of others', async () => {
  const { workspace_id } = world.north;
  const eve = await world.addMember('Eve Moss', world.north);
  const since = async (days: number, member = eve) => {
    const connected = await world.connected(member, { claims: { client_name: `Unused ${days}` } });
    await world.sql(`update connection set last_used_at = now() - interval '${days} days' where connection_id = $1`, [
      connected.connection_id,
    ]);
    return connected;
  };
  const [fresh, unused, older] = [await since(6), await since(8), await since(31)];
  const [back, others] = [await since(20), await since(31, world.ada)];
  await open('/console/connections', eve.email);
  const question = page.locator('details.ask', { hasText: 'not used for 7 days' });
  await question.locator('summary').click();
  const named = await question.getByRole('listitem').allInnerTexts();
  expect(named.map((text) => text.split(',')[0])).toEqual(['Unused 31', 'Unused 20', 'Unused 8']);
  await expect(question.innerText()).resolves.toContain('These 3 clients are refused');
  // What is used or becomes unused while the question is read is not among those that it named.
  await world.mcp(back.token);
  await world.sql(`update connection set last_used_at = now() - interval '7 days' where connection_id = $1`, [
    fresh.connection_id,
  ]);
  await question.getByRole('button', { name: 'Revoke these 3' }).click();
  await expect(notice()).resolves.toContain('Revoked 2 clients of ');
  const revoked = (await world.domain.connections.list(workspace_id, null)).filter((each) => each.revoked_at);
  const ids = revoked.map((each) => each.connection_id);
  for (const { connection_id } of [unused, older]) expect(ids).toContain(connection_id);
  for (const { connection_id } of [fresh, back, others]) expect(ids).not.toContain(connection_id);
});

it('says so when all unused clients were used since they were shown', async () => {
  const { connection_id } = await world.connected(world.cleo, { workspace: world.south });
  await world.sql(`update connection set last_used_at = now() - interval '9 days' where connection_id = $1`, [
    connection_id,
  ]);
  const cleo = await Visitor.signedIn(world, world.cleo);
  const unused_since = new Date(Date.now() - 10 * 86_400_000).toISOString();
  const path = `/console/connections/${world.south.workspace_id}/revoke-unused`;
  const answer = await cleo.post(path, { unused_since });
  const text = await cleo.read(answer.headers.get('location')!);
  expect(text).toContain('Nothing was revoked: these clients were used or revoked meanwhile.');
});

it('offers to revoke the fewest first, and each set of clients once', async () => {
  const member = await world.addMember('Dora Quick', world.north);
  for (const days of [10, 100]) {
    const { connection_id } = await world.connected(member, { claims: { client_name: `Idle ${days}` } });
    const before = `now() - interval '${days} days'`;
    await world.sql(`update connection set last_used_at = ${before} where connection_id = $1`, [connection_id]);
  }
  await open('/console/connections', member.email);
  await expect(page.locator('.ask > summary', { hasText: 'not used for' }).allInnerTexts()).resolves.toEqual([
    'Revoke 1 client not used for 90 days …',
    'Revoke 2 clients not used for 7 days …',
  ]);
});

it.each(['', 'x', new Date().toISOString(), '+275760-09-13T00:00:00.000Z'])(
  'revokes nothing when asked for what was not used since %j',
  async (unused_since) => {
    const { connection_id } = await world.connected(world.cleo, { workspace: world.south });
    const cleo = await Visitor.signedIn(world, world.cleo);
    const { workspace_id } = world.south;
    const answer = await cleo.post(`/console/connections/${workspace_id}/revoke-unused`, { unused_since });
    expect(answer.status).toBe(400);
    const kept = await world.domain.connections.list(workspace_id, world.cleo.user_id);
    expect(kept.find((each) => each.connection_id === connection_id)).toMatchObject({ revoked_at: null });
  },
);
