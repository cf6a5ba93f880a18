import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/axe.js';
import { launchBrowser } from '../support/browser.js';
import { startTestIdp, type TestIdp } from './support/dev-idp.js';
import { register, type Client } from './support/http-person.js';
import { ADA, BOB, NORTH, OTHER, SOUTH } from './support/memory-directory.js';
import { allow, signIn } from './support/pages.js';

const WEB_REDIRECT = 'https://assistant.example/api/callback';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let idp: TestIdp;

beforeAll(async () => {
  browser = await launchBrowser();
  idp = await startTestIdp();
});
afterAll(async () => {
  await browser.close();
  await idp.close();
  expect(idp.log).toEqual([]);
});

beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

function authorizeUrl({ client_id, redirect_uris }: Client, change: Record<string, string> = {}): string {
  const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
  const asked = { client_id, redirect_uri: redirect_uris[0] ?? '', response_type: 'code', ...pkce, ...change };
  return `${idp.issuer}/authorize?${new URLSearchParams({ scope: 'openid user:org:read', state: 's', ...asked })}`;
}

/** The browser is on its way back; nobody lives at that address. */
const backAtClient = () =>
  page.waitForEvent('requestfailed', (request) => request.url().startsWith(`${WEB_REDIRECT}?code=`));

const heading = () => page.getByRole('heading', { level: 1 });
const webClient = (change = {}) => register(idp.issuer, { redirect_uris: [WEB_REDIRECT], ...change });

it('asks for the workspace again when a web client connects a second time', async () => {
  const client = await webClient();
  await page.goto(authorizeUrl(client));
  await signIn(page, ADA.email);
  await Promise.all([backAtClient(), allow(page, NORTH.name)]);
  page = await context.newPage();
  await page.goto(authorizeUrl(client));
  await expect(page.getByRole('radio').count()).resolves.toBe(2);
  await expect(page.getByRole('radio', { checked: true }).count()).resolves.toBe(0);
  await Promise.all([backAtClient(), allow(page, SOUTH.name)]);
});

it('shows what a client calls itself as text, and where it will send the person', async () => {
  const name = '<img src=x onerror="document.title=1"><b>The CRM</b> \u202Enimda\u0007';
  const client = await webClient({ client_name: name });
  await page.goto(authorizeUrl(client));
  await expect(page.getByText('to connect').textContent()).resolves.toContain('<b>The CRM</b>');
  await signIn(page, ADA.email);
  await expect(heading().textContent()).resolves.toContain('<b>The CRM</b> nimda”?');
  await expect(page.locator('img, b, script').count()).resolves.toBe(0);
  const text = await page.locator('main').innerText();
  expect(text).toContain('This name is not verified');
  expect(text).toMatch(/You will be sent to\s+assistant\.example\s+https:\/\/assistant\.example\/api\/callback/);
  expect(text).toContain('a moment ago');
});

it('says in words where loopback and link programs are', async () => {
  const cases = [
    ['http://127.0.0.1:43110/callback', 'a program on this computer (127.0.0.1:43110)'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'the program that opens cursor: links'],
  ];
  await page.goto(authorizeUrl(await webClient()));
  await signIn(page, ADA.email);
  for (const [redirect = '', words = ''] of cases) {
    await page.goto(authorizeUrl(await register(idp.issuer, { redirect_uris: [redirect] })));
    await expect(page.locator('main').innerText()).resolves.toContain(words);
  }
});

it('keeps the address and says no more than needed when a sign-in fails', async () => {
  await page.goto(authorizeUrl(await webClient()));
  const answers: string[] = [];
  for (const [email, password] of [
    [ADA.email, 'wrong'],
    ['nobody@example.com', 'correct horse'],
  ] as const) {
    await signIn(page, email, password);
    await page.getByRole('alert').waitFor();
    answers.push(await page.getByRole('alert').innerText());
    await expect(page.getByLabel('E-mail address').inputValue()).resolves.toBe(email);
    await expect(page.evaluate('document.activeElement.id')).resolves.toBe('password');
  }
  expect(new Set(answers).size).toBe(1);
});

it('can be used with the keyboard alone', async () => {
  await page.goto(authorizeUrl(await webClient()));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The browser puts the cursor into the field a moment after the page is there, as it does for a person.
  await page.locator('#email:focus').waitFor();
  await page.keyboard.type(ADA.email);
  await press('Tab');
  await page.keyboard.type('correct horse');
  await press('Enter');
  await page.getByRole('radio').first().waitFor();
  await page.waitForLoadState();
  await Promise.all([backAtClient(), press('Tab', 'ArrowDown', 'Tab', 'Enter')]);
});

it('says what is allowed before it asks, and leads from choice to choice in the order in which they are seen', async () => {
  await page.goto(authorizeUrl(await webClient()));
  await signIn(page, ADA.email);
  const text = await page.locator('main').innerText();
  const parts = ['You will be sent to', 'What it may do', 'Workspace\n', NORTH.name, 'Allow\n', 'Cancel'];
  const found = parts.map((part) => text.lastIndexOf(part));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  const places: [number, number][] = [];
  const names: string[] = [];
  for (let n = 0; n < 3; n++) {
    await page.keyboard.press('Tab');
    places.push(await page.evaluate<[number, number]>(PLACE));
    names.push(await page.evaluate('document.activeElement.innerText || document.activeElement.type'));
  }
  expect(names).toEqual(['radio', 'Allow', 'Cancel']);
  expect(places).toEqual(places.toSorted(([a, b], [c, d]) => a - c || b - d));
});

/** Of what has the focus: how far down the page, then how far right. */
const PLACE = `(({ top, left }) => [top + scrollY, left])(document.activeElement.getBoundingClientRect())`;

it('outlines the workspace that has the focus on all sides', async () => {
  await page.goto(authorizeUrl(await webClient()));
  await signIn(page, ADA.email);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  const room = await page.evaluate<number>(`(() => {
    const ring = document.activeElement.closest('label');
    const { outlineWidth, outlineOffset } = getComputedStyle(ring);
    const [inner, outer] = [ring, ring.parentElement].map((each) => each.getBoundingClientRect());
    const room = Math.min(inner.left - outer.left, inner.top - outer.top, outer.right - inner.right);
    return room - parseFloat(outlineWidth) - parseFloat(outlineOffset);
  })()`);
  expect(room).toBeGreaterThanOrEqual(0);
});

it('does not let a hurried person allow without a workspace', async () => {
  await page.goto(authorizeUrl(await webClient()));
  await signIn(page, ADA.email);
  await allow(page);
  await expect(page.evaluate("document.querySelector(':invalid') !== null")).resolves.toBe(true);
  await page.evaluate("document.querySelector('form').noValidate = true");
  await allow(page);
  await page.getByRole('alert', { name: 'Choose the workspace first.' }).and(page.locator(':focus')).waitFor();
});

it('has chosen the workspace already when there is only one', async () => {
  await page.goto(authorizeUrl(await webClient()));
  await signIn(page, BOB.email);
  await expect(page.getByLabel(OTHER.name).isChecked()).resolves.toBe(true);
});

it('refuses a workspace that was put into the form', async () => {
  await page.goto(authorizeUrl(await webClient()));
  await signIn(page, BOB.email);
  await page.getByLabel(OTHER.name).evaluate((radio) => radio.setAttribute('value', 'org_1'));
  await allow(page);
  await expect(heading().innerText()).resolves.toBe('Not your workspace');
});

it('runs no script, loads nothing and cannot be framed', async () => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const response = await page.goto(authorizeUrl(await webClient()));
  const policy = response?.headers()['content-security-policy'];
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(requests.every((url) => url.startsWith(idp.issuer) || url === 'data:,')).toBe(true);
  await expect(page.evaluate("getComputedStyle(document.querySelector('button')).borderRadius")).resolves.not.toBe(
    '0px',
  );
});

it.each(['light', 'dark'] as const)(
  'fits a phone, has enough contrast and no accessibility problem in %s',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(authorizeUrl(await webClient({ client_name: 'W'.repeat(80) })));
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await signIn(page, ADA.email);
    await page.getByRole('radio').first().waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBe(320);
    await expect(page.evaluate(LOWEST_CONTRAST)).resolves.toBeGreaterThanOrEqual(4.5);
  },
);

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
  const texts = [...document.querySelectorAll('main *')].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  return Math.min(...texts.map((e) => {
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  }));
})()`;
