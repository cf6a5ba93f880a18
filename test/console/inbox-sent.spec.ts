import type { Browser, Page } from 'playwright-core';
import { AccountTokens, DeliveryWorker, channelsFor } from '#channels';
import { DELIVERY_NUMBERS, DeliveryService } from '#crm-domain/messaging';
import { BRIEF_GRACE, PATIENT } from '../delivery/support/brief-times.js';
import { StandIns, vault } from '../delivery/support/stand-ins.js';
import { accessibilityProblems } from '../support/axe.js';
import { launchBrowser } from '../support/browser.js';
import { aConversation } from '../support/conversations.js';
import { World, type Member } from '../support/world.js';

const PATH = '/console/inbox';
const SHARED = '12025550100';

let world: World;
let browser: Browser;
let providers: StandIns;
let worker: DeliveryWorker;
let shared: string;
beforeAll(async () => {
  [world, browser, providers] = await Promise.all([World.start(), launchBrowser(), StandIns.start()]);
  const { workspace_id } = world.north;
  const [mailbox, number] = ['ada@example.com', SHARED];
  const account = { workspace_id, display_name: null };
  const connect = async (channel: 'gmail' | 'whatsapp', address: string, owner_user_id: string | null) => {
    const seal = await providers.account(channel, address);
    const wish = { ...account, channel, address, external_account_id: address, owner_user_id };
    return world.domain.accounts.connect(workspace_id, wish, {
      seal: (channel_account_id) => seal({ workspace_id, channel_account_id }),
    });
  };
  await connect('gmail', mailbox, world.ada.user_id);
  shared = (await connect('whatsapp', number, null)).channel_account_id;
  for (const { user_id } of [world.ada, world.bob])
    await world.sql(
      'insert into channel_account_member (workspace_id, channel_account_id, user_id) values ($1, $2, $3)',
      [workspace_id, shared, user_id],
    );
  worker = new DeliveryWorker({
    deliveries: new DeliveryService(world.domain.db, { ...DELIVERY_NUMBERS, ...PATIENT }),
    accounts: new AccountTokens(world.domain.db, vault, providers.settings),
    channels: channelsFor(providers.settings, BRIEF_GRACE),
    databaseUrl: world.places.databaseUrl,
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
  await browser.close();
  await providers.close();
  await world.stop();
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const pathOf = (conversation: string) => `${PATH}/${world.north.workspace_id}/${conversation}`;

/** A browser in which somebody has signed in. */
async function signedIn({ subject }: Member): Promise<Page> {
  const { baseUrl, issuer } = world.places;
  const session = await world.domain.signIns.open({ issuer, subject, auth_time: new Date() });
  const context = await browser.newContext({ baseURL: baseUrl });
  await context.addCookies([{ name: 'crm-session', value: session, url: baseUrl }]);
  return context.newPage();
}

/** Ada's assistant writes a draft. */
async function drafted(body: string, to = 'mara@example.com'): Promise<{ id: string; path: string }> {
  const { token } = await world.connected(world.ada, { tier: 'write', claims: { client_name: 'Claude' } });
  const draft = { channel: 'gmail', to: [to], subject: 'The pier', body };
  const { structuredContent } = (await world.call(token, 'create_draft', draft)).json.result as {
    structuredContent: { draft_id: string; conversation_id: string };
  };
  return { id: structuredContent.draft_id, path: pathOf(structuredContent.conversation_id) };
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const send = (page: Page) => page.getByRole('button', { name: 'Approve and send' }).click();
const typed = (page: Page) => page.getByRole('region', { name: 'What you typed' });
const arrived = async (words: string) =>
  (await providers.arrivals()).filter((each) => each.text.includes(words)).map((each) => each.text.trim());
const statusOf = async (id: string) =>
  (await world.sql<{ status: string }>('select status from message where message_id = $1', [id]))[0]?.status;

it('goes the whole way: an assistant drafts, a person changes and sends, one mail arrives, and its state is shown', async () => {
  const { id, path } = await drafted('By a program');
  const page = await signedIn(world.ada);
  await page.goto('/console');
  await page.getByRole('link', { name: '1 draft', exact: true }).click();
  await page.getByText('drafted by Claude for you').click();
  expect(new URL(page.url()).pathname).toBe(path);
  await text(page).fill('Read and changed by a person');
  await send(page);
  await page.getByText('The message is on its way.').waitFor();
  // Shown without loading the page again.
  await page.locator(`#message-${id} .badge`, { hasText: /^Sent$/ }).waitFor();
  expect(await arrived('changed by a person')).toEqual(['Read and changed by a person']);
  expect(await arrived('By a program')).toEqual([]);
  expect(await statusOf(id)).toBe('sent');
});

it('shows why a message failed, and sends it again as a new draft, once', async () => {
  const { id, path } = await drafted('Refused at first', 'reject@sandbox.example.com');
  const page = await signedIn(world.ada);
  await page.goto(path);
  await send(page);
  await page.locator(`#message-${id} .badge`, { hasText: /^Failed$/ }).waitFor();
  await expect(page.locator(`#message-${id} .problem`).innerText()).resolves.toContain('Not sent: ');
  await page.goto('/console');
  await page.getByRole('link', { name: '1 message', exact: true }).waitFor();
  await page.goto(path);
  await page.getByRole('button', { name: 'Write it again as a draft' }).click();
  await page.getByText('The draft was saved.').waitFor();
  await page.getByLabel('To', { exact: true }).first().fill('mara@example.com');
  await send(page);
  await page.locator('.message .badge', { hasText: /^Sent$/ }).waitFor();
  expect(await arrived('Refused at first')).toEqual(['Refused at first']);
  expect(await statusOf(id)).toBe('failed');
});

describe('two tabs with one draft', () => {
  it('send it once, and the second one says so and keeps what was typed there', async () => {
    const { id, path } = await drafted('From two tabs');
    const first = await signedIn(world.ada);
    const second = await first.context().newPage();
    for (const page of [first, second]) await page.goto(path);
    await text(second).fill('Typed in the second tab');
    await send(first);
    await first.locator(`#message-${id} .badge`, { hasText: /^Sent$/ }).waitFor();
    await send(second);
    await second.getByRole('alert').filter({ hasText: 'Nothing was sent a second time.' }).waitFor();
    await expect(typed(second).innerText()).resolves.toContain('Typed in the second tab');
    expect(await arrived('two tabs')).toEqual(['From two tabs']);
    expect(await arrived('second tab')).toEqual([]);
  });

  it('do not overwrite each other unseen', async () => {
    const { id, path } = await drafted('As it was');
    const first = await signedIn(world.ada);
    const second = await first.context().newPage();
    for (const page of [first, second]) await page.goto(path);
    await text(second).fill('Of the second tab');
    await text(first).fill('Of the first tab');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('The draft was saved.').waitFor();
    await send(second);
    await second.getByRole('alert').filter({ hasText: 'was changed meanwhile' }).waitFor();
    expect(await statusOf(id)).toBe('draft');
    await expect(typed(second).innerText()).resolves.toContain('Of the second tab');
    await expect(text(second).inputValue()).resolves.toBe('Of the first tab');
    await text(second).fill('Of both tabs');
    await send(second);
    await second.locator(`#message-${id} .badge`, { hasText: /^Sent$/ }).waitFor();
    expect(await arrived('Of the')).toEqual([]);
    expect(await arrived('Of both')).toEqual(['Of both tabs']);
  });

  it('show what the other one did, but for a form that somebody has typed into', async () => {
    const { path } = await drafted('As it was');
    const [first, second] = [await signedIn(world.ada), await signedIn(world.ada)];
    for (const page of [first, second]) await page.goto(path);
    await text(first).fill('Changed elsewhere');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByRole('button', { name: 'Show it as it is now' }).click();
    await expect(text(second).inputValue()).resolves.toBe('Changed elsewhere');
    await text(second).fill('Half a sentence');
    await second.getByRole('heading', { level: 1 }).click();
    await text(first).fill('Changed again');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    const { token } = await world.connected(world.ada, { tier: 'write' });
    const [{ message_id }] = (await world.sql<{ message_id: string }>(
      `select message_id from message where body = 'Changed again'`,
    )) as [{ message_id: string }];
    const answer = { channel: 'gmail', reply_to: message_id, to: ['mara@example.com'], body: 'Another draft' };
    await world.call(token, 'create_draft', answer);
    await second.getByText('Another draft').waitFor();
    await expect(text(second).first().inputValue()).resolves.toBe('Half a sentence');
  });
});

describe('a draft that a program changes while it is read', () => {
  async function changedWhileRead() {
    const draft = await drafted('We can pay 100 EUR.');
    const page = await signedIn(world.ada);
    await page.goto(draft.path);
    const { token } = await world.connected(world.ada, { tier: 'write' });
    const changes = { draft_id: draft.id, to: ['mallory@example.org'], body: `We can pay 900 EUR. ${draft.id}` };
    await world.call(token, 'update_draft', changes);
    await page.getByRole('alert').filter({ hasText: 'This draft was changed meanwhile' }).waitFor();
    return { ...draft, page, changes };
  }
  const to = (page: Page) => page.getByLabel('To', { exact: true });

  it('stays as it was read, and is not sent', async () => {
    const { id, page } = await changedWhileRead();
    expect([await to(page).inputValue(), await text(page).inputValue()]).toEqual([
      'mara@example.com',
      'We can pay 100 EUR.',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await send(page);
    await typed(page).waitFor();
    expect([await statusOf(id), await arrived('EUR')]).toEqual(['draft', []]);
  });

  it('is shown as it is now when that is asked for, and then can be sent', async () => {
    const { page, changes } = await changedWhileRead();
    await page.getByRole('button', { name: 'Show it as it is now' }).click();
    expect([await to(page).inputValue(), await text(page).inputValue()]).toEqual([changes.to[0], changes.body]);
    expect(await page.getByRole('alert').count()).toBe(0);
    await send(page);
    await page.getByText('The message is on its way.').waitFor();
  });

  it('is shown beside what was typed when that is asked for', async () => {
    const { id, page, changes } = await changedWhileRead();
    await text(page).fill('Half a sentence');
    await page.getByRole('button', { name: 'Show it as it is now' }).click();
    await expect(typed(page).innerText()).resolves.toContain('Half a sentence');
    await expect(text(page).inputValue()).resolves.toBe(changes.body);
    expect(await statusOf(id)).toBe('draft');
  });
});

it('lets two people of one account answer: each has their own drafts and marks, and both see what was sent', async () => {
  const { workspace_id } = world.north;
  const people = ['12025550123'];
  const inboxes = [world.ada.user_id, world.bob.user_id];
  const conversation = await aConversation(world, { workspace_id, channel: 'whatsapp', people, inboxes });
  await world.sql('update conversation set channel_account_id = $2 where conversation_id = $1', [conversation, shared]);
  const [adas, bobs] = [await signedIn(world.ada), await signedIn(world.bob)];
  for (const page of [adas, bobs]) await page.goto(pathOf(conversation));
  await adas.getByText('Reply', { exact: true }).click();
  await text(adas).fill('A draft of Ada');
  await adas.getByRole('button', { name: 'Save as draft' }).click();
  await adas.getByText('The draft was saved.').waitFor();
  await bobs.reload();
  await expect(bobs.locator('main').innerText()).resolves.not.toContain('A draft of Ada');
  await bobs.getByRole('button', { name: 'Star', exact: true }).click();
  await bobs.getByRole('button', { name: 'Remove the star' }).waitFor();
  await adas.reload();
  await adas.getByRole('button', { name: 'Star', exact: true }).waitFor();
  await adas.getByRole('button', { name: 'Approve and send' }).click();
  const shown = bobs.locator('.message.outbound', { hasText: 'A draft of Ada' });
  await shown.locator('.badge', { hasText: /Sent|Delivered/ }).waitFor();
  await expect(shown.getByRole('heading').innerText()).resolves.toContain('Ada Lovelace');
  expect(await arrived('A draft of Ada')).toEqual(['A draft of Ada']);
});

it('shows and sends nothing for somebody who was removed while they had a draft open', async () => {
  const { workspace_id } = world.north;
  const dora = await world.addMember('Dora Example', world.north);
  const conversation = await aConversation(world, { workspace_id, inboxes: [dora.user_id], subject: 'Not hers now' });
  const page = await signedIn(dora);
  await page.goto(pathOf(conversation));
  await page.getByText('Reply', { exact: true }).click();
  await text(page).fill('Too late');
  await world.domain.workspaces.removeMember(workspace_id, { email: dora.email });
  const answers: [string, number][] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST') answers.push([new URL(response.url()).pathname, response.status()]);
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Not hers now' }).waitFor();
  expect(answers[0]).toEqual([`${PATH}/${workspace_id}/drafts`, 404]);
  expect((await page.goto(pathOf(conversation)))!.status()).toBe(404);
  await expect(page.content()).resolves.not.toContain('Not hers now');
  expect(await world.sql('select 1 from message where body = $1', ['Too late'])).toEqual([]);
});
