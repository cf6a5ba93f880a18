import type { Browser, Page } from 'playwright-core';
import { signIn } from '../identity/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { aDelivery, type ADelivery } from '../support/deliveries.js';
import { World, type Member } from '../support/world.js';
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
afterEach(async () => {
  await page.context().close();
  await world.sql('delete from message_delivery');
});

const PATH = '/console/outbox';
const MOST = 25;

async function open(member: Member, path = PATH): Promise<void> {
  await page.goto(world.places.baseUrl + path);
  await signIn(page, member.email);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}

const sent = (wish: Partial<ADelivery> = {}) =>
  aDelivery(world, { workspace_id: world.north.workspace_id, sent_by_user_id: world.bob.user_id, ...wish });
const rows = () => page.getByRole('row').filter({ has: page.getByRole('cell') });
const cells = async (): Promise<string[][]> => {
  const texts = await Promise.all((await rows().all()).map((row) => row.getByRole('cell').allInnerTexts()));
  return texts.map((row) => row.map((text) => text.replace(/\s+/g, ' ').trim()));
};
/** How the address of a delivery is shown that says nothing of its own. */
const TO = 's…@example.com';
const end = (id?: string) => `…${id!.slice(-8)}`;
const twice = (text: string) => [text, text];
const channels = async () => (await cells()).map(([message]) => message!.split(' ')[0]);
const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));

it('shows what became of each message, the newest first', async () => {
  const ids = [
    await sent({ created_at: at(0), channel: 'gmail', state: 'accepted', attempt: 7, transmit_count: 2 }),
    await sent({ created_at: at(1), channel: 'gmail', state: 'accepted', attempt: 2 }),
    await sent({ created_at: at(2), channel: 'whatsapp', state: 'rejected', last_error_code: '131047' }),
    await sent({ created_at: at(3), channel: 'outlook', state: 'unknown', attempt: 3, last_error_code: 'timeout' }),
    await sent({ created_at: at(4), channel: 'instagram', state: 'queued', attempt: 0, transmit_count: 0 }),
  ];
  await world.sql('update message_delivery set last_error = $1 where message_id = $2', [
    ...['More than 24 hours have passed.', ids[2]],
  ]);
  await open(world.bob);
  await expect(page.title()).resolves.toBe('Outbox · CRM Service');
  expect(await cells()).toEqual([
    [`Instagram ${end(ids[4])}`, 'Waiting', TO, '1 Jun 2026, 12:04', 'next check 1 Jun 2026, 12:04', 'Not tried yet.'],
    [`Outlook ${end(ids[3])}`, 'Unknown', TO, '1 Jun 2026, 12:03', 'next check 1 Jun 2026, 12:03', 'timeout'],
    [`WhatsApp ${end(ids[2])}`, 'Failed', TO, ...twice('1 Jun 2026, 12:02'), 'More than 24 hours have passed.'],
    [`Gmail ${end(ids[1])}`, 'Sent', TO, ...twice('1 Jun 2026, 12:01'), 'Sent on the first attempt.'],
    [
      `Gmail ${end(ids[0])}`,
      'Sent',
      TO,
      ...twice('1 Jun 2026, 12:00'),
      'Sent on attempt 2; the earlier attempts sent nothing.',
    ],
  ]);
});

it('shows that a message was not delivered which the provider had accepted', async () => {
  const id = await sent({ channel: 'whatsapp', state: 'accepted' });
  await world.sql('update message set failure_code = $1, failure_detail = $2 where message_id = $3', [
    ...['131026', 'WhatsApp cannot deliver to this number.', id],
  ]);
  await open(world.bob);
  const [[, state, , , , story] = []] = await cells();
  expect([state, story]).toEqual([
    'Not delivered',
    'The provider accepted the message and could not deliver it. WhatsApp cannot deliver to this number.',
  ]);
});

it('shows no text of a message, and of its address as much as tells it from others', async () => {
  const id = await sent({ body: 'The secret of the pier', address: 'nobody-else@example.com' });
  await world.sql(
    `insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
     values ($1, $2, 'cc', 0, 'email', $3, $3)`,
    [world.north.workspace_id, id, 'beside@example.org'],
  );
  const number = await sent({ channel: 'whatsapp', address: '+15555550142' });
  await world.sql(`update message_recipient set kind = 'phone' where message_id = $1`, [number]);
  const bob = await Visitor.signedIn(world, world.bob);
  const text = (await bob.read(PATH)).replaceAll('<wbr />', '');
  expect(text).toContain('n…@example.com and 1 more');
  expect(text).toContain('…0142');
  expect(text).not.toMatch(/pier|nobody-else|beside|555555/);
});

it('shows one state when asked to', async () => {
  for (const state of ['queued', 'leased', 'transmitting', 'unknown', 'accepted', 'rejected']) await sent({ state });
  await open(world.bob);
  const shown = async (label: string) => {
    await page.getByRole('combobox', { name: 'State' }).selectOption(label);
    await page.getByRole('button', { name: 'Show' }).click();
    return (await cells()).map((row) => row[1]).toSorted();
  };
  expect(await shown('Waiting or being sent')).toEqual(['Being prepared', 'Being sent', 'Waiting']);
  expect(await shown('Unknown')).toEqual(['Unknown']);
  expect(await shown('Sent')).toEqual(['Sent']);
  expect(await shown('Failed')).toEqual(['Failed']);
  await page.getByRole('combobox', { name: 'Channel' }).selectOption('Outlook');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.locator('main').innerText()).resolves.toContain('No message matches.');
});

it('shows a member their own alone, and an admin those of the workspace, with names', async () => {
  await sent({ channel: 'gmail' });
  await sent({ channel: 'facebook', sent_by_user_id: world.ada.user_id });
  await sent({ channel: 'whatsapp', workspace_id: world.south.workspace_id, sent_by_user_id: world.cleo.user_id });
  await open(world.bob);
  expect(await channels()).toEqual(['Gmail']);
  await page.context().clearCookies();
  await open(world.ada);
  await page.getByText("You see everyone's messages because you are an admin.").waitFor();
  expect((await cells()).map((row) => [row[0]!.split(' ')[0], row.at(-1)])).toEqual([
    ['Messenger', world.ada.name],
    ['Gmail', world.bob.name],
  ]);
  await page.getByLabel('Workspace').selectOption(world.south.name);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { level: 2 }).innerText()).resolves.toBe(world.south.name);
  expect((await cells()).map((row) => [row[0]!.split(' ')[0], row.at(-1)])).toEqual([['WhatsApp', world.cleo.name]]);
});

it('shows one channel when asked to, and pages through it, each delivery once', async () => {
  // All at the same moment: the order has to hold without the time.
  for (let n = 0; n < MOST + 5; n++) await sent({ created_at: at(0), channel: 'gmail' });
  await sent({ created_at: at(1), channel: 'outlook' });
  await open(world.bob);
  await page.getByRole('combobox', { name: 'Channel' }).selectOption('Gmail');
  await page.getByRole('button', { name: 'Show' }).click();
  const first = (await cells()).map(([message]) => message);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByRole('combobox', { name: 'Channel' }).inputValue()).resolves.toBe('gmail');
  const second = (await cells()).map(([message]) => message);
  expect([first.length, second.length]).toEqual([MOST, 5]);
  expect(new Set([...first, ...second]).size).toBe(MOST + 5);
  await expect(page.getByRole('link', { name: 'Older' }).count()).resolves.toBe(0);
  await page.getByRole('link', { name: 'Newest' }).click();
  expect((await cells()).map(([message]) => message)).toEqual(first);
});

it('stays as wide as its heading with long words in every column', async () => {
  const address = `somebody@mailrelay.subsidiary.hollingsworth-${'featherstonehaugh'.repeat(3)}.example.com`;
  await sent({ address, channel: 'facebook', state: 'leased', last_error_code: 'w'.repeat(80) });
  const rename = (name: string) =>
    world.sql('update app_user set name = $1 where user_id = $2', [name, world.bob.user_id]);
  await rename(`Bartholomew ${'Featherstonehaugh'.repeat(2)}`);
  await open(world.ada);
  for (const width of [1280, 900, 801, 800, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const right = async (selector: string) => {
      const { x, width } = (await page.locator(selector).boundingBox())!;
      return x + width;
    };
    expect([width, await right('main table')]).toEqual([width, await right('main section h2')]);
  }
  await rename(world.bob.name);
});

it('takes two lines at most for a date, and one for an address on a phone', async () => {
  const address = 'somebody.with.a.long.name@department.example.com';
  await sent({ created_at: at(0), state: 'queued', address });
  await sent({ created_at: at(1), state: 'accepted', address });
  await open(world.ada);
  const lines = (column: number) =>
    page.evaluate<number[]>(`[...document.querySelectorAll('td:nth-child(${column})')].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell.querySelector('time') ?? cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    })`);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(Math.max(...(await lines(4)), ...(await lines(5)))).toBeLessThanOrEqual(2);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await lines(3)).toEqual([1, 1]);
});

it('leads from a filter that nothing matches to all of the same workspace', async () => {
  await sent({ workspace_id: world.south.workspace_id, sent_by_user_id: world.cleo.user_id });
  await open(world.ada, `${PATH}?workspace=${world.south.workspace_id}&state=failed`);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('heading', { level: 2 }).innerText()).resolves.toBe(world.south.name);
  expect(await cells()).toHaveLength(1);
});

it('breaks no word of an address that fits into its column', async () => {
  await sent({ address: 'somebody@zephyrmoor.example.net' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(world.ada);
  const lines = await page.evaluate<string[]>(`(() => {
    const range = document.createRange();
    return [...document.querySelector('td:nth-child(3)').childNodes].filter((each) => each.data?.trim()).map((each) => {
      range.selectNodeContents(each);
      return range.getClientRects().length + ' ' + each.data.trim();
    });
  })()`);
  expect(lines).toEqual(['1 s…@', '1 zephyrmoor.', '1 example.', '1 net']);
});

it('says so when nothing was sent', async () => {
  await open(world.bob);
  await expect(page.locator('main').innerText()).resolves.toContain('Nothing was sent yet.');
  await expect(page.getByRole('table').count()).resolves.toBe(0);
});

it('is a table to a screen reader on a phone, too', async () => {
  await sent();
  await page.setViewportSize({ width: 360, height: 800 });
  await open(world.bob);
  const table = page.getByRole('table', { name: 'Deliveries, the newest first' });
  await expect(table.getByRole('columnheader').allInnerTexts()).resolves.toEqual([
    'Message',
    'State',
    'To',
    'Queued',
    'Finished',
    'What happened',
  ]);
  await expect(table.getByRole('cell').count()).resolves.toBe(6);
});

describe('what is asked for', () => {
  it('may be nonsense without harm', async () => {
    await sent();
    const bob = await Visitor.signedIn(world, world.bob);
    for (const query of [
      'channel=fax',
      'state=constructor',
      'before=x',
      'channel=gmail&channel=outlook',
      `before=${crypto.randomUUID()}`,
    ]) {
      const response = await bob.get(`${PATH}?${query}`);
      expect([query, response.status]).toEqual([query, 200]);
    }
  });

  it.each(['x', 'SOUTH', 'a&workspace=b'])('is not found in a workspace of others: %s', async (workspace) => {
    const bob = await Visitor.signedIn(world, world.bob);
    const { status } = await bob.get(`${PATH}?workspace=${workspace.replace('SOUTH', world.south.workspace_id)}`);
    expect(status).toBe(404);
  });

  it('comes after the sign-in', async () => {
    const { status, headers } = await new Visitor(world).get(PATH);
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/console/sign-in')]);
  });
});
