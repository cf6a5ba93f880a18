import type { Browser } from 'playwright-core';
import { anAccount } from '../support/accounts.js';
import { launchBrowser } from '../support/browser.js';
import { aDelivery } from '../support/deliveries.js';
import { World } from '../support/world.js';
import { Typist } from './support/keyboard.js';

let world: World;
let browser: Browser;
let typist: Typist;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
afterEach(async () => {
  await typist.close();
  for (const table of ['connection', 'api_key', 'channel_account', 'message_delivery'])
    await world.sql(`delete from ${table}`);
});

const client = (client_name: string, name = client_name) =>
  world.connected(world.ada, { client: name, claims: { client_name } });
const mailbox = (address: string) =>
  anAccount(world.domain, { workspace_id: world.north.workspace_id, owner_user_id: world.ada.user_id, address });
const key = (name: string) =>
  world.domain.apiKeys.create({ workspace_id: world.north.workspace_id, name, capabilities: ['read:data'] });
/** Has the focus on a text that is there once the page after a change is. */
const arrived = (text: string | RegExp) => typist.page.locator(':focus', { hasText: text }).waitFor();

describe.each([
  ['with the script of the pages', true],
  ['without any script', false],
])('a keyboard alone, %s,', (_how, javaScriptEnabled) => {
  beforeEach(async () => (typist = await Typist.signedIn(world, browser, { javaScriptEnabled })));

  it('goes on after each change of a client from what came of it, and from there to the client', async () => {
    await client('Busy');
    await typist.open('/console/connections');
    await typist.tabTo(/^Busy/);
    await typist.press('Enter');
    await typist.tabTo('Permissions: Busy');
    await typist.press('ArrowDown');
    await typist.tabTo('Save what Busy may do');
    await typist.enter();
    await arrived(/^\s*Saved/);
    expect(await typist.tabTo('Go to Busy')).toHaveLength(1);
    await typist.press('Enter');
    await arrived(/^\s*Busy/);
    await typist.tabTo('Revoke Busy …');
    await typist.press('Enter');
    expect(await typist.tabTo('Revoke Busy')).toHaveLength(1);
    await typist.enter();
    await arrived(/^\s*Revoked/);
    await typist.tabTo('Go to Busy');
    await typist.press('Enter');
    await arrived(/^\s*Busy/);
    expect(await typist.tabTo('Allow again, to read: Busy')).toHaveLength(1);
    await typist.enter();
    await arrived(/^\s*Allowed again/);
  });

  it('is told how many unused clients were revoked, and goes on to them', async () => {
    for (const days of [100, 200]) {
      const { connection_id } = await client(`Unused for ${days}`);
      const before = `now() - interval '${days} days'`;
      await world.sql(`update connection set last_used_at = ${before} where connection_id = $1`, [connection_id]);
    }
    await typist.open('/console/connections');
    await typist.tabTo(/^Revoke 2 clients not used for 90 days/);
    await typist.press('Enter');
    await typist.tabTo(/^Revoke these 2/);
    await typist.enter();
    await arrived(
      /^\s*Revoked 2 clients of Northwind Traders that were not used for 90 days\. They are refused from the next request on\./,
    );
    await typist.tabTo('Go to the revoked clients');
    await typist.press('Enter');
    await arrived('Revoked: 2');
    await typist.page.getByRole('heading', { name: 'Unused for 200' }).waitFor();
  });

  it('skips to the content, and goes on from there', async () => {
    for (const path of ['connections', 'channels', 'outbox', 'api-keys']) {
      await typist.open(`/console/${path}`);
      await typist.tabTo('Skip to content', 'Shift+Tab');
      await typist.press('Enter');
      await typist.page.locator('main:focus').waitFor();
      await typist.press('Tab');
      const isInContent = await typist.page.locator('main :focus, footer :focus').count();
      expect([path, isInContent]).toEqual([path, 1]);
    }
  });

  it('sees with a field that a refusal leads to what the field is called, and what is wrong with it', async () => {
    await typist.page.setViewportSize({ width: 1000, height: 420 });
    for (const [link, shown] of [
      [/^Name: /, ['Name', 'Enter a name of 1 to 255 characters.']],
      [/^Permissions: /, ['Permissions', 'Choose at least one.']],
    ] as const) {
      await typist.open('/console/api-keys');
      await typist.tabTo(/Read records/);
      await typist.press('Space');
      await typist.tabTo('Create key for Northwind Traders');
      await typist.enter();
      await arrived('No key was made.');
      await typist.tabTo(link);
      await typist.press('Enter');
      await typist.page.locator('input:focus').waitFor();
      const form = typist.page.locator('form', { has: typist.page.locator('input:focus') });
      for (const text of shown) {
        const { y, height } = (await form.getByText(text, { exact: true }).boundingBox())!;
        expect([text, y >= 0, y + height <= 420]).toEqual([text, true, true]);
      }
    }
  });

  it('goes on after an account was disconnected from what came of it', async () => {
    await mailbox('ada@example.com');
    await typist.open('/console/channels');
    await typist.tabTo('Disconnect Gmail ada@example.com …');
    await typist.press('Enter');
    await typist.tabTo('Disconnect Gmail ada@example.com');
    await typist.enter();
    await arrived(/^\s*Disconnected/);
    await typist.tabTo('Go to Gmail ada@example.com');
    await typist.press('Enter');
    await arrived(/^\s*ada@example.com/);
  });

  it('goes on after a key was made or revoked from what came of it', async () => {
    await typist.open('/console/api-keys');
    await typist.tabTo('Name');
    await typist.page.keyboard.type('Typed');
    await typist.tabTo('Create key for Northwind Traders');
    await typist.enter();
    await arrived(/Copy the key now/);
    expect(await typist.tabTo('The key')).toHaveLength(1);
    await typist.tabTo(/^Revoke Typed, .+ …$/);
    await typist.press('Enter');
    await typist.tabTo(/^Revoke for good: Typed/);
    await typist.enter();
    await arrived(/^\s*Revoked Typed/);
  });

  it('goes on after the outbox was filtered or paged from what is shown then', async () => {
    const delivery = { workspace_id: world.north.workspace_id, sent_by_user_id: world.ada.user_id };
    for (let n = 0; n < 26; n++) await aDelivery(world, { ...delivery, channel: 'gmail' });
    await typist.open('/console/outbox');
    await typist.tabTo('Channel');
    await typist.press('ArrowDown');
    await typist.tabTo('Show');
    await typist.enter();
    await arrived('25 messages: Gmail, all states.');
    await typist.tabTo('Older');
    await typist.enter();
    await arrived('1 message: Gmail, all states.');
    await typist.tabTo('Channel', 'Shift+Tab');
    await typist.press('ArrowDown');
    await typist.tabTo('Show');
    await typist.enter();
    await arrived('0 messages: Outlook, all states.');
  });

  it('comes back by Cancel to where the question was asked, and changes nothing', async () => {
    const { connection_id } = await client('Asked');
    await mailbox('ada@example.com');
    await key('Forms');
    for (const [path, question] of [
      ['/console/connections', /^Revoke Asked …$/],
      ['/console/channels', /^Disconnect Gmail ada@example.com …$/],
      ['/console/api-keys', /^Revoke Forms, .+ …$/],
    ] as const) {
      const key = path === '/console/channels' ? 'Enter' : 'Space';
      await typist.open(path);
      if (path === '/console/connections') {
        await typist.tabTo(/^Asked/);
        await typist.press('Enter');
      }
      await typist.tabTo(question);
      await typist.press('Enter');
      await typist.tabTo(/^Cancel: /);
      await (javaScriptEnabled ? typist.press(key) : typist.enter(key));
      await typist.page.locator('details.ask:not([open]) > summary:focus').waitFor();
      expect(await typist.focused()).toMatch(question);
      expect(new URL(typist.page.url()).searchParams.has('csrf')).toBe(false);
    }
    expect((await world.connectionOf(world.ada, 'Asked'))!).toMatchObject({ connection_id, revoked_at: null });
  });

  it('is told all that is wrong with a new key at once, in the words of the form, and loses nothing', async () => {
    await typist.open('/console/api-keys');
    await typist.tabTo(/Read records/);
    await typist.press('Space');
    await typist.tabTo('Create key for Northwind Traders');
    await typist.enter();
    await arrived('No key was made.');
    const [first, second] = ['Name: enter a name of 1 to 255 characters.', 'Permissions: choose at least one.'];
    expect(await typist.tabTo(second)).toEqual([first, second]);
    await typist.press('Shift+Tab', 'Enter');
    const name = typist.page.locator('input[name=name]:focus');
    await name.waitFor();
    const about = await name.getAttribute('aria-describedby');
    await expect(name.getAttribute('aria-invalid')).resolves.toBe('true');
    await expect(typist.page.locator(`[id="${about}"]`).innerText()).resolves.toBe(
      'Enter a name of 1 to 255 characters.',
    );
    const right = typist.page.locator('input[name="write:data"]').first();
    await expect(right.getAttribute('aria-invalid')).resolves.toBe('true');
    await typist.page.keyboard.type('Mended');
    await typist.tabTo('Create key for Northwind Traders');
    await typist.enter();
    await arrived('No key was made.');
    await expect(typist.page.locator('input[name=name]').first().inputValue()).resolves.toBe('Mended');
    expect(await typist.tabTo(/./)).toEqual([second]);
    await expect(typist.page.locator('main').innerText()).resolves.not.toMatch(/capabilities|expires_at|Expected/);
  });
});

describe('a keyboard alone', () => {
  beforeEach(async () => {
    typist = await Typist.signedIn(world, browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  });

  it('leaves a question by Escape, from anywhere in it', async () => {
    await key('Forms');
    await typist.open('/console/api-keys');
    for (const stops of [0, 1, 2]) {
      if ((await typist.focused()) === 'body') await typist.tabTo(/^Revoke Forms, .+ …$/);
      await typist.press('Enter');
      for (let n = 0; n < stops; n++) await typist.press('Tab');
      await typist.press('Escape');
      await expect(typist.page.locator('details.ask[open]').count()).resolves.toBe(0);
      expect(await typist.focused()).toMatch(/^Revoke Forms, .+ …$/);
    }
  });

  it('closes the form for a new key by Escape, and loses nothing of what it typed', async () => {
    await key('Forms');
    await typist.open('/console/api-keys');
    await typist.tabTo('New key for Northwind Traders');
    await typist.press('Enter');
    await typist.tabTo('Name');
    await typist.page.keyboard.type('Half a na');
    await typist.press('Escape');
    expect(await typist.focused()).toBe('New key for Northwind Traders');
    await typist.page.locator('details.card:not([open]) > summary:focus').waitFor();
    await typist.press('Enter', 'Tab');
    await expect(typist.page.locator('input:focus').inputValue()).resolves.toBe('Half a na');
  });

  it('copies a new key, keeps its place, and is told so', async () => {
    await typist.open('/console/api-keys');
    await typist.tabTo('Name');
    await typist.page.keyboard.type('Copied');
    await typist.tabTo('Create key for Northwind Traders');
    await typist.enter();
    await typist.tabTo('Copy the key');
    await typist.press('Enter');
    await typist.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await typist.focused()).toBe('Copy the key');
    await expect(typist.page.evaluate('navigator.clipboard.readText()')).resolves.toMatch(/^crm_live_\w{49}$/);
  });

  it('tells what could not be copied, and how it is done without the button', async () => {
    await typist.page.addInitScript(`navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))`);
    await typist.open('/console/api-keys');
    await typist.tabTo('Name');
    await typist.page.keyboard.type('Refused');
    await typist.tabTo('Create key for Northwind Traders');
    await typist.enter();
    await typist.tabTo('Copy the key');
    await typist.press('Enter');
    await typist.page.getByRole('status').filter({ hasText: 'The browser does not allow it' }).waitFor();
    await typist.tabTo('The key', 'Shift+Tab');
    await typist.press('Control+c');
    await expect(typist.page.evaluate('navigator.clipboard.readText()')).resolves.toMatch(/^crm_live_\w{49}$/);
  });

  it.each([1280, 390])(
    'meets every place of every screen in the order of the page, and sees where it is, %i px wide',
    async (width) => {
      await typist.page.setViewportSize({ width, height: 720 });
      await client('Twin', 'twin-1');
      await client('Twin', 'twin-2');
      await mailbox('ada@example.com');
      await key('Forms');
      for (const path of ['connections', 'channels', 'outbox', 'api-keys', 'signed-out', 'nowhere']) {
        await typist.open(`/console/${path}`);
        await typist.page.locator('details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
        const wanted = await typist.page.evaluate<string[]>(STOPS);
        const step = async () => {
          await typist.press('Tab');
          return typist.page.evaluate<string>(STOP);
        };
        // From the top, wherever the page itself has put the focus.
        const met = [await step()];
        while (met[0] !== wanted[0]) met[0] = await step();
        while (met.length < wanted.length) met.push(await step());
        expect([path, met]).toEqual([path, wanted]);
      }
    },
  );
});

/** What the keyboard should reach, in the order of the page. */
const STOPS = `[...document.querySelectorAll('a[href], button, summary, select, textarea, input:not([type=hidden])')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .map((e) => e.tagName + ' ' + (e.ariaLabel ?? e.labels?.[0]?.innerText ?? e.innerText))`;

const STOP = `(() => {
  const e = document.activeElement;
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(e);
  const shown = outlineStyle !== 'none' ? '' : 'not shown ';
  const [{ left, top, right }, ring] = [e.getBoundingClientRect(), parseFloat(outlineWidth) + parseFloat(outlineOffset)];
  const isWhole = left - ring >= 0 && top + scrollY - ring >= 0 && right + ring <= document.documentElement.clientWidth;
  return shown + (isWhole ? '' : 'cut off ') + e.tagName + ' ' + (e.ariaLabel ?? e.labels?.[0]?.innerText ?? e.innerText);
})()`;
