import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/axe.js';
import { launchBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { operationsOf, type OpenApi } from '../support/open-api.js';
import { Rest } from '../support/rest.js';

const CREATE_A_RECORD = 'tag/records/POST/v1/records/{object}';

let rest: Rest;
let browser: Browser;
beforeAll(async () => {
  [rest, browser] = await Promise.all([Rest.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await rest.stop();
});

/** The page, and everything that went wrong while it was shown. */
async function open(options: Parameters<Browser['newContext']>[0] = {}, part = '') {
  const page = await (await browser.newContext(options)).newPage();
  const asked: string[] = [];
  const wrong: string[] = [];
  page.on('request', (sent) => void asked.push(sent.url()));
  page.on('response', (got) => void (got.status() >= 400 && wrong.push(`${got.status()} ${got.url()}`)));
  page.on('requestfailed', (sent) => void wrong.push(sent.url()));
  page.on('pageerror', (error) => void wrong.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && wrong.push(message.text())));
  await page.goto(`${rest.url}/docs${part && `#${part}`}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: part ? 'Create a record' : 'Getting started', exact: true }).waitFor();
  return { page, asked, wrong };
}

/** The same page for all who ask. */
function once<T>(begin: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => (begun ??= begin());
}

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Enter search query' }).fill(words);
  await page.getByRole('option').first().waitFor();
}

/** What has the focus, how it is outlined, and whether it is in the part that the skip link leads to. */
const focusOf = (page: Page) =>
  page.evaluate<{ name: string; outline: string; isInContent: boolean }>(`(() => {
    const each = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    const name = [each.tagName, each.id, each.className].join(' ');
    return { name, outline: outlineStyle + ' ' + outlineWidth, isInContent: each.closest('main') !== null };
  })()`);

const hasFocus = async (page: Page, element: Locator) => (await element.and(page.locator(':focus')).count()) === 1;

// It takes seconds to draw the page, so the tests of one window share it, in their order; each leaves no dialog open.
describe('the page at /docs', () => {
  const desk = once(() => open());
  const phone = once(() => open({ viewport: { width: 390, height: 900 } }));

  it('leads past the list of operations with the first key, and shows what has the focus of the keyboard', async () => {
    const { page } = await desk();
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: 'Skip to the content' });
    await expect(hasFocus(page, link)).resolves.toBe(true);
    expect((await link.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    const seen: string[] = [];
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press('Tab');
      const focus = await focusOf(page);
      expect(focus).toMatchObject({ isInContent: true, outline: 'solid 2px' });
      seen.push(focus.name);
    }
    expect(seen).toContainEqual(expect.stringContaining('hljs'));
  });

  it('shows the groups of the description and how to get started, and asks no other host for anything', async () => {
    const document = (await rest.callerWith().get('/v1/openapi.json')).body as OpenApi;
    const tags = new Set([...operationsOf(document.paths).values()].flatMap(({ tags = [] }) => tags));
    const { page, asked, wrong } = await desk();
    for (const tag of tags) await page.getByRole('button', { name: `Group - ${tag}` }).waitFor();
    await search(page, 'restore');
    await page.keyboard.press('Escape');
    const outside = asked.filter((url) => !url.startsWith('data:') && new URL(url).origin !== new URL(rest.url).origin);
    expect({ outside, wrong }).toEqual({ outside: [], wrong: [] });
    expect(asked.map((url) => new URL(url).pathname)).toContain('/v1/openapi.json');
  });

  it('links the console', async () => {
    const { page } = await desk();
    const link = page.getByRole('main').getByRole('link', { name: 'console', exact: true });
    await expect(link.getAttribute('href')).resolves.toMatch(/^https?:.+\/console$/);
  });

  it('outlines the field of the search without covering what is typed', async () => {
    const { page } = await desk();
    await search(page, 'restore');
    const field = page.getByRole('combobox', { name: 'Enter search query' });
    await field.and(page.locator(':focus')).waitFor();
    const room = await page.evaluate<number>(`(({ outlineOffset, paddingLeft }) =>
      parseFloat(outlineOffset) + parseFloat(paddingLeft))(getComputedStyle(document.activeElement))`);
    expect(room).toBeGreaterThanOrEqual(1);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  it('gives the focus back to the button of the search when it closes, and to a result that was chosen', async () => {
    const { page } = await desk();
    const button = page.getByRole('button', { name: 'Open Search' });
    const field = page.getByRole('combobox', { name: 'Enter search query' });
    for (const begin of [() => button.press('Enter'), () => page.keyboard.press('Control+k')]) {
      await begin();
      await field.waitFor();
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(page, button));
    }
    await button.press('Enter');
    await field.fill('restore');
    await page.getByRole('option', { name: 'Restore a record from the trash', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await eventually(async () => (await focusOf(page)).name.includes('/restore'));
    await page.keyboard.press('Tab');
    expect(await focusOf(page)).toMatchObject({ isInContent: true });
  });

  it('finds an operation by words and goes to it', async () => {
    const { page } = await desk();
    await search(page, 'restore');
    await page.getByRole('option', { name: 'Restore a record from the trash' }).click();
    await page.getByRole('heading', { name: 'Restore a record from the trash' }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain('/v1/records/{object}/{recordId}/restore');
  });

  it('goes to the first result by Enter alone, and to another one that was chosen', async () => {
    const { page } = await desk();
    for (const [keys, title] of [
      [['Enter'], 'Restore a record from the trash'],
      [['ArrowDown', 'Enter'], 'Update an option'],
    ] as const) {
      await search(page, 'restore');
      await page.getByRole('option', { name: 'Restore a record from the trash', selected: true }).waitFor();
      for (const key of keys) await page.keyboard.press(key);
      const path = title === 'Update an option' ? '/options/{option}' : '/{recordId}/restore';
      await eventually(() => Promise.resolve(decodeURIComponent(new URL(page.url()).hash).endsWith(path)));
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    }
  });

  it('has examples in curl, TypeScript and Python, of the first request and of each operation', async () => {
    const { page } = await desk();
    for (const language of ['sh', 'ts', 'python'])
      await page.locator(`code.language-${language}`, { hasText: 'Quiet Harbour' }).waitFor();
    await page.goto('about:blank');
    await page.goto(`${rest.url}/docs#${CREATE_A_RECORD}`);
    const operation = page.getByRole('region', { name: 'Create a record', exact: true });
    const choice = operation.getByRole('button', { name: 'Change code sample language' });
    const code = operation.locator('.request-card code, .scalar-codeblock-code').first();
    for (const [name, part] of [
      ['Curl', 'curl '],
      ['Fetch', 'fetch('],
      ['Requests', 'requests.post('],
    ] as const) {
      await choice.click();
      await expect(page.getByRole('option').count()).resolves.toBe(3);
      await page.getByRole('option', { name }).click();
      await code.filter({ hasText: part }).waitFor();
      await expect(code.innerText()).resolves.toContain('/v1/records/companies');
      await expect(code.innerText()).resolves.toMatch(/name"?: ['"]Quiet Harbour/);
    }
  });

  it('keeps the keyboard in the open menu of a narrow window, and leaves it by Escape', async () => {
    const { page } = await phone();
    const [menu, search] = [page.getByRole('dialog', { name: 'Menu' }), page.getByRole('combobox')];
    await page.getByRole('button', { name: 'Open Menu' }).press('Enter');
    await menu.waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      // After the last one the keyboard is in the browser, as it is at the end of any page.
      expect(await page.locator('main :focus, .skip-link:focus').count()).toBe(0);
    }
    await menu.getByRole('button', { name: 'Open Search' }).press('Enter');
    await search.waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await menu.getByRole('button', { name: 'Group - Records' }).focus();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open Menu' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    expect(await focusOf(page)).toMatchObject({ isInContent: true });
  });

  it('goes from the menu to what was chosen there, and gives the page back to a window that becomes wide', async () => {
    const { page } = await phone();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await page.getByRole('button', { name: 'Open Menu' }).press('Enter');
    await menu.getByRole('link', { name: /^Who am I/ }).press('Enter');
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Who am I' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Open Menu' }).press('Enter');
    await menu.waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator('main:not([inert])').waitFor();
  });
});

describe.each(['light', 'dark'] as const)('the page at /docs, %s', (colorScheme) => {
  const operation = once(() => open({ colorScheme }, CREATE_A_RECORD));
  const inWidth = async ({ page }: { page: Page }, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return page;
  };

  it('has no accessibility problem at its beginning, wide and narrow', async () => {
    const start = await open({ colorScheme });
    for (const width of [1280, 390]) {
      const page = await inWidth(start, width);
      await expect(accessibilityProblems(page)).resolves.toEqual([]);
      await expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBeLessThanOrEqual(width);
    }
    await start.page.context().close();
  });

  it.each([1280, 390])('has none at an operation and while searching, %i px wide', async (width) => {
    const page = await inWidth(await operation(), width);
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await search(page, 'restore');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('has none while nothing is found, a language chosen or code copied', async () => {
    const page = await inWidth(await operation(), colorScheme === 'light' ? 1280 : 390);
    await search(page, 'restore');
    const field = page.getByRole('combobox', { name: 'Enter search query' });
    await field.fill('zzzqqqxx');
    await page.getByRole('alert').filter({ hasText: 'No results found' }).waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await field.fill('restore');
    await page.getByRole('listbox', { name: 'Reference Search Results' }).waitFor();
    await page.keyboard.press('Escape');
    const region = page.getByRole('region', { name: 'Create a record', exact: true });
    await region.getByRole('button', { name: 'Change code sample language' }).click();
    await page.getByRole('dialog', { name: 'Choice of a language' }).waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.keyboard.press('Escape');
    // What says that it was copied goes away by itself: here it stays for as long as it is looked at.
    await page.evaluate(`window.setTimeout = ((begin) => (run, ms) => (ms >= 1000 ? 0 : begin(run, ms)))(setTimeout)`);
    await region
      .getByRole('button', { name: /^Copy \w+ code$/ })
      .first()
      .click();
    await region.getByRole('button', { name: /^Copied \w+ code$/ }).waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
  });
});

describe('the files of the page', () => {
  const filesOf = async () => {
    const page = await fetch(`${rest.url}/docs`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    return [...(await page.text()).matchAll(/"(\/docs\/[^"]+)"/g)].map(([, path]) => path!);
  };

  it('are kept by browsers as long as they stay the same, and not at all from another release', async () => {
    const files = await filesOf();
    expect(files.map((path) => path.split('/').at(-1))).toEqual(['docs.css', 'reference.js', 'docs.js']);
    for (const path of files) {
      const { headers } = await fetch(rest.url + path);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const other = await fetch(rest.url + path.replace(/^\/docs\/\w+/, '/docs/before'));
      expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
  });

  it.each(['reference.js', '/v1/openapi.json', '/v1/openapi.yaml'])(
    'are compressed where they are long, and not sent again to those who have them: %s',
    async (name) => {
      const path = name.startsWith('/') ? name : (await filesOf()).find((each) => each.endsWith(name))!;
      const ask = (encoding: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
        request(rest.url + path, { method, headers: { 'accept-encoding': encoding, ...headers } });
      const [zipped, plain] = await Promise.all([ask('gzip, br'), ask('identity')]);
      expect([zipped.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
      for (const { headers } of [zipped, plain]) expect(headers.vary).toContain('Accept-Encoding');
      const [packed, content] = await Promise.all([buffer(zipped.body), buffer(plain.body)]);
      expect(packed.length).toBeLessThan(content.length / 3);
      expect(gunzipSync(packed).equals(content)).toBe(true);
      const { headers } = await ask('identity', {}, 'HEAD');
      expect(Number(headers['content-length'])).toBe(content.length);
      const again = await ask('gzip', { 'if-none-match': headers.etag });
      expect([again.statusCode, await again.body.text()]).toEqual([304, '']);
    },
  );
});
