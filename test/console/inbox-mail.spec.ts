import type { Browser, Page } from 'playwright-core';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mailDocument, mailPolicy } from '../../apps/rest-api/src/console/inbox/mail-html.js';
import { signIn } from '../identity/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { World } from '../support/world.js';

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
  page = await (await browser.newContext()).newPage();
  await page.goto(`${world.places.baseUrl}/console/inbox`);
  await signIn(page, world.ada.email);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  outside.close();
  await world.stop();
});

/** Ways to run, load or leave. OUT is a server that must not be asked. */
const HOSTILE: readonly string[] = [
  '<script>top.hit=1</script>shown',
  '<SCRIPT SRC="OUT/s.js"></SCRIPT>shown',
  '<scr<script>ipt>top.hit=1</scr</script>ipt>shown',
  '<img src=x onerror="top.hit=1">shown',
  '<img src="OUT/pixel.gif" width=1 height=1>shown',
  '<img srcset="OUT/a 1x, OUT/b 2x" src="OUT/c">shown',
  '<picture><source srcset="OUT/p"><img src="OUT/q"></picture>shown',
  '<img src="//127.0.0.1/x">shown',
  '<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 onload=%22top.hit=1%22/>">shown',
  '<svg onload="top.hit=1">shown</svg>',
  '<svg><script>top.hit=1</script></svg>shown',
  '<svg><image href="OUT/i"/></svg>shown',
  '<svg><use href="OUT/u#a"/></svg>shown',
  '<svg><foreignObject><iframe src="OUT/f"></iframe></foreignObject></svg>shown',
  '<svg><animate onbegin="top.hit=1" attributeName=x dur=1s></svg>shown',
  '<math><mtext><table><mglyph><style><img src=x onerror="top.hit=1"></style></mglyph></table></mtext></math>shown',
  '<iframe src="javascript:top.hit=1"></iframe>shown',
  '<iframe srcdoc="<script>top.hit=1</script>"></iframe>shown',
  '<iframe src="OUT/frame"></iframe>shown',
  '<object data="OUT/o"></object>shown',
  '<embed src="OUT/e">shown',
  '<applet code="x" archive="OUT/a"></applet>shown',
  '<video src="OUT/v" autoplay poster="OUT/poster"></video>shown',
  '<audio src="OUT/au" autoplay></audio>shown',
  '<link rel="stylesheet" href="OUT/l.css">shown',
  '<link rel="prefetch" href="OUT/prefetch">shown',
  '<link rel="dns-prefetch" href="OUT">shown',
  '<style>@import "OUT/i.css";</style>shown',
  '<style>body{background:url(OUT/bg)}</style>shown',
  '<style>@font-face{font-family:x;src:url(OUT/font)}*{font-family:x}</style>shown',
  '<div style="background:url(OUT/bg2)">shown</div>',
  '<div style="background-image:image-set(url(OUT/bg3) 1x)">shown</div>',
  '<div style="list-style:url(OUT/list)">shown</div>',
  '<div style="cursor:url(OUT/cursor),auto">shown</div>',
  '<div style="width:expression(top.hit=1)">shown</div>',
  '<div style="position:fixed;inset:0;z-index:2147483647;background:red">shown</div>',
  '<div style="behavior:url(OUT/b.htc)">shown</div>',
  '<meta http-equiv="refresh" content="0;url=OUT/refresh">shown',
  '<meta http-equiv="refresh" content="0;url=javascript:top.hit=1">shown',
  '<meta http-equiv="Content-Security-Policy" content="default-src *">shown',
  '<base href="OUT/">shown<img src="x">',
  '<form action="OUT/form" method="post"><input name=a><button autofocus>shown</button></form>',
  '<form id=f action="OUT/form2"></form><button form=f>shown</button>',
  '<input type="image" src="OUT/input">shown',
  '<isindex action="OUT/isindex">shown',
  '<a href="javascript:top.hit=1">shown</a>',
  '<a href="jav&#x09;ascript:top.hit=1">shown</a>',
  '<a href="&#106;&#97;vascript:top.hit=1">shown</a>',
  '<a href="data:text/html,<script>top.hit=1</script>">shown</a>',
  '<a href="vbscript:msgbox(1)">shown</a>',
  '<a href="blob:OUT/x">shown</a>',
  '<a href="OUT/ping" ping="OUT/ping2">shown</a>',
  '<a target="_top" href="OUT/top">shown</a>',
  '<body onload="top.hit=1" background="OUT/body">shown</body>',
  '<table background="OUT/table"><tr><td background="OUT/td">shown</td></tr></table>',
  '<marquee onstart="top.hit=1">shown</marquee>',
  '<details open ontoggle="top.hit=1">shown</details>',
  '<input autofocus onfocus="top.hit=1">shown',
  '<div tabindex=0 onfocus="top.hit=1" autofocus>shown</div>',
  '<xss onclick="top.hit=1" style="animation:x" onanimationstart="top.hit=1">shown</xss>',
  '<noscript><p title="</noscript><img src=x onerror=top.hit=1>">shown</noscript>shown',
  '<textarea></textarea><script>top.hit=1</script>shown',
  '<title></title><script>top.hit=1</script>shown',
  '<template><script>top.hit=1</script></template>shown',
  '<!--><script>top.hit=1</script>-->shown',
  '<![CDATA[<script>top.hit=1</script>]]>shown',
  '<?xml-stylesheet href="OUT/xml"?>shown',
  '</body></html><script>top.hit=1</script>shown',
  '\u202eshown\u202c <b>\u2066</b>',
  '<p>shown<script/x>top.hit=1</script></p>',
  '<frameset><frame src="OUT/frames"></frameset>shown',
  '<portal src="OUT/portal"></portal>shown',
];

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

it('would run and load it all without the cleaning and the policy', async () => {
  asked.length = 0;
  const blank = await page.context().newPage();
  await blank.setContent(`<img src="${elsewhere}/pixel.gif"><img src="data:," onerror="window.hit=1">`);
  await blank.waitForFunction(() => (globalThis as { hit?: number }).hit === 1);
  await blank.close();
  expect(asked).toEqual(['/pixel.gif']);
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
  ['401 tables deep', '<table><tr><td>'.repeat(401)],
  ['deep behind ends of what never began', '<b></i>'.repeat(401)],
  ['deep in what a next one ends only at first sight', '<li><p>'.repeat(401)],
])('does not format a mail that is %s', (_what, html) => {
  expect(mailDocument(html)).toBeUndefined();
});

it('does not read what is within a frame, which would be as much again', () => {
  expect(mailDocument(`<iframe>${'<p a=1>'.repeat(40_000)}</iframe>shown`)).toContain('<body>shown</body>');
});
