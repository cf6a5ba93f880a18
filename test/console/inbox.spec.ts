import type { Browser, Page } from 'playwright-core';
import { newId } from '#platform';
import { signIn } from '../identity/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { aConversation, aMessage, anAccount, type AConversation } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { World, type Member } from '../support/world.js';
import { Visitor } from './support/visitor.js';

let world: World;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
  const { workspace_id } = world.north;
  for (const [channel, address] of [
    ['gmail', 'ada@example.com'],
    ['whatsapp', '12025550100'],
  ] as const)
    await anAccount(world, { workspace_id, channel, owner: world.ada.user_id, address });
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
  await world.sql('delete from conversation');
});

const PATH = '/console/inbox';

async function open(member: Member, path = PATH): Promise<void> {
  await page.goto(world.places.baseUrl + path);
  await signIn(page, member.email);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  // Keys do nothing before the script is there.
  await page.waitForLoadState();
}

const talk = (wish: Partial<AConversation> = {}) =>
  aConversation(world, { workspace_id: world.north.workspace_id, inboxes: [world.ada.user_id], ...wish });
const pathOf = (conversation: string) => `${PATH}/${world.north.workspace_id}/${conversation}`;
const inboxOf = async (conversation: string) =>
  (
    await world.sql<Record<'archived_at' | 'starred_at' | 'last_read_at', Date | null>>(
      'select archived_at, starred_at, last_read_at from conversation_inbox where conversation_id = $1 and user_id = $2',
      [conversation, world.ada.user_id],
    )
  )[0]!;
const messagesOf = (conversation: string) =>
  world.sql<{ status: string; body: string; subject: string | null }>(
    'select status, body, subject from message where conversation_id = $1 order by sort_at, message_id',
    [conversation],
  );
const messageIdsOf = async (conversation: string) => {
  const text = 'select message_id from message where conversation_id = $1 order by sort_at, message_id';
  return (await world.sql<{ message_id: string }>(text, [conversation])).map(({ message_id }) => message_id);
};
const rows = () => page.locator('.conversations li');

it('lists the conversations of a person, the newest first, and tells those that are unread', async () => {
  await talk({ subject: 'An offer', at: new Date(Date.UTC(2026, 5, 1)) });
  const read = await talk({ channel: 'whatsapp', people: ['12025550123'], at: new Date(Date.UTC(2026, 5, 2)) });
  await talk({ inboxes: [world.bob.user_id], subject: 'Of Bob' });
  await world.sql('update conversation_inbox set last_read_at = now(), starred_at = now() where conversation_id = $1', [
    read,
  ]);
  await open(world.ada);
  const shown = (await rows().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  expect(shown).toEqual([
    '+12025550123 ★ 2 Jun 2026, 00:00 WhatsApp',
    'eve@example.com Unread 1 Jun 2026, 00:00 An offer',
  ]);
  await page.getByRole('link', { name: 'Starred', exact: true }).click();
  await expect(rows().count()).resolves.toBe(1);
  await page.getByRole('link', { name: 'Archived' }).click();
  await page.getByText('No conversation matches.').waitFor();
});

it('finds conversations by words of their people and subjects', async () => {
  await talk({ subject: 'An offer for the pier' });
  await talk({ subject: 'Lunch' });
  await open(world.ada);
  await page.getByLabel('Search').fill('pier');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.locator('.conversations li:only-child').waitFor();
  await expect(rows().innerText()).resolves.toContain('An offer for the pier');
});

it('shows a thread from top to bottom, and has then read it', async () => {
  const conversation = await talk({ bodies: ['First', 'Second <b>not bold</b>'] });
  await open(world.ada, pathOf(conversation));
  const shown = await page.locator('.message .body').allInnerTexts();
  expect(shown).toEqual(['First', 'Second <b>not bold</b>']);
  expect((await inboxOf(conversation)).last_read_at).toBeInstanceOf(Date);
});

it('archives, stars, marks as unread and blocks', async () => {
  const conversation = await talk();
  await open(world.ada, pathOf(conversation));
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the star' }).waitFor();
  expect((await inboxOf(conversation)).starred_at).not.toBeNull();
  await page.getByRole('button', { name: 'Mark as unread' }).click();
  await page.getByText('Marked as unread.').waitFor();
  expect((await inboxOf(conversation)).last_read_at).toBeNull();
  await rows().getByRole('link').click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Archived.').waitFor();
  await expect(rows().count()).resolves.toBe(0);
  await page.goto(world.places.baseUrl + pathOf(conversation));
  await page.getByText('Block …').click();
  await page.getByRole('button', { name: 'Block this conversation', exact: true }).click();
  await page.getByText('Blocked.').waitFor();
  const answer = await page.goto(world.places.baseUrl + pathOf(conversation));
  expect(answer!.status()).toBe(404);
});

it('archives nothing that came in after its page was opened, and says so', async () => {
  const { workspace_id } = world.north;
  const conversation = await talk();
  const visitor = await Visitor.signedIn(world, world.ada);
  const archive = async (fields: object) => {
    const answer = await visitor.post(`${pathOf(conversation)}/mark`, { archived: 'true', ...fields });
    return answer.headers.get('location');
  };
  const hidden = (shown: string) => {
    const [form] = /<form[^>]*mark">((?!<form).)*Archive</s.exec(shown)!;
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)" \/>/g)];
    return Object.fromEntries(fields.map(([, name, value]) => [name, value])) as object;
  };
  const opened = hidden(await visitor.read(pathOf(conversation)));
  await aMessage(world, {
    workspace_id,
    conversation_id: conversation,
    from: 'eve@example.com',
    body: 'One thing more',
  });
  await world.sql(`update conversation_inbox set last_inbound_at = last_read_at + interval '1 ms'`);
  expect(await archive(opened)).toBe(`${pathOf(conversation)}?done=newer`);
  expect((await inboxOf(conversation)).archived_at).toBeNull();
  const shown = await visitor.read(`${pathOf(conversation)}?done=newer`);
  expect(shown).toMatch(/Not archived, because something came in.*One thing more/s);
  expect(await archive(hidden(shown))).toContain('done=archived');
  // In the list it is seen that there is something new.
  await world.sql(`update conversation_inbox set archived_at = null, last_read_at = null`);
  expect(await archive({})).toContain('done=archived');
  expect((await inboxOf(conversation)).archived_at).not.toBeNull();
});

it('answers a message once', async () => {
  const conversation = await talk({ subject: 'An offer' });
  await open(world.ada, pathOf(conversation));
  await page.getByText('Reply', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Thank you.\nI take it.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('The message is on its way.').waitFor();
  expect(await messagesOf(conversation)).toEqual([
    expect.objectContaining({ status: 'sent', body: 'Hello' }),
    { status: 'pending', body: 'Thank you.\nI take it.', subject: 'Re: An offer' },
  ]);
  const [{ count }] = (await world.sql<{ count: number }>('select count(*)::int as count from message_delivery')) as [
    { count: number },
  ];
  expect(count).toBe(1);
});

it.each([
  ['gmail', 'eve@example.com, mara@example.com', 'separated by commas', 100_000],
  ['outlook', 'eve@example.com, mara@example.com', 'separated by commas', 100_000],
  ['whatsapp', '+12025550123', 'within 24 hours', 4096],
  ['facebook', '1234567890', 'within the last 24 hours', 2000],
  ['instagram', '1234567890', 'within the last 24 hours', 1000],
])('is written on %s with the fields and limits of that channel', async (channel, to, hint, longest) => {
  const visitor = await Visitor.signedIn(world, world.ada);
  const at = `${PATH}/${world.north.workspace_id}`;
  const [form, isMail] = [await visitor.read(`${at}/new?channel=${channel}`), to.includes('@')];
  expect([form.includes('name="cc"'), form.includes('name="subject"')]).toEqual([isMail, isMail]);
  expect(form).toContain(hint);
  const letter = { channel, to, subject: 'Hi', body: 'x'.repeat(longest), action: 'save' };
  expect((await visitor.post(`${at}/drafts`, letter)).status).toBe(303);
  const refused = async (change: object) => {
    const answer = await visitor.post(`${at}/drafts`, { ...letter, ...change });
    return `${answer.status} ${/role="alert"[^>]*>([^<]*)/.exec(await answer.text())?.[1]}`;
  };
  expect(await refused({ body: 'x'.repeat(longest + 1) })).toMatch(/^400 Message: .*at most/);
  if (!isMail) expect(await refused({ to: `${to}, ${to.slice(0, -1)}4` })).toMatch(/^400 To: must be one recipient/);
  const stored = await world.sql('select channel, subject from message');
  expect(stored).toEqual([{ channel, subject: isMail ? 'Hi' : null }]);
});

it('takes a form that is sent twice for one message', async () => {
  const visitor = await Visitor.signedIn(world, world.ada);
  const at = `${PATH}/${world.north.workspace_id}`;
  const form = await visitor.read(`${at}/new?channel=gmail`);
  const [, form_id] = /name="form_id" value="([^"]+)"/.exec(form)!;
  const letter = { channel: 'gmail', form_id, to: 'eve@example.com', subject: 'Once', body: 'Once', action: 'send' };
  const answers = await Promise.all([1, 2, 3].map(() => visitor.post(`${at}/drafts`, letter)));
  const later = await visitor.post(`${at}/drafts`, letter);
  const [{ conversation_id }] = (await world.sql<{ conversation_id: string }>('select * from message')) as [
    { conversation_id: string },
  ];
  for (const { status, headers } of [...answers, later])
    expect([status, headers.get('location')]).toEqual([303, `${pathOf(conversation_id)}?done=sent`]);
  expect(await messagesOf(conversation_id)).toEqual([{ status: 'pending', body: 'Once', subject: 'Once' }]);
  const changed = await visitor.post(`${at}/drafts`, { ...letter, body: 'Twice' });
  expect(changed.status).toBe(409);
  await expect(changed.text()).resolves.toMatch(/This message was saved already.*Twice/s);
  expect(await world.sql('select status from message')).toEqual([{ status: 'pending' }]);
});

/** A draft of an assistant of Ada's, and what its form on her screen holds. */
async function drafted(wish: object = {}) {
  const { token } = await world.connected(world.ada, { tier: 'write' });
  const call = async (tool: string, args: object) =>
    ((await world.call(token, tool, args)).json.result as { structuredContent: Record<string, string> })
      .structuredContent;
  const draft = { channel: 'gmail', to: ['eve@example.com'], subject: 'Hi', body: 'By a program', ...wish };
  const { draft_id, conversation_id } = await call('create_draft', draft);
  const visitor = await Visitor.signedIn(world, world.ada);
  const shown = await visitor.read(pathOf(conversation_id!));
  const [, version] = /name="version" value="([^"]+)"/.exec(shown)!;
  const seen = { channel: 'gmail', conversation: conversation_id, version, to: 'eve@example.com', subject: 'Hi' };
  const post = (form: Record<string, string>) =>
    visitor.post(`${PATH}/${world.north.workspace_id}/drafts/${draft_id}`, { ...seen, body: 'By a program', ...form });
  const approve = (body = 'By a program') => post({ body, action: 'send' });
  return { draft_id: draft_id!, call, post, approve };
}

it('sends a draft once that is approved twice', async () => {
  const { approve } = await drafted();
  const answers = [...(await Promise.all([1, 2, 3].map(() => approve()))), await approve()];
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(await world.sql('select count(*)::int as count from message_delivery')).toEqual([{ count: 1 }]);
  const other = await approve('Other words');
  expect(other.status).toBe(409);
  await expect(other.text()).resolves.toMatch(/not a draft.*neither saved nor sent.*Other words/s);
});

it.each<[string, (conversation: string) => Promise<object>]>([
  ['its text', async () => ({ body: 'Changed' })],
  ['what it answers', async (conversation) => ({ reply_to: (await messageIdsOf(conversation))[0] })],
])('sends no draft of which %s was changed after it was shown', async (_what, change) => {
  const conversation = await talk({ subject: 'Something else' });
  const { draft_id, call, approve } = await drafted();
  await call('update_draft', { draft_id, ...(await change(conversation)) });
  const answer = await approve('As typed');
  expect(answer.status).toBe(409);
  await expect(answer.text()).resolves.toMatch(/changed meanwhile.*As typed.*Approve and send/s);
  expect(await world.sql('select 1 from message_delivery')).toEqual([]);
  expect(await world.sql("select body = 'As typed' as is_lost from message where status = 'draft'")).toEqual([
    { is_lost: false },
  ]);
});

it('answers a mail that came in on the other mail channel of its conversation on that one', async () => {
  const { workspace_id } = world.north;
  const address = 'ada@outlook.example.com';
  await anAccount(world, { workspace_id, channel: 'outlook', owner: world.ada.user_id, address });
  const conversation = await talk({ subject: 'The price', bodies: ['To Gmail', 'To Outlook'] });
  const [, newest] = await messageIdsOf(conversation);
  await world.sql(`update message set channel = 'outlook' where message_id = $1`, [newest]);
  const { token } = await world.connected(world.ada, { tier: 'send' });
  const draft = { channel: 'outlook', reply_to: newest, body: 'By an assistant' };
  const made = await world.call(token, 'create_draft', draft);
  expect(JSON.stringify(made)).not.toContain('you cannot send from the account');
  await open(world.ada, pathOf(conversation));
  await page.getByText('Reply', { exact: true }).click();
  const reply = page.locator('#reply form');
  for (const form of [reply, page.locator('form.draft')])
    await expect(form.innerText()).resolves.toContain(`From ${address}.`);
  await reply.getByLabel('Message').fill('By myself');
  await reply.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('The message is on its way.').waitFor();
  await page.getByRole('button', { name: 'Approve and send' }).click();
  const sent = `select channel, body from message where conversation_id = $1 and status <> 'draft' and body like 'By %'`;
  await eventually(async () => (await world.sql(sent, [conversation])).length === 2);
  expect(await world.sql(`${sent} order by body`, [conversation])).toEqual([
    { channel: 'outlook', body: 'By an assistant' },
    { channel: 'outlook', body: 'By myself' },
  ]);
  await world.sql(`update channel_account set status = 'disconnected' where address = $1`, [address]);
});

describe('a form that is sent again', () => {
  /** Answers a message of Eve's as a form of Ada's, and what her assistant does to the draft. */
  async function answered(wish: Record<string, string> = {}) {
    const conversation = await talk({ subject: 'The price' });
    const [first] = await messageIdsOf(conversation);
    const { token } = await world.connected(world.ada, { tier: 'send' });
    const visitor = await Visitor.signedIn(world, world.ada);
    const form_id = newId();
    const form = {
      channel: 'gmail',
      conversation,
      form_id,
      reply_to: first!,
      to: 'eve@example.com',
      body: 'Yes',
    };
    const post = (action: string, change: Record<string, string> = {}) =>
      visitor.post(`${PATH}/${world.north.workspace_id}/drafts`, { ...form, ...wish, ...change, action });
    const call = (tool: string, args: object = {}) => world.call(token, tool, { draft_id: form_id, ...args });
    return { post, call, conversation };
  }
  const sent = () =>
    world.sql<{ subject: string }>(
      `select subject from message where author_user_id is not null and status <> 'draft'`,
    );

  it('is one message where its answer has no subject of its own', async () => {
    const { post, conversation } = await answered();
    expect((await post('save')).status).toBe(303);
    for (let time = 0; time < 2; time++)
      expect((await post('send')).headers.get('location')).toBe(`${pathOf(conversation)}?done=sent`);
    expect(await sent()).toEqual([{ subject: 'Re: The price' }]);
  });

  it('is one message where it is left to the answered message to whom it goes', async () => {
    const { post } = await answered({ to: '', people: 'answered' });
    expect([(await post('save')).status, (await post('send')).status, (await post('send')).status]).toEqual([
      303, 303, 303,
    ]);
    expect(await sent()).toHaveLength(1);
  });

  it('keeps a Cc that is typed without a To, and sends it to nobody else', async () => {
    const { post, conversation } = await answered({ to: '', people: 'answered', cc: 'mara@example.com' });
    expect((await post('save')).status).toBe(303);
    const people = `select r.role, r.handle from message_recipient r join message m using (workspace_id, message_id)
      where m.conversation_id = $1 and m.status = 'draft'`;
    expect(await world.sql(people, [conversation])).toEqual([{ role: 'cc', handle: 'mara@example.com' }]);
    const refused = await post('send');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('recipient')]);
    expect(await sent()).toEqual([]);
  });

  it.each<[string, Record<string, string>, object]>([
    ['the subject', {}, { subject: 'I accept EUR 90,000' }],
    ['the people', { to: '' }, { to: ['mallory@example.org'], subject: 'I accept' }],
    ['the people that were left open', { to: '', people: 'answered' }, { to: ['mallory@example.org'] }],
    ['the people in copy', { to: '', people: 'answered' }, { cc: ['mallory@example.org'] }],
  ])('sends nothing when a program has written %s since, and shows that', async (_what, wish, change) => {
    const { post, call } = await answered(wish);
    await post('save');
    await call('update_draft', change);
    const again = await post('send');
    expect([again.status, await sent()]).toEqual([409, []]);
    const shown = await again.text();
    expect(shown).toMatch(/What you typed.*saved already.*neither saved nor sent.*Approve and send/s);
    for (const [text] of Object.values(change).map((value) => [value].flat())) expect(shown).toContain(text);
  });

  it('is said to have left from another account than it showed, when a program had sent it from there', async () => {
    const { post, call, conversation } = await answered();
    await post('save');
    await call('send_message');
    const [{ account }] = (await world.sql<{ account: string }>(
      'select channel_account_id as account from message_delivery',
    )) as [{ account: string }];
    const told = async (sender: string) => (await post('send', { sender })).headers.get('location');
    expect(await told(account)).toBe(`${pathOf(conversation)}?done=sent`);
    for (const other of [newId(), 'none']) {
      expect(await told(other)).toBe(`${pathOf(conversation)}?done=sent-elsewhere`);
    }
    expect(await sent()).toHaveLength(1);
  });

  it('is not said to have been sent when a program sent something else', async () => {
    const { post, call } = await answered();
    await post('save');
    await call('update_draft', { subject: 'I accept EUR 90,000' });
    await call('send_message');
    expect(await sent()).toEqual([{ subject: 'I accept EUR 90,000' }]);
    expect((await post('send')).status).toBe(409);
  });
});

it.each<[string, Record<string, string>, Record<string, string>]>([
  ['other people', { to: 'mara@example.com' }, { to: '' }],
  [
    'another person in copy',
    { to: 'eve@example.com', cc: 'mara@example.com' },
    { to: 'mara@example.com', cc: 'eve@example.com' },
  ],
  ['another subject', { subject: 'Changed' }, { subject: '' }],
  ['other words', { body: 'The pier is now here' }, { body: 'The pier is nowhere' }],
])('does not send what another tab saved with %s since', async (_what, saved, sent) => {
  const { post } = await drafted();
  expect((await post({ ...saved, action: 'save' })).status).toBe(303);
  const answer = await post({ ...sent, action: 'send' });
  expect(await world.sql('select 1 from message_delivery')).toEqual([]);
  expect(answer.status).toBe(409);
  await expect(answer.text()).resolves.toContain('changed meanwhile');
});

it('shows before an answer is sent to whom it goes, also where the mail asks for replies elsewhere', async () => {
  const conversation = await talk();
  const visitor = await Visitor.signedIn(world, world.ada);
  const to = async () => {
    const form = await visitor.read(pathOf(conversation));
    return [/id="to-new"\s+name="to"\s+value="([^"]*)"/.exec(form)![1], form.includes('asks for replies at another')];
  };
  expect(await to()).toEqual(['eve@example.com', false]);
  const { workspace_id } = world.north;
  const mail = { workspace_id, conversation_id: conversation, from: 'eve@example.com', body: 'Answer me' };
  await aMessage(world, { ...mail, reply_handles: ['mallory@example.org'] });
  expect(await to()).toEqual(['mallory@example.org', true]);
  const empty = await visitor.post(`${PATH}/${workspace_id}/drafts`, {
    channel: 'gmail',
    conversation,
    action: 'send',
    to: '',
    body: 'To whom?',
    reply_to: (await messageIdsOf(conversation)).at(-1),
  });
  expect(empty.status).toBe(400);
  await expect(empty.text()).resolves.toContain('needs at least one recipient');
});

it('shows the account that a message leaves from, and sends nothing from another one than was shown', async () => {
  const { workspace_id } = world.north;
  const shared = { workspace_id, members: [world.ada.user_id], address: 'support@example.com' };
  const support = await anAccount(world, shared);
  const conversation = await talk();
  await world.sql('update conversation set channel_account_id = $2 where conversation_id = $1', [
    conversation,
    support,
  ]);
  const visitor = await Visitor.signedIn(world, world.ada);
  const at = `${PATH}/${workspace_id}`;
  const seen = async (path = pathOf(conversation)) => {
    const form = await visitor.read(path);
    const sender = /name="sender" value="([^"]+)"/.exec(form)![1]!;
    return { sender, from: /From <bdi>([^<]*)/.exec(form)?.[1] };
  };
  const before = await seen();
  expect(before).toEqual({ sender: `${support} shared`, from: 'support@example.com' });
  expect((await seen(`${at}/new?channel=gmail`)).from).toBe('ada@example.com');
  expect((await seen(`${at}/new?channel=outlook`)).sender).toBe('none');
  await world.domain.accounts.disconnect(workspace_id, support);
  const [reply_to] = await messageIdsOf(conversation);
  const letter = {
    channel: 'gmail',
    conversation,
    reply_to,
    to: 'eve@example.com',
    body: 'From support',
    action: 'send',
  };
  const refused = await visitor.post(`${at}/drafts`, { ...letter, sender: before.sender });
  expect(refused.status).toBe(400);
  const shown = await refused.text();
  expect(shown).toMatch(/would leave from another account by now, or .*Nothing was sent/);
  expect(shown).toMatch(/ada@example.com<\/bdi>, because you cannot send from the account/);
  expect(await world.sql('select 1 from message_delivery')).toEqual([]);
  const [, draft, version] = /drafts\/([0-9a-f-]{36})".*?name="version" value="(\d+)"/s.exec(shown)!;
  const now = await seen();
  await visitor.post(`${at}/drafts/${draft}`, { ...letter, version, sender: now.sender });
  expect(await messagesOf(conversation)).toMatchObject([
    { status: 'sent' },
    { status: 'pending', body: 'From support' },
  ]);
});

it('sends nothing from a mailbox that has become a shared one since the form was shown', async () => {
  const { workspace_id } = world.north;
  const visitor = await Visitor.signedIn(world, world.ada);
  const at = `${PATH}/${workspace_id}`;
  const form = await visitor.read(`${at}/new?channel=gmail`);
  const [, sender] = /name="sender" value="([^"]+)"/.exec(form)!;
  const [account] = await world.sql<{ id: string; address: string; external_account_id: string }>(
    'select channel_account_id as id, address, external_account_id from channel_account where channel_account_id = $1',
    [sender],
  );
  const { id, ...named } = account!;
  await world.domain.accounts.disconnect(workspace_id, id);
  const member_ids = [world.ada.user_id, world.bob.user_id];
  await world.domain.accounts.connect(
    workspace_id,
    { channel: 'gmail', display_name: null, owner_user_id: null, ...named, member_ids },
    { seal: () => 'sealed' },
  );
  const letter = { channel: 'gmail', to: 'doctor@example.com', subject: 'Private', body: 'Hello', action: 'send' };
  const refused = await visitor.post(`${at}/drafts`, { ...letter, sender });
  expect(refused.status).toBe(400);
  const shown = await refused.text();
  expect(shown).toMatch(/or from one that has become a shared one\. Nothing was sent/);
  expect(shown).toMatch(
    new RegExp(`name="sender" value="${id} shared".*ada@example.com</bdi>, a shared account\\.`, 's'),
  );
  expect(await world.sql('select 1 from message_delivery')).toEqual([]);
});

it('keeps what was typed when it cannot be sent, and says why', async () => {
  await open(world.ada, `${PATH}/${world.north.workspace_id}/new?channel=gmail`);
  await page.getByLabel('To').fill('eve@example.com, nobody');
  await page.getByRole('textbox', { name: 'Message' }).fill('A long letter.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alert').innerText()).resolves.toMatch(/^To: "nobody" is not an e-mail address/);
  await expect(page.getByRole('textbox', { name: 'Message' }).inputValue()).resolves.toBe('A long letter.');
  await page.getByLabel('To').fill('eve@example.com');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /^Subject: / })
    .waitFor();
  await page.getByLabel('Subject').fill('News');
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await page.getByText('The message is on its way.').waitFor();
  const all = await world.sql('select status from message');
  expect(all).toEqual([{ status: 'pending' }]);
});

it('shows what an assistant drafted, which its owner changes, sends or discards', async () => {
  const { token } = await world.connected(world.ada, { tier: 'write' });
  const draft = async (body: string) =>
    (await world.call(token, 'create_draft', { channel: 'gmail', to: ['eve@example.com'], subject: 'Hi', body })).json
      .result as { structuredContent: { draft_id: string; conversation_id: string } };
  const { structuredContent: first } = await draft('By a program');
  await open(world.ada, pathOf(first.conversation_id));
  await page.getByRole('textbox', { name: 'Message' }).fill('By a person');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The draft was saved.').waitFor();
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await page.getByText('The message is on its way.').waitFor();
  expect(await messagesOf(first.conversation_id)).toEqual([{ status: 'pending', body: 'By a person', subject: 'Hi' }]);
  const { structuredContent: second } = await draft('Not needed');
  await page.goto(world.places.baseUrl + pathOf(second.conversation_id));
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('The draft was discarded.').waitFor();
  expect(await messagesOf(second.conversation_id)).toEqual([]);
});

it('shows a draft that waits for approval first, by whom it was drafted, and on the first page', async () => {
  const { workspace_id } = world.north;
  const claims = { client_name: 'Claude' };
  const { token, connection_id } = await world.connected(world.ada, { tier: 'send', claims });
  await world.domain.connections.setApproval(workspace_id, connection_id, 'required');
  const draft = { channel: 'gmail', to: ['eve@example.com'], subject: 'Hi', body: 'By a program' };
  const { structuredContent } = (await world.call(token, 'create_draft', draft)).json.result as {
    structuredContent: { draft_id: string };
  };
  const refused = (await world.call(token, 'send_message', { draft_id: structuredContent.draft_id })).json.result as {
    content: [{ text: string }];
  };
  const { error } = JSON.parse(refused.content[0].text) as { error: { status: string; url: string } };
  expect(error.status).toBe('awaiting_approval');
  await open(world.ada, '/console');
  await page.getByRole('link', { name: '1 draft', exact: true }).click();
  const shown = (await rows().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  expect(shown).toEqual([
    expect.stringMatching(/^eve@example.com Waits for your approval .* Hi · drafted by Claude for you$/),
  ]);
  await page.goto(error.url);
  await page.getByText('Drafted by Claude for you').waitFor();
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await page.getByText('The message is on its way.').waitFor();
  expect(await world.sql('select status from message')).toEqual([{ status: 'pending' }]);
});

it('says why a message failed, and makes a new draft of it', async () => {
  const conversation = await talk();
  const { workspace_id } = world.north;
  await aMessage(world, {
    workspace_id,
    conversation_id: conversation,
    direction: 'outbound',
    status: 'failed',
    author_user_id: world.ada.user_id,
    to: ['eve@example.com'],
    subject: 'Hello',
    body: 'Once "more"',
    sent_at: null,
    queued_at: new Date(),
    failure_code: 'outcome_unknown',
  });
  await open(world.ada, pathOf(conversation));
  await page.getByText('It may have arrived all the same').waitFor();
  await expect(page.locator('.problem').innerText()).resolves.toMatch(/^Outcome unknown:/);
  await page.getByRole('button', { name: 'Write it again as a draft' }).click();
  await page.getByText('The draft was saved.').waitFor();
  await expect(page.getByRole('textbox', { name: 'Message' }).inputValue()).resolves.toBe('Once "more"');
  expect((await messagesOf(conversation)).map(({ status }) => status).sort()).toEqual(['draft', 'failed', 'sent']);
});

it('says that a message was not delivered which the provider had accepted', async () => {
  const conversation = await talk({ channel: 'whatsapp', people: ['12025550123'] });
  const { workspace_id } = world.north;
  await aMessage(world, {
    workspace_id,
    conversation_id: conversation,
    channel: 'whatsapp',
    direction: 'outbound',
    author_user_id: world.ada.user_id,
    to: ['12025550123'],
    body: 'Are you there?',
    failure_code: '131026',
  });
  await open(world.ada, pathOf(conversation));
  await page.getByText('Not delivered', { exact: true }).waitFor();
  await expect(page.locator('.problem').innerText()).resolves.toContain('Accepted, but not delivered: 131026');
  await page.getByRole('button', { name: 'Write it again as a draft' }).waitFor();
});

it('is used with keys', async () => {
  const [older, newer] = [await talk({ at: new Date(Date.UTC(2026, 5, 1)) }), await talk()];
  await open(world.ada);
  for (const key of ['j', 'j', 's']) await page.keyboard.press(key);
  await page.locator('.star').waitFor();
  expect((await inboxOf(older)).starred_at).not.toBeNull();
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await page.locator('.conversations li:only-child').waitFor();
  expect((await inboxOf(newer)).archived_at).not.toBeNull();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Archive' }).waitFor();
  await page.keyboard.press('r');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('je');
  await expect(page.getByRole('textbox', { name: 'Message' }).inputValue()).resolves.toBe('je');
});

it('shows what is new without loading the page again', async () => {
  const conversation = await talk({ bodies: ['First'] });
  await open(world.ada, pathOf(conversation));
  await page.evaluate(() => ((globalThis as { isSame?: boolean }).isSame = true));
  const { workspace_id } = world.north;
  await aMessage(world, { workspace_id, conversation_id: conversation, from: 'eve@example.com', body: 'Second' });
  await page.getByText('Second').waitFor();
  await expect(page.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).resolves.toBe(true);
});

it('tells a page what changed after it was read and before its stream was open', async () => {
  const conversation = await talk({ bodies: ['First'] });
  const visitor = await Visitor.signedIn(world, world.ada);
  await visitor.get(pathOf(conversation));
  for (const path of [PATH, pathOf(conversation)]) {
    const [, live] = /data-live="([^"]+)"/.exec(await visitor.read(path))!;
    const { workspace_id } = world.north;
    await aMessage(world, { workspace_id, conversation_id: conversation, from: 'eve@example.com', body: 'Second' });
    await world.sql('update conversation_inbox set last_activity_at = now() where conversation_id = $1', [
      conversation,
    ]);
    const stream = (await visitor.get(live!.replaceAll('&amp;', '&'))).body!.pipeThrough(new TextDecoderStream());
    let told = '';
    for await (const text of stream) if ((told += text).includes('event: changed')) break;
    expect(told).toContain('event: changed');
  }
});

it('follows the signals again after they were refused for a while, until nobody is signed in any more', async () => {
  const conversation = await talk({ bodies: ['First'] });
  await open(world.ada);
  await page.clock.install();
  let refusals = 0;
  await page.route('**/live?*', (route) => (++refusals > 1 ? route.continue() : route.fulfill({ status: 503 })));
  await page.goto(world.places.baseUrl + pathOf(conversation));
  await eventually(() => refusals === 1);
  const refused = page.waitForRequest('**/live?*');
  await page.clock.fastForward(60_000);
  await refused;
  const { workspace_id } = world.north;
  await aMessage(world, { workspace_id, conversation_id: conversation, from: 'eve@example.com', body: 'Second' });
  await page.getByText('Second').waitFor();
  await page.context().clearCookies();
  await aMessage(world, { workspace_id, conversation_id: conversation, from: 'eve@example.com', body: 'Third' });
  await page.getByText('You are not signed in any more.').waitFor();
});

it('has a stream only while it is seen, and shows then what came meanwhile', async () => {
  const conversation = await talk({ bodies: ['First'] });
  await open(world.ada, pathOf(conversation));
  const show = (isSeen: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${!isSeen}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/live?'));
  await show(false);
  await ended;
  const { workspace_id } = world.north;
  await aMessage(world, { workspace_id, conversation_id: conversation, from: 'eve@example.com', body: 'Second' });
  const again = page.waitForRequest('**/live?*');
  await show(true);
  await again;
  await page.getByText('Second').waitFor();
});

it('shows a draft below the newest messages, however many of them came after it', async () => {
  const later = new Date(Date.now() + 3_600_000);
  const conversation = await talk({ bodies: Array.from({ length: 60 }, (_, n) => `Message ${n}`), at: later });
  const { token } = await world.connected(world.ada, { tier: 'write' });
  const [message] = await messageIdsOf(conversation);
  const draft = { channel: 'gmail', to: ['eve@example.com'], body: 'Long ago', reply_to: message };
  await world.call(token, 'create_draft', draft);
  await open(world.ada, `${PATH}?show=drafts`);
  await rows().click();
  await page.getByText('Older messages').waitFor();
  await page.getByText('Long ago').waitFor();
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await page.getByText('The message is on its way.').waitFor();
});

it('shows in open pages what an assistant does with a draft, and that it waits for its owner', async () => {
  const conversation = await talk({ people: ['eve@example.com'] });
  const { token, connection_id } = await world.connected(world.ada, { tier: 'send' });
  await world.domain.connections.setApproval(world.north.workspace_id, connection_id, 'required');
  const [message] = await messageIdsOf(conversation);
  const draft = { channel: 'gmail', to: ['eve@example.com'], body: 'As it was', reply_to: message };
  const { structuredContent } = (await world.call(token, 'create_draft', draft)).json.result;
  const { draft_id } = structuredContent as { draft_id: string };
  await open(world.ada, `${PATH}?show=drafts`);
  await page.getByText('As it was').waitFor();
  const thread = await page.context().newPage();
  await thread.goto(world.places.baseUrl + pathOf(conversation));
  await world.call(token, 'update_draft', { draft_id, body: 'As it is now' });
  await page.getByText('As it is now').waitFor();
  await world.call(token, 'send_message', { draft_id });
  for (const each of [page, thread]) {
    await each.bringToFront();
    if (each === thread) await thread.getByRole('button', { name: 'Show it as it is now' }).click();
    await each.locator('.badge', { hasText: 'Waits for your approval' }).waitFor();
  }
});

it('signals nothing more to somebody who was removed, and nothing of a workspace of others', async () => {
  const { workspace_id } = world.north;
  const dora = await world.addMember('Dora Example', world.north);
  const visitor = await Visitor.signedIn(world, dora);
  const stream = (await visitor.get(`${PATH}/${workspace_id}/live`)).body!.pipeThrough(new TextDecoderStream());
  await world.domain.workspaces.removeMember(workspace_id, { email: dora.email });
  await talk({ inboxes: [dora.user_id] });
  let told = '';
  for await (const text of stream) told += text;
  expect(told).toBe('retry: 5000\n\n');
  const answers = [workspace_id, world.south.workspace_id, newId()].map(async (id) => {
    const answer = await visitor.get(`${PATH}/${id}/live`);
    return [answer.status, await answer.text()];
  });
  const [first, ...others] = await Promise.all(answers);
  expect([first![0], others]).toEqual([404, [first, first]]);
});

it('is the same for a conversation of somebody else, for a blocked one and for one that never was', async () => {
  const [theirs, blocked] = [await talk({ inboxes: [world.bob.user_id] }), await talk()];
  const visitor = await Visitor.signedIn(world, world.ada);
  await visitor.post(`${pathOf(blocked)}/block`);
  const page = async (id: string) => {
    const answer = await visitor.get(pathOf(id));
    return [answer.status, (await answer.text()).replaceAll(id, 'ID')];
  };
  for (const id of [theirs, blocked]) expect(await page(id)).toEqual(await page(newId()));
  expect((await visitor.post(`${pathOf(blocked)}/mark`, { starred: 'true' })).status).toBe(404);
  for (const action of ['mark', 'block']) {
    const of = async (id: string) => (await visitor.post(`${pathOf(id)}/${action}`, { starred: 'true' })).status;
    expect([action, await of(theirs), await of(newId())]).toEqual([action, 404, 404]);
  }
  expect((await visitor.get(`${pathOf(theirs)}/messages/${newId()}/formatted`)).status).toBe(404);
});

it('shows beside the messages who wrote them, with what is still to be done about that person', async () => {
  const { token } = await world.connected(world.ada, { tier: 'write' });
  const create = async (object: string, values: object) =>
    (await world.call(token, 'create_record', { object, values })).json.result.structuredContent.id.record_id as string;
  const person = await create('people', {
    name: { first_name: 'Ines', last_name: 'Example' },
    email_addresses: ['ines@example.com'],
  });
  const about = [{ type: 'people', id: person }];
  await create('tasks', { title: 'Send the <offer>', about, due_date: '2026-03-01' });
  await create('tasks', { title: 'Call back', about });
  await create('tasks', { title: 'Done already', about, status: 'Done' });
  const conversation = await talk({ people: ['ines@example.com'] });
  const visitor = await Visitor.signedIn(world, world.ada);
  const beside = () => visitor.read(pathOf(conversation)).then((text) => text.split('<aside')[1]!);
  const names = [...(await beside()).matchAll(/\/tasks\/[^"]*"\s*>([^<]*)<\/a/g)];
  expect(names.map(([, name]) => name)).toEqual(['Send the &lt;offer&gt;', 'Call back']);
  expect(await beside()).toContain('due 1 Mar 2026');
  // What the stages are called does not matter; where none is open, there is nothing to show.
  await world.sql(`update choice set title = 'To do' where title = 'Open'`);
  await world.sql('update workspace set schema_version = schema_version + 1');
  expect(await beside()).toContain('Call back');
  await world.sql(`update choice set config = config || '{"is_closed": true}' where title = 'To do'`);
  await world.sql('update workspace set schema_version = schema_version + 1');
  expect(await beside()).not.toContain('Open tasks');
});
