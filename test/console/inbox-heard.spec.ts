import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/axe.js';
import { launchBrowser } from '../support/browser.js';
import { aConversation, aMessage, anAccount, type AConversation } from '../support/conversations.js';
import { World } from '../support/world.js';
import { accessibilityTree } from './support/accessibility-tree.js';

const PATH = '/console/inbox';
const INES = 'ines@example.com';

let world: World;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
  const { workspace_id } = world.north;
  await anAccount(world, { workspace_id, channel: 'gmail', owner: world.ada.user_id, address: 'ada@example.com' });
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
beforeEach(async () => {
  const { baseUrl, issuer } = world.places;
  const { subject } = world.ada;
  const session = await world.domain.signIns.open({ issuer, subject, auth_time: new Date() });
  const context = await browser.newContext({ baseURL: baseUrl });
  await context.addCookies([{ name: 'crm-session', value: session, url: baseUrl }]);
  page = await context.newPage();
});
afterEach(async () => {
  await page.context().close();
  await world.sql('delete from conversation');
});

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
const talk = (wish: Partial<AConversation> = {}) => {
  const ofInes = { people: [INES], names: { [INES]: 'Ines Example' }, subject: 'An offer' };
  return aConversation(world, {
    workspace_id: world.north.workspace_id,
    inboxes: [world.ada.user_id],
    ...ofInes,
    ...wish,
  });
};
const pathOf = (conversation: string) => `${PATH}/${world.north.workspace_id}/${conversation}`;
const messageIn = (conversation_id: string) => ({ workspace_id: world.north.workspace_id, conversation_id });
const answerIn = (conversation_id: string) => ({
  ...messageIn(conversation_id),
  direction: 'outbound' as const,
  to: [INES],
});
/** What is said to who does not see the page change. */
const said = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor({ state: 'attached' });
const focused = () => page.evaluate<string>('document.activeElement.innerText.replace(/\\s+/g, " ").trim()');

async function draftedByClaude(conversation: string): Promise<void> {
  const { token } = await world.connected(world.ada, { tier: 'write', client: 'c', claims: { client_name: 'Claude' } });
  const [parent] = await world.sql<{ message_id: string }>(
    'select message_id from message where conversation_id = $1 limit 1',
    [conversation],
  );
  await world.call(token, 'create_draft', { channel: 'gmail', reply_to: parent!.message_id, body: 'Thank you.' });
}

describe('the accessibility tree', () => {
  it('of the list names each conversation with all that is shown of it, and passes over signs', async () => {
    await talk({ at: ago(10) });
    await talk({ channel: 'whatsapp', people: ['12025550123'], subject: null, at: ago(130) });
    await world.sql('update conversation_inbox set starred_at = now(), last_read_at = now() where channel = $1', [
      'whatsapp',
    ]);
    await page.goto(PATH);
    expect(await accessibilityTree(page, 'main')).toEqual([
      'heading 1 Inbox',
      'status',
      'navigation Folders',
      ...['All', 'Drafts', 'Unread', 'Starred', 'Archived', 'New message'].map((name) => `link ${name}`),
      'combobox Workspace',
      'combobox Channel',
      'textbox Search',
      'button Show',
      'list All',
      'link Ines Example Unread 10 minutes ago An offer',
      'link +12025550123 Starred 2 hours ago WhatsApp',
      'image Starred',
    ]);
  });

  it('of a thread has each message under a heading, with its state, and forms whose fields have names', async () => {
    const conversation = await talk({ bodies: ['Hello', 'Any news?'], at: ago(10) });
    await world.sql(`update message set body_html = '<p>Any news?</p>' where body = 'Any news?'`);
    const failed = { ...answerIn(conversation), status: 'failed' };
    await aMessage(world, { ...failed, body: 'Here it is.', author_user_id: world.ada.user_id, sent_at: ago(5) });
    await draftedByClaude(conversation);
    await page.goto(pathOf(conversation));
    const moment = (minutes: number) => page.locator('article time').nth(minutes).textContent();
    const [first, second, third] = [await moment(0), await moment(2), await moment(4)];
    const draft = `Draft of ${await page.locator('form h2 time').textContent()}`;
    expect(await accessibilityTree(page, 'main')).toEqual([
      'heading 1 An offer',
      'status',
      'link Back to the inbox',
      ...['button Archive', 'button Star', 'button Mark as unread', 'DisclosureTriangle Block this conversation …'],
      'region Messages',
      `article ${INES} ${first} (11 minutes ago)`,
      `heading 2 ${INES} ${first} (11 minutes ago)`,
      `article ${INES} ${second} (10 minutes ago)`,
      `heading 2 ${INES} ${second} (10 minutes ago)`,
      'DisclosureTriangle Formatted',
      `Iframe Formatted text of the message from ${INES}`,
      'link Load them',
      'DisclosureTriangle Plain text',
      `article Ada Lovelace ${third} (5 minutes ago)`,
      `heading 2 Ada Lovelace ${third} (5 minutes ago)`,
      'button Write it again as a draft',
      `form ${draft}`,
      `heading 2 ${draft}`,
      'link Claude',
      ...['To', 'Cc', 'Subject', 'Message'].map((name) => `textbox ${name}`),
      ...['Approve and send', 'Save', 'Discard'].map((name) => `button ${name}`),
      'DisclosureTriangle Reply',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const name of ['Formatted', 'Plain text', 'Load them', 'Write it again as a draft']) {
      const described = await page.getByText(name, { exact: true }).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toContain(' minutes ago)');
    }
  });
});

describe('what is new is said', () => {
  it('of a list: the conversation in which somebody wrote, not those that only come into view', async () => {
    const [older] = [await talk({ subject: 'Older', at: ago(60) }), await talk({ subject: 'Newer', at: ago(30) })];
    for (let n = 0; n < 25; n++) await talk({ subject: `Old ${n}`, at: ago(100 + n) });
    await world.sql('update conversation_inbox set last_read_at = $1', [ago(80)]);
    await page.goto(PATH);
    await world.sql('update conversation_inbox set last_read_at = now()');
    await world.sql(
      'update conversation_inbox set last_activity_at = now(), last_inbound_at = now() where conversation_id = $1',
      [older],
    );
    await said('Unread: Ines Example, Older.');
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await said('Archived.');
  });

  it('of a thread: a message that came, and what became of one that was sent', async () => {
    const conversation = await talk();
    const id = await aMessage(world, {
      ...answerIn(conversation),
      status: 'pending',
      body: 'Here it is.',
      sent_at: null,
    });
    await page.goto(pathOf(conversation));
    await aMessage(world, { ...messageIn(conversation), from: INES, body: 'Any news?' });
    await said(`New message from ${INES}.`);
    await world.sql(`update message set status = 'sent', sent_at = now() where message_id = $1`, [id]);
    await said(`Message to ${INES}: Sent.`);
    await world.sql(`update message set status = 'failed', sent_at = null where message_id = $1`, [id]);
    await said(`Message to ${INES}: Failed.`);
    await draftedByClaude(conversation);
    await said('Draft by Claude for you.');
  });
});

describe('the focus', () => {
  it('stays in the list: on the row that was starred, and on the next one after one that is gone', async () => {
    for (const [subject, minutes] of [
      ['First', 1],
      ['Second', 2],
      ['Third', 3],
    ] as const)
      await talk({ subject, at: ago(minutes) });
    await page.goto(PATH);
    for (const key of ['j', 'j', 's']) await page.keyboard.press(key);
    await said('Starred.');
    expect(await focused()).toContain('Second');
    await page.keyboard.press('s');
    await said('Star removed.');
    await page.keyboard.press('e');
    await said('Archived.');
    expect(await focused()).toContain('Third');
    await page.goto(`${PATH}?show=archived`);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await said('Moved to the inbox.');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('goes through the messages of a thread, and stays on one whose state changes', async () => {
    const conversation = await talk({ bodies: ['One', 'Two'] });
    const id = await aMessage(world, { ...answerIn(conversation), status: 'pending', body: 'Three', sent_at: null });
    await page.goto(pathOf(conversation));
    for (const key of ['j', 'j', 'j', 'k', 'j']) await page.keyboard.press(key);
    expect(await focused()).toContain('Three');
    await world.sql(`update message set status = 'sent', sent_at = now() where message_id = $1`, [id]);
    await said(`Message to ${INES}: Sent.`);
    expect(await focused()).toContain('Three');
  });

  it('is on what is wrong with a form, and the field is marked that it is about', async () => {
    const conversation = await talk();
    await draftedByClaude(conversation);
    await page.goto(pathOf(conversation));
    await page.getByRole('textbox', { name: 'To' }).fill('nobody');
    await page.getByRole('button', { name: 'Approve and send' }).click();
    await page.getByRole('alert').waitFor();
    expect(await focused()).toMatch(/^To: "nobody" is not an e-mail address/);
    const field = page.locator('[aria-invalid]');
    expect([await field.count(), await field.getAttribute('name')]).toEqual([1, 'to']);
    const message = await field.getAttribute('aria-errormessage');
    expect(await page.getByRole('alert').getAttribute('id')).toBe(message);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('says when a key did nothing, because nobody is signed in any more', async () => {
    await talk();
    await page.goto(PATH);
    await page.context().clearCookies();
    for (const key of ['j', 'e']) await page.keyboard.press(key);
    await page.getByText('That did not work. Load the page again.').waitFor();
  });
});

describe('how long ago', () => {
  it('is right without a script, with the moment as its title; what is old is shown as its moment', async () => {
    const [lately, old] = [ago(3 * 60 + 5), new Date(Date.UTC(2025, 5, 2, 9, 30))];
    await talk({ at: lately });
    await talk({ subject: 'Old', at: old });
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: world.places.baseUrl });
    await context.addCookies(await page.context().cookies());
    const plain = await context.newPage();
    await plain.goto(PATH);
    const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
    const exact = new Intl.DateTimeFormat('en-GB', format).format(lately);
    const times = plain.locator('.conversations time');
    expect(await times.allInnerTexts()).toEqual(['3 hours ago', '2 Jun 2025, 09:30']);
    expect(await times.first().getAttribute('title')).toBe(`${exact} UTC`);
    expect(await times.first().getAttribute('datetime')).toBe(lately.toISOString());
    await context.close();
  });

  it('is kept right while a page is open, whatever the clock of the reader says', async () => {
    const conversation = await talk({ at: ago(1) });
    await draftedByClaude(conversation);
    await page.clock.install({ time: new Date(Date.UTC(2001, 0, 1)) });
    await page.goto(pathOf(conversation));
    const origin = page.getByText('Drafted by Claude');
    const shown = async () => (await origin.innerText()).replace(/\s+/g, ' ');
    expect(await shown()).toBe('Drafted by Claude for you through connection Claude, just now.');
    await page.clock.runFor(10 * MINUTE);
    expect(await shown()).toBe('Drafted by Claude for you through connection Claude, 10 minutes ago.');
    await page.clock.runFor(24 * 60 * MINUTE);
    expect(await shown()).toBe('Drafted by Claude for you through connection Claude, 1 day ago.');
  });
});
