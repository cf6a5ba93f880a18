import type { Browser, Page } from 'playwright-core';
import { trustedClaim } from '#crm-domain';
import { SCREENS } from '../../apps/rest-api/src/console/layout/page.js';
import { signIn } from '../identity/support/pages.js';
import { anAccount } from '../support/accounts.js';
import { accessibilityProblems } from '../support/axe.js';
import { launchBrowser } from '../support/browser.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { aDelivery } from '../support/deliveries.js';
import { eventually } from '../support/eventually.js';
import { World, type Member } from '../support/world.js';
import { Visitor } from './support/visitor.js';

const WIDE = 'W'.repeat(80);

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
  const { workspace_id } = world.north;
  const claims = { client_name: WIDE, client_redirect: `https://${'long.'.repeat(12)}example/callback` };
  await world.connected(world.ada, { client: `https://${'w'.repeat(300)}.example/client.json`, claims, tier: 'send' });
  for (const client of ['twin-1', 'twin-2'])
    await world.connected(world.ada, { client, claims: { client_name: 'Twin' } });
  const gone = await world.connected(world.ada, { claims: { client_name: 'Gone' } });
  await world.domain.connections.revoke(workspace_id, gone.connection_id);
  const again = await world.connected(world.ada, { client: 'gone-2', claims: { client_name: 'Gone' } });
  await world.domain.connections.revoke(workspace_id, again.connection_id);
  for (const days of [10, 100]) {
    const claims = { client_name: `Unused for ${days}` };
    const { connection_id } = await world.connected(world.ada, { claims });
    const before = `now() - interval '${days} days'`;
    await world.sql(`update connection set last_used_at = ${before} where connection_id = $1`, [connection_id]);
  }
  const service = { workspace_id, issuer: world.places.issuer, subject: 'service', email: '', name: WIDE };
  await world.domain.workspaces.addMember({ ...service, service_client_id: 'w'.repeat(200) });
  const capabilities = ['read:data', 'write:data', 'write:schema'];
  for (let n = 0; n < 2; n++) await world.domain.apiKeys.create({ workspace_id, name: WIDE, capabilities });
  const owner_user_id = world.ada.user_id;
  for (const address of ['one@example.com', 'two@example.com'])
    await anAccount(world.domain, { workspace_id, owner_user_id, display_name: WIDE, address });
  const last_error_code = 'w'.repeat(80);
  for (const state of ['accepted', 'rejected', 'queued'])
    await aDelivery(world, { workspace_id, sent_by_user_id: owner_user_id, state, last_error_code });
  recordPath = await aRecordPath(workspace_id);
  importPath = await anImportPath();
  threadPath = await aThreadPath(workspace_id, owner_user_id);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

/** A record with long words, several values and a reference. */
async function aRecordPath(workspace_id: string): Promise<string> {
  const service = trustedClaim(workspace_id, { origin: 'cli', request_id: '' });
  const write = (object: string, data: object) =>
    world.domain.recordWriter.create(service, object, { data, path: 'data' });
  const company = await write('companies', { name: WIDE, domains: ['harbour.example.com', 'pier.example.com'] });
  const person = await write('people', {
    name: 'Ines Example',
    job_title: `${WIDE} and\na second line`,
    company: { id: company.id.record_id },
    email_addresses: ['ines@example.com'],
  });
  await world.domain.recordWriter.update(
    service,
    { object: 'people', record: person.id.record_id },
    { data: { email_addresses: [] }, path: 'data' },
  );
  return `${RECORD}/${workspace_id}/people/${person.id.record_id}`;
}

/** Of a file that is read, with long words. */
async function anImportPath(): Promise<string> {
  const visitor = await Visitor.signedIn(world, world.ada);
  const { workspace_id } = world.north;
  const file = `${WIDE},Email,Notes\n${WIDE},ines@example.com,${WIDE} ${WIDE}\n`;
  const form = { object: 'people', file_name: `${WIDE}.csv`, bytes: file.length };
  const answer = await visitor.post(`/console/imports/${workspace_id}`, form);
  const { page } = (await answer.json()) as { page: string };
  const headers = { 'content-type': 'application/octet-stream', 'x-form-token': visitor.csrf, origin: visitor.baseUrl };
  const cookie = `crm-session=${visitor.cookies.get('crm-session')}`;
  const url = `${visitor.baseUrl}${page}/parts/1`;
  expect((await fetch(url, { method: 'PUT', body: file, headers: { ...headers, cookie } })).status).toBe(204);
  await eventually(async () => (await visitor.read(page)).includes('Columns of 1 row'));
  return page;
}

/** A conversation with a formatted mail, one that failed, and a draft of an assistant; and one in a chat. */
async function aThreadPath(workspace_id: string, user_id: string): Promise<string> {
  const people = ['ines@example.com'];
  const wish = { workspace_id, inboxes: [user_id], people, names: { 'ines@example.com': WIDE } };
  const conversation_id = await aConversation(world, { ...wish, subject: WIDE, bodies: [`${WIDE}\n${WIDE}`, 'Hello'] });
  await world.sql(`update message set body_html = '<p>Hello</p>' where conversation_id = $1 and body = 'Hello'`, [
    conversation_id,
  ]);
  const failed = { direction: 'outbound' as const, status: 'failed', author_user_id: user_id, to: people, body: WIDE };
  const attachments = [{ filename: `${WIDE}.pdf`, content_type: 'application/pdf', size: 1000 }];
  const never = { sent_at: null, queued_at: new Date(), failure_code: 'outcome_unknown' };
  await aMessage(world, { ...failed, ...never, workspace_id, conversation_id, attachments });
  await aConversation(world, { workspace_id, inboxes: [user_id], channel: 'whatsapp', people: ['12025550123'] });
  const { token } = await world.connected(world.ada, { tier: 'write', claims: { client_name: WIDE } });
  const [parent] = await world.sql<{ message_id: string }>(
    `select message_id from message where conversation_id = $1 and body = 'Hello'`,
    [conversation_id],
  );
  await world.call(token, 'create_draft', { channel: 'gmail', reply_to: parent!.message_id, body: WIDE });
  return `/console/inbox/${workspace_id}/${conversation_id}`;
}

/** What shows a notice on a screen. */
const NOTICES: Record<string, string> = {
  '/console/connections': '?done=saved',
  '/console/channels': '?done=connected',
  '/console/inbox': '?done=archived',
  '/console/outbox': '?state=unknown',
  '/console/imports': '?done=signed-in',
  '/console/api-keys': '?done=signed-in',
  '/console/audit': '?action=session.opened',
};
/** Stands for the page of a record, whose address is known when the record is made. */
const RECORD = '/console/records';
let recordPath: string;
/** The same for an import. */
const IMPORT = '/console/imports/one/import';
let importPath: string;
/** The same for a conversation, and for a new message. */
const THREAD = '/console/inbox/thread';
const NEW_MESSAGE = '/console/inbox/new';
let threadPath: string;
const PAGES = [
  '/console',
  RECORD,
  IMPORT,
  THREAD,
  NEW_MESSAGE,
  '/console/inbox?show=drafts',
  ...SCREENS.map(([path]) => path + (NOTICES[path] ?? '')),
  '/console/signed-out',
];
const NOWHERE = '/console/nothing';
const CASES = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 1100].map((width) => [colorScheme, width] as const),
);

async function signedIn(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(`${world.places.baseUrl}/console`);
  await signIn(page, world.ada.email);
  await page.getByRole('navigation').waitFor();
  return page;
}

function addressOf(path: string): string {
  const paths: Record<string, string> = {
    [RECORD]: recordPath,
    [IMPORT]: importPath,
    [THREAD]: threadPath,
    [NEW_MESSAGE]: `${threadPath.slice(0, threadPath.lastIndexOf('/'))}/new?channel=outlook`,
  };
  return world.places.baseUrl + (paths[path] ?? path);
}

/** Questions included. */
async function openAll(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
}

/** Checks a page as it is shown now, with everything open that can be. */
async function expectGood(page: Page): Promise<void> {
  await openAll(page);
  await expect(page.evaluate(WIDEST)).resolves.toBeLessThanOrEqual(page.viewportSize()!.width);
  await expect(page.evaluate(LOWEST_CONTRAST)).resolves.toBeGreaterThanOrEqual(4.5);
  await expect(page.evaluate(UNNAMED)).resolves.toEqual([]);
  await expect(page.evaluate(DEFAULT_LINKS)).resolves.toEqual([]);
  await expect(page.evaluate(MARKS_ALONE)).resolves.toEqual([]);
  await expect(page.evaluate(CUT_OFF)).resolves.toEqual([]);
  await expect(page.evaluate(SAME_NAMES)).resolves.toEqual([]);
  await expect(page.evaluate(LIKE_BUTTONS)).resolves.toEqual([]);
  await expect(accessibilityProblems(page)).resolves.toEqual([]);
  await expect(page.getByRole('heading', { level: 1 }).count()).resolves.toBe(1);
}

describe.each(CASES)(
  'every page fits, has enough contrast and no accessibility problem, %s, %i px wide,',
  (...look) => {
    const [colorScheme, width] = look;
    let page: Page;
    beforeAll(async () => (page = await signedIn({ colorScheme, viewport: { width, height: 800 } })));
    afterAll(() => page.context().close());

    it.each([...PAGES, NOWHERE])('%s', async (path) => {
      await page.goto(addressOf(path));
      await expectGood(page);
    });

    it('a form for a new key in which everything is wrong, and the key that is made then', async () => {
      await page.goto(`${world.places.baseUrl}/console/api-keys`);
      await openAll(page);
      const form = page.locator('form', { has: page.getByRole('button', { name: 'Create key' }) }).last();
      await form.getByLabel('Read records').uncheck();
      await form.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('alert').waitFor();
      await expectGood(page);
      await form.getByLabel('Name').fill(`${colorScheme} ${width}`);
      await form.getByLabel('Read records').check();
      await form.getByRole('button', { name: 'Create key' }).click();
      await page.getByLabel('The key').waitFor();
      await expectGood(page);
    });

    it('what is said of a form that was refused', async () => {
      await page.goto(`${world.places.baseUrl}/console/api-keys`);
      await page
        .locator('input[name=csrf]')
        .evaluateAll((all) => all.forEach((each) => each.setAttribute('value', '')));
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'That did not work' }).waitFor();
      await expectGood(page);
    });
  },
);

it('an address that is too long for the header is cut there, and the header stays one line', async () => {
  const page = await signedIn({ viewport: { width: 1100, height: 800 } });
  const [header, who] = [page.getByRole('banner'), page.locator('.who')];
  const before = (await header.boundingBox())!.height;
  await who.evaluate((e) => (e.textContent = `${'bartholomew.'.repeat(6)}@example.com`));
  expect((await header.boundingBox())!.height).toBe(before);
  await expect(who.evaluate((e) => e.scrollWidth > e.clientWidth)).resolves.toBe(true);
  await page.context().close();
});

it('the pages differ between light and dark', async () => {
  const background = async (colorScheme: 'light' | 'dark') => {
    const page = await (await browser.newContext({ colorScheme })).newPage();
    await page.goto(`${world.places.baseUrl}/console/signed-out`);
    return page
      .evaluate<string>('getComputedStyle(document.body).backgroundColor')
      .finally(() => page.context().close());
  };
  expect(await background('light')).not.toBe(await background('dark'));
});

it('the pages load nothing from elsewhere, and the policy complains of nothing', async () => {
  const page = await signedIn({});
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  for (const path of PAGES) await page.goto(addressOf(path));
  expect(requested.filter((url) => !url.startsWith(`${world.places.baseUrl}/console`))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('a page elsewhere cannot frame them', async () => {
  const visitor = await Visitor.signedIn(world, world.ada);
  const context = await browser.newContext();
  await context.addCookies([
    { name: 'crm-session', value: visitor.cookies.get('crm-session')!, url: world.places.baseUrl },
  ]);
  const page = await context.newPage();
  await page.goto(`${world.places.mcpUrl}/healthz`);
  await page.setContent(`<iframe src="${world.places.baseUrl}/console/connections"></iframe>`);
  await page.waitForTimeout(500);
  for (const frame of page.frames().slice(1)) expect(frame.url()).not.toContain('/console');
  await context.close();
});

const WIDEST = `Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('body *')]
  .filter((e) => !e.matches('.skip')).map((e) => e.getBoundingClientRect().right))`;

/** Links in the colours that a browser gives them by itself, light or dark. */
const DEFAULT_LINKS = `[...document.querySelectorAll('main a, footer a')].filter((e) => {
  const plain = document.createElement('a');
  plain.href = e.href;
  plain.style.all = 'initial';
  plain.style.color = '-webkit-link';
  document.body.append(plain);
  const { color } = getComputedStyle(plain);
  plain.remove();
  return getComputedStyle(e).color === color;
}).map((e) => e.outerHTML)`;

/** Folds whose name does not begin in the line of the mark that stands before it. */
const MARKS_ALONE = `[...document.querySelectorAll('.row > details > summary, .group > summary')]
  .filter((e) => e.querySelector('h3, .name').getBoundingClientRect().top - e.getBoundingClientRect().top > 20)
  .map((e) => e.outerHTML)`;

/** Fields, buttons and what takes the focus as it is shown, where a screen reader would have no name for it. */
const UNNAMED = `[...document.querySelectorAll('button, a, select, input:not([type=hidden]), [autofocus]')]
  .filter((e) => !(e.getAttribute('aria-label') || document.getElementById(e.getAttribute('aria-labelledby'))?.innerText.trim() ||
    e.labels?.[0]?.innerText.trim() || e.innerText?.trim() && !e.matches('select, p, div, section')))
  .map((e) => e.outerHTML)`;

/** Names that stand for more than one thing, where somebody goes by names alone: headings, folds, buttons and links. */
const SAME_NAMES = `['h1, h2, h3', 'summary', 'button', 'a'].flatMap((kind) => {
  const names = [...document.querySelectorAll(kind)].map((e) => kind + ' ' + (e.ariaLabel ?? e.innerText).replace(/\\s+/g, ' '));
  return names.filter((name, at) => names.indexOf(name) !== at);
})`;

/** Links that look as if the space bar pressed them. */
const LIKE_BUTTONS = `[...document.querySelectorAll('main a, footer a')].filter((e) => {
  const { borderTopWidth, backgroundColor } = getComputedStyle(e);
  return borderTopWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)';
}).map((e) => e.outerHTML)`;

/** Lists whose longest choice does not fit into them. */
const CUT_OFF = `[...document.querySelectorAll('select')].filter((select) => {
  const copy = select.cloneNode(true);
  copy.removeAttribute('id');
  Object.assign(copy.style, { position: 'absolute', width: 'auto' });
  document.body.append(copy);
  const { width } = copy.getBoundingClientRect();
  copy.remove();
  return width > Math.ceil(select.getBoundingClientRect().width);
}).map((select) => select.outerHTML)`;

/** The least contrast of a text with what is behind it, as WCAG 2 computes it. */
const LOWEST_CONTRAST = `(() => {
  const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    const color = rgb(getComputedStyle(element).backgroundColor);
    return color[3] === 0 ? behind(element.parentElement) : color;
  };
  const texts = [...document.querySelectorAll('body *')].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  return Math.min(...texts.map((e) => {
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  }));
})()`;

describe('the script of the pages', () => {
  it('shows times in the zone of the reader, and says which', async () => {
    const page = await signedIn({ timezoneId: 'Asia/Tokyo' });
    await page.goto(`${world.places.baseUrl}/console/channels`);
    const time = page.locator('time').first();
    const at = new Date((await time.getAttribute('datetime'))!);
    const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
    const inTokyo = new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'Asia/Tokyo' }).format(at);
    await expect(time.innerText()).resolves.toBe(inTokyo);
    await expect(page.locator('footer').innerText()).resolves.toContain('Times are in the zone Asia/Tokyo.');
    await page.context().close();
  });

  it('is not needed: without it times are in UTC, and the page says so', async () => {
    const visitor = await Visitor.signedIn(world, world.ada);
    const text = await visitor.read('/console/channels');
    const [, iso, shown] = /<time datetime="([^"]+)">([^<]+)</.exec(text)!;
    const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
    expect(shown).toBe(new Intl.DateTimeFormat('en-GB', format).format(new Date(iso!)));
    expect(text).toContain('Times are in the zone <span data-zone>UTC</span>.');
  });
});

it('leads from every screen to the start page and the documentation of the API', async () => {
  const visitor = await Visitor.signedIn(world, world.ada);
  for (const path of [...PAGES, NOWHERE]) {
    const links = [...(await visitor.read(path)).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href);
    expect([path, links]).toEqual([path, expect.arrayContaining(['/', '/docs'])]);
  }
});

it('offers only the screens that a person can use', async () => {
  const screens = async (member: Member) => {
    const text = await (await Visitor.signedIn(world, member)).read('/console/connections');
    return [...text.matchAll(/<a href="\/console\/([a-z-]+)"/g)].map(([, path]) => path);
  };
  const all = SCREENS.map(([path]) => path.replace('/console/', ''));
  expect(await screens(world.ada)).toEqual(all);
  expect(await screens(world.bob)).toEqual(all.filter((screen) => !['api-keys', 'audit'].includes(screen)));
});
