import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { mailDocument, mailPolicy } from '../../apps/rest-api/src/console/inbox/mail-html.js';
import { launchBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { HOSTILE } from './support/hostile-mails.js';

/** What stands between a mail and the person: each has to hold without the other. */
interface Guards {
  isCleaned: boolean;
  hasPolicy: boolean;
  /** As the page around the frame says it. */
  isSandboxed: boolean;
}
const NONE: Guards = { isCleaned: false, hasPolicy: false, isSandboxed: false };

let browser: Browser;
let page: Page;
let guards: Guards;
const servers: Server[] = [];
/** What was asked for of a server that the mails point at. */
let asked: string[] = [];
let elsewhere: string;
let here: string;

async function serve(answer: (request: IncomingMessage) => { text: string; policy?: string | undefined }) {
  const server = createServer((request, response) => {
    const { text, policy } = answer(request);
    if (policy) response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(text);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((done) => server.once('listening', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The mail as it is shown; it says by its number what it has done. */
function mailOf(number: number): string {
  const html = HOSTILE[number]!.replaceAll('OUT', `${elsewhere}/${number}`).replaceAll(
    /top\.hit=1/g,
    `top.hits[${number}]=1`,
  );
  return guards.isCleaned ? mailDocument(html)! : html;
}

function around(): string {
  const sandbox = guards.isSandboxed ? 'sandbox="allow-popups allow-popups-to-escape-sandbox"' : '';
  const frames = HOSTILE.map((_mail, number) => `<iframe ${sandbox} src="/mail/${number}"></iframe>`);
  return `<!doctype html><script>hits = {}</script>${frames.join('')}`;
}

beforeAll(async () => {
  browser = await launchBrowser();
  elsewhere = await serve(({ url }) => {
    asked.push(url!);
    return { text: '' };
  });
  here = await serve(({ url }) => {
    const number = /^\/mail\/(\d+)$/.exec(url!)?.[1];
    if (number === undefined) return { text: url === '/' ? around() : '' };
    return { text: mailOf(Number(number)), policy: guards.hasPolicy ? mailPolicy(false) : undefined };
  });
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  asked = [];
});
afterEach(() => page.context().close());

/** Shows all mails, each in its frame. */
async function show(wanted: Guards): Promise<void> {
  guards = wanted;
  await page.goto(`${here}/`);
  // What a mail begins when it is loaded comes before what is asked for after that.
  for (let round = 0; round < 5; round++)
    await page.evaluate(`new Promise((done) => requestAnimationFrame(() => fetch('/fence').then(done)))`);
}

/** Numbers of the mails that ran something, loaded something, and left their frame. */
async function done(): Promise<{ ran: number[]; loaded: number[]; left: number[] }> {
  const ran = Object.keys(await page.evaluate<object>('hits')).map(Number);
  const loaded = [...new Set(asked.map((path) => Number(path.split('/')[1])))].toSorted((a, b) => a - b);
  const urls = page
    .mainFrame()
    .childFrames()
    .map((frame) => new URL(frame.url()).pathname);
  const left = HOSTILE.flatMap((_mail, number) => (urls[number] === `/mail/${number}` ? [] : [number]));
  return { ran, loaded, left };
}

/** A person clicks on everything in all mails. */
async function clickAll(): Promise<number> {
  page.context().on('page', (popup) => void popup.close());
  let clicks = 0;
  for (const frame of page.mainFrame().childFrames())
    for (const each of await frame.locator('a, button, summary, area, xss').all()) {
      await each.dispatchEvent('click');
      clicks++;
    }
  await page.evaluate(`fetch('/fence')`);
  return clicks;
}

const NOTHING = { ran: [], loaded: [], left: [] };

it('the hostile mails run, load and leave, where nothing holds them', async () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
  await show(NONE);
  await eventually(async () => {
    const { ran, loaded, left } = await done();
    // The others wait for a click, or for a browser that is older than this one.
    return ran.length >= 12 && loaded.length >= 20 && left.length >= 1;
  });
});

it('run, load and leave nothing by the policy alone, whatever the cleaning lets through', async () => {
  await show({ ...NONE, hasPolicy: true });
  expect(await done()).toEqual(NOTHING);
  expect(await clickAll()).toBeGreaterThan(5);
  expect(await page.evaluate('hits')).toEqual({});
  expect(page.url()).toBe(`${here}/`);
});

it('run nothing in the frame alone, whatever the cleaning and the policy let through', async () => {
  await show({ ...NONE, isSandboxed: true });
  expect((await done()).ran).toEqual([]);
  await clickAll();
  expect(await page.evaluate('hits')).toEqual({});
  expect(page.url()).toBe(`${here}/`);
});

it('run nothing, leave nowhere and load no more than styles do by the cleaning alone', async () => {
  await show({ ...NONE, isCleaned: true });
  const { ran, loaded, left } = await done();
  expect([ran, left]).toEqual([[], []]);
  expect(loaded.map((number) => HOSTILE[number]).filter((mail) => !/style="[^"]*url\(OUT/.test(mail!))).toEqual([]);
  expect(await clickAll()).toBeGreaterThan(5);
  expect(await page.evaluate('hits')).toEqual({});
  expect(page.url()).toBe(`${here}/`);
});
