import type { Browser, Page } from 'playwright-core';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mailDocument, mailPolicy } from '../../apps/rest-api/src/console/inbox/mail-html.js';
import { signIn } from '../identity/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { World } from '../support/world.js';
import { HOSTILE } from './support/hostile-mails.js';

let world: World;
let browser: Browser;
let page: Page;
let outside: Server;
/** What was asked for of a server that a mail points at. */
const asked: string[] = [];
let elsewhere: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
  outside = createServer((request, response) => {
    asked.push(request.url!);
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => outside.once('listening', done));
  elsewhere = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  page = await (await browser.newContext({ baseURL: world.places.baseUrl })).newPage();
  await page.goto(`${world.places.baseUrl}/console/inbox`);
  await signIn(page, world.ada.email);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  outside.close();
  await world.stop();
});

const conversationWith = async (html: string) => {
  const { workspace_id } = world.north;
  const id = await aConversation(world, { workspace_id, inboxes: [world.ada.user_id] });
  await world.sql('update message set body_html = $2 where conversation_id = $1', [id, html]);
  return `${world.places.baseUrl}/console/inbox/${workspace_id}/${id}`;
};

it('runs nothing of a mail, loads nothing and leaves nowhere', async () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
  const wrong: [string, string][] = [];
  for (const hostile of HOSTILE) {
    asked.length = 0;
    const at = await conversationWith(hostile.replaceAll('OUT', elsewhere));
    await page.goto(at);
    await page.frameLocator('iframe.mail').locator('body').waitFor({ state: 'attached' });
    await page.waitForLoadState('load');
    const hit = await page.evaluate(() => (globalThis as { hit?: number }).hit);
    if (hit !== undefined || asked.length > 0 || page.url() !== at)
      wrong.push([hostile, JSON.stringify({ hit, asked, at: page.url() })]);
  }
  expect(wrong).toEqual([]);
});

it('shows a mail in a frame that both the page and the mail itself shut', async () => {
  await page.goto(await conversationWith('<p>Hello</p>'));
  const frame = page.locator('iframe.mail');
  await expect(frame.getAttribute('sandbox')).resolves.toBe('allow-popups allow-popups-to-escape-sandbox');
  await expect(frame.getAttribute('referrerpolicy')).resolves.toBe('no-referrer');
  const answer = await page.request.get((await frame.getAttribute('src'))!);
  expect(answer.headers()).toMatchObject({
    'content-security-policy': mailPolicy(false),
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(mailPolicy(false)).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
});

it('shows five megabytes of nested tables as text, and the page around them', async () => {
  const html = '<table><tr><td>'.repeat(350_000);
  expect(html.length).toBeGreaterThan(5_000_000);
  await page.goto(await conversationWith(html));
  await page.frameLocator('iframe.mail').getByText('This mail is too large to be shown formatted.').waitFor();
  await page.locator('summary', { hasText: 'Plain text' }).click();
  await page.locator('.message .body', { hasText: 'Hello' }).waitFor();
});

it('does not let names, subjects and file names turn around what stands beside them', async () => {
  const { workspace_id } = world.north;
  const address = 'eve@example.com';
  const [name, subject] = ['\u202Emoc.elpmaxe@knab\u2066', '\u202Egnihton \u202Dabout'];
  const wish = {
    workspace_id,
    inboxes: [world.ada.user_id],
    people: [address],
    names: { [address]: name },
    bodies: [],
  };
  const conversation_id = await aConversation(world, { ...wish, subject });
  const attachments = [{ filename: 'invoice\u202Efdp.exe', content_type: 'application/\u202Efdp', size: 2000 }];
  const mail = { workspace_id, conversation_id, from: address, subject: '\u2067Another', body: 'Hello', attachments };
  await aMessage(world, mail);
  const inbox = `${world.places.baseUrl}/console/inbox`;
  for (const path of [`?workspace=${workspace_id}`, `/${workspace_id}/${conversation_id}`]) {
    await page.goto(inbox + path);
    await page.getByText('moc.elpmaxe@knab').first().waitFor();
    await expect(page.content()).resolves.not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  await expect(page.getByRole('list', { name: 'Attachments' }).innerText()).resolves.toBe(
    'invoicefdp.exe (application/octet-stream, 2 KB)',
  );
});

it('loads images when its reader asks for them', () => {
  expect(mailPolicy(false)).toContain('img-src data:;');
  expect(mailPolicy(true)).toContain('img-src data: https:;');
  expect(mailDocument('<img src="https://images.example.com/a.png" srcset="x 2x" onload="x">')).toContain(
    '<img src="https://images.example.com/a.png" />',
  );
});

it('shows what mails are made of', () => {
  const mail =
    '<div style="color:#333"><h1>News</h1><table width="600" bgcolor="#fff"><tr><td align="center"><font color="red">Hi</font>' +
    '<a href="https://example.com/a?b=1&amp;c=2">Read</a></td></tr></table></div>';
  expect(mailDocument(mail)).toContain(
    '<div style="color:#333"><h1>News</h1><table width="600" bgcolor="#fff"><tr><td align="center"><font color="red">Hi</font>' +
      '<a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">Read</a></td></tr></table></div>',
  );
});

it.each([
  ['longer than 300,000 characters', 'x'.repeat(300_001)],
  ['of 20,001 tags', '<br>'.repeat(20_001)],
  ['of lone signs, each a piece of text', '<'.repeat(40_001)],
  ['of 20,001 entities', '&amp;'.repeat(20_001)],
  ['one tag of 40,001 attributes', `<p ${Array.from({ length: 40_001 }, (_, n) => n.toString(36)).join(' ')}>`],
  ['a link with comments, which are taken out one by one', `<a href="a-link${'<!---->'.repeat(40_000)}">x</a>`],
  ['401 tables deep', '<table><tr><td>'.repeat(401)],
  ['deep behind ends of what never began', '<b></i>'.repeat(401)],
  ['deep in what a next one ends only at first sight', '<li><p>'.repeat(401)],
])('does not format a mail that is %s', (_what, html) => {
  expect(mailDocument(html)).toBeUndefined();
});

it('does not read what is within a frame, which would be as much again', () => {
  expect(mailDocument(`<iframe>${'<p a=1>'.repeat(40_000)}</iframe>shown`)).toContain('<body>shown</body>');
});
