import { randomUUID } from 'node:crypto';
import { trustedClaim } from '#crm-domain';
import { aConversation, aMessage, anAccount } from '../support/conversations.js';
import { World } from '../support/world.js';
import { Toolbox, withoutRequest } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
let bobs: Toolbox;
let cleos: Toolbox;
let record_id: string;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  bobs = await Toolbox.open(world, (await world.connected(world.bob, { tier: 'write' })).token);
  cleos = await Toolbox.open(
    world,
    (await world.connected(world.cleo, { tier: 'write', workspace: world.south })).token,
  );
  const values = { name: { first_name: 'Ada', last_name: 'King' }, email_addresses: 'ada.king@example.com' };
  record_id = (await tools.result('create_record', { object: 'people', values })).id.record_id;
});
afterAll(() => world.stop());

const draft = (args: object) => tools.result('create_draft', { channel: 'gmail', ...args });
const pathsOf = async (name: string, args: object, of = tools) => {
  const { type, code, issues } = await of.failure(name, args);
  expect([type, code]).toEqual(['invalid_request_error', 'validation_type']);
  return issues.map(({ path }) => path);
};

interface StoredDraft {
  channel: string;
  subject: string | null;
  body: string;
  status: string;
  reply_to_message_id: string | null;
  conversation_id: string;
  recipients: string[];
}
async function stored(draft_id: string): Promise<StoredDraft> {
  const [row] = await world.sql<StoredDraft>(
    `select channel, subject, body, status, reply_to_message_id, conversation_id,
      array(select role || ' ' || handle from message_recipient r where r.message_id = m.message_id order by role desc, position) as recipients
     from message m where message_id = $1`,
    [draft_id],
  );
  return row!;
}
const exists = async (conversation_id: string) =>
  (await world.sql('select 1 from conversation where conversation_id = $1', [conversation_id])).length > 0;

it('a draft for a conversation is told to name the message that it answers', async () => {
  const { issues } = await tools.failure('create_draft', { channel: 'gmail', conversation_id: randomUUID() });
  expect(issues[0]).toMatchObject({ path: 'conversation_id', message: expect.stringContaining('reply_to') });
});

/** A conversation in Ada's inbox, and its message from outside. */
async function received(channel: 'gmail' | 'outlook' | 'whatsapp' = 'gmail', inboxes = [world.ada.user_id]) {
  const { workspace_id } = world.north;
  const conversation_id = await aConversation(world, { workspace_id, channel, inboxes, bodies: [] });
  const from = channel === 'whatsapp' ? '14155550123' : 'eve@example.com';
  const message_id = await aMessage(world, { workspace_id, conversation_id, channel, from, body: 'Hello?' });
  return { conversation_id, message_id };
}

describe('create_draft', () => {
  it('says of each recipient which record has the address, and takes those that none has', async () => {
    const { draft_id, recipients } = await draft({
      subject: ' Hello ',
      body: 'Dear Ada',
      to: ['Ada.King@Example.com', 'raw@example.com'],
      cc: ['ADA.KING@example.com', 'cc@example.com'],
    });
    expect(recipients).toEqual([
      {
        address: 'Ada.King@Example.com',
        role: 'to',
        match: 'record',
        object: 'people',
        record_id,
        display_name: 'Ada King',
      },
      { address: 'raw@example.com', role: 'to', match: 'none' },
      { address: 'cc@example.com', role: 'cc', match: 'none' },
    ]);
    expect(await stored(draft_id)).toEqual({
      channel: 'gmail',
      subject: 'Hello',
      body: 'Dear Ada',
      status: 'draft',
      reply_to_message_id: null,
      conversation_id: expect.any(String),
      recipients: ['to ada.king@example.com', 'to raw@example.com', 'cc cc@example.com'],
    });
  });

  it('makes a conversation of its own, in the inbox of its author alone', async () => {
    const { draft_id } = await draft({ subject: 'Only mine', to: ['raw@example.com'] });
    const { conversation_id } = await stored(draft_id);
    const thread = await tools.result('get_conversation', { conversation_id });
    expect(thread).toMatchObject({ channel: 'gmail', unread: false, people: [{ address: 'raw@example.com' }] });
    expect(thread.subject).toContain('Only mine');
    expect(thread.messages).toMatchObject([{ id: draft_id, status: 'draft', subject: 'Only mine' }]);
    expect((await bobs.failure('get_conversation', { conversation_id })).code).toBe('not_found');
  });

  it('says which conversation it is in, and what stands in the way of sending it', async () => {
    const made = await draft({ to: ['raw@example.com'] });
    expect(made.conversation_id).toBe((await stored(made.draft_id)).conversation_id);
    expect(made.note).toMatch(/^body is empty; .* subject is empty; .* You have no gmail account/);
    const { draft_id } = made;
    const account = await anAccount(world, { workspace_id: world.north.workspace_id, owner: world.ada.user_id });
    const changed = await tools.result('update_draft', { draft_id, subject: 'Hello', body: 'Now' });
    const { recipients, conversation_id } = made;
    expect(changed).toEqual({ draft_id, recipients, conversation_id, version: 2 });
    await world.sql('delete from channel_account where channel_account_id = $1', [account]);
    const { note, ...rest } = await tools.result('update_draft', { draft_id, body: 'Then' });
    expect([rest, note]).toEqual([{ ...changed, version: 3 }, expect.stringMatching(/^You have no gmail account/)]);
  });

  it('may be saved with nothing in it but its channel', async () => {
    const { draft_id, recipients, note } = await draft({});
    expect(note).toMatch(/^to needs at least one recipient\. body is empty; .* subject is empty; /);
    expect(recipients).toEqual([]);
    expect(await stored(draft_id)).toMatchObject({ body: '', subject: null, recipients: [] });
  });

  it.each([
    ['gmail', 'someone@example.com', 'email someone@example.com'],
    ['outlook', ' Someone@Bücher.Example ', 'email someone@xn--bcher-kva.example'],
    ['whatsapp', '+1 (415) 555-0100', 'phone 14155550100'],
    ['whatsapp', ' US.1A2B3C4D5E ', 'phone US.1A2B3C4D5E'],
    ['whatsapp', 'US.ENT.11815799212886844830', 'phone US.ENT.11815799212886844830'],
    ['facebook', '7203948812345678', 'psid 7203948812345678'],
    ['instagram', '17841400000000001', 'igsid 17841400000000001'],
  ])('on %s takes %s', async (channel, address, handle) => {
    const { draft_id, recipients } = await tools.result('create_draft', { channel, to: [address], body: 'x' });
    expect(recipients).toEqual([{ address: address.trim(), role: 'to', match: 'none' }]);
    const rows = await world.sql<{ kind: string; handle: string }>(
      'select kind, handle from message_recipient where message_id = $1',
      [draft_id],
    );
    expect(rows.map((row) => `${row.kind} ${row.handle}`)).toEqual([handle]);
  });

  it.each<[object, string[]]>([
    [{ channel: 'gmail', to: ['not an address'] }, ['to[0]']],
    [{ channel: 'gmail', to: ['a@example.com', 'Ada <ada@example.com>'], cc: ['+14155550100'] }, ['to[1]', 'cc[0]']],
    [{ channel: 'gmail', to: ['a@example.com\nBcc: b@example.com'] }, ['to[0]']],
    [{ channel: 'gmail', subject: 'a\r\nBcc: b@example.com' }, ['subject']],
    [{ channel: 'gmail', subject: 'x'.repeat(256) }, ['subject']],
    [{ channel: 'gmail', body: 'x'.repeat(100_001) }, ['body']],
    [{ channel: 'gmail', body: 'nul \0' }, ['body']],
    [{ channel: 'gmail', to: Array.from({ length: 101 }, (_, n) => `p${n}@example.com`) }, ['to']],
    [{ channel: 'whatsapp', to: ['4155550100'] }, ['to[0]']],
    [{ channel: 'whatsapp', to: ['+521551234567890'] }, ['to[0]']],
    [{ channel: 'whatsapp', to: ['a@example.com'] }, ['to[0]']],
    ...['us.1A2B3C', 'USA.1A2B3C', 'US.', 'US.1A 2B', 'US.1A\n2B', 'US.1A;', `US.${'1'.repeat(129)}`].map(
      (id): [object, string[]] => [{ channel: 'whatsapp', to: [id] }, ['to[0]']],
    ),
    [{ channel: 'whatsapp', to: ['+14155550100', '+14155550101'] }, ['to']],
    [{ channel: 'whatsapp', subject: 'Hello' }, ['subject']],
    [{ channel: 'whatsapp', cc: ['+14155550100'] }, ['cc']],
    [{ channel: 'whatsapp', body: 'x'.repeat(4097) }, ['body']],
    [{ channel: 'facebook', to: ['two words'] }, ['to[0]']],
    [{ channel: 'facebook', body: 'x'.repeat(2001) }, ['body']],
    [{ channel: 'instagram', body: 'é'.repeat(501) }, ['body']],
    [{ channel: 'sms' }, ['channel']],
    [{}, ['channel']],
    [{ channel: 'gmail', to: 'a@example.com' }, ['to']],
    [{ channel: 'gmail', files: [{ name: 'a.pdf' }] }, ['files']],
    [{ channel: 'gmail', attachments: [] }, ['attachments']],
    [{ channel: 'gmail', forward_of: randomUUID() }, ['forward_of']],
  ])('refuses %j', async (args, paths) => {
    await expect(pathsOf('create_draft', args)).resolves.toEqual(paths);
  });

  it('takes what other channels do not have when there is nothing in it', async () => {
    await expect(
      tools.result('create_draft', { channel: 'whatsapp', subject: null, cc: [], to: ['+14155550100'], body: 'x' }),
    ).resolves.toMatchObject({ recipients: [{ role: 'to' }] });
  });
});

describe('reply_to', () => {
  it('puts the draft into the conversation of the message it answers, and changes nothing for the others in it', async () => {
    const { conversation_id, message_id } = await received('gmail', [world.ada.user_id, world.bob.user_id]);
    const before = await bobs.result('get_conversation', { conversation_id });
    const listed = await bobs.result('list_conversations');
    const { draft_id } = await draft({ reply_to: message_id, to: ['secret@example.com'], subject: 'Mine' });
    const { messages } = await tools.result('get_conversation', { conversation_id });
    expect(messages.at(-1)).toMatchObject({ id: draft_id, reply_to: message_id, status: 'draft' });
    const bare = (thread: object) =>
      JSON.parse(JSON.stringify(thread).replaceAll(/untrusted-[0-9a-f]+/g, '')) as object;
    expect(bare(await bobs.result('get_conversation', { conversation_id }))).toEqual(bare(before));
    expect(bare(await bobs.result('list_conversations'))).toEqual(bare(listed));
  });

  it('answers drafts of our own, which may then go', async () => {
    const first = await draft({ subject: 'First' });
    const second = await draft({ reply_to: first.draft_id, to: ['a@example.com'] });
    const { conversation_id } = await stored(first.draft_id);
    expect(await stored(second.draft_id)).toMatchObject({ conversation_id, reply_to_message_id: first.draft_id });
    await tools.result('delete_draft', { draft_id: first.draft_id });
    expect(await stored(second.draft_id)).toMatchObject({ conversation_id, reply_to_message_id: null });
    await tools.result('delete_draft', { draft_id: second.draft_id });
    expect(await exists(conversation_id)).toBe(false);
  });

  it("does not find what is missing, elsewhere, in nobody's inbox, blocked, or somebody else's draft", async () => {
    const missing = withoutRequest(await tools.failure('create_draft', { channel: 'gmail', reply_to: randomUUID() }));
    expect(missing).toMatchObject({ code: 'not_found' });
    const notMine = await received('gmail', [world.bob.user_id]);
    const his = await bobs.result('create_draft', { channel: 'gmail' });
    const inTheApp = { ...trustedClaim(world.north.workspace_id, { origin: 'console', request_id: randomUUID() }) };
    const shared = await received('gmail', [world.ada.user_id, world.bob.user_id]);
    const between = await bobs.result('create_draft', { channel: 'gmail', reply_to: shared.message_id });
    const blocked = await received();
    await world.domain.inboxes.blockConversation({ ...inTheApp, user_id: world.ada.user_id }, blocked.conversation_id);
    for (const reply_to of [notMine.message_id, his.draft_id, between.draft_id, blocked.message_id, 'no id']) {
      const refused = await tools.failure('create_draft', { channel: 'gmail', reply_to });
      expect(withoutRequest(refused)).toEqual(missing);
    }
    const ours = await received();
    const refused = await cleos.failure('create_draft', { channel: 'gmail', reply_to: ours.message_id });
    expect(withoutRequest(refused)).toEqual(missing);
  });

  it('refuses a message of another channel', async () => {
    const { message_id } = await received('outlook');
    await expect(pathsOf('create_draft', { channel: 'gmail', reply_to: message_id })).resolves.toEqual(['reply_to']);
  });
});

describe('update_draft', () => {
  it('changes what it is given and leaves the rest; null and empty lists clear', async () => {
    const { draft_id } = await draft({ subject: 'One', body: 'Text', to: ['a@example.com'], cc: ['c@example.com'] });
    await tools.result('update_draft', { draft_id, body: 'Other text' });
    const changed = { subject: 'One', body: 'Other text', recipients: ['to a@example.com', 'cc c@example.com'] };
    expect(await stored(draft_id)).toMatchObject(changed);
    const { recipients } = await tools.result('update_draft', { draft_id, to: ['ada.king@example.com'], cc: [] });
    expect(recipients).toMatchObject([{ match: 'record', record_id }]);
    await tools.result('update_draft', { draft_id, subject: null });
    expect(await stored(draft_id)).toMatchObject({
      ...changed,
      subject: null,
      recipients: ['to ada.king@example.com'],
    });
  });

  it('shows the people and the subject of now in the conversation it began', async () => {
    const { draft_id } = await draft({ subject: 'Old', to: ['old@example.com'] });
    const { conversation_id } = await stored(draft_id);
    await tools.result('update_draft', { draft_id, subject: 'New', to: ['new@example.com'] });
    const thread = await tools.result('get_conversation', { conversation_id });
    expect(thread.people).toMatchObject([{ address: 'new@example.com' }]);
    expect(thread.subject).toContain('New');
  });

  it('cannot make a draft the answer to itself', async () => {
    const { draft_id } = await draft({ to: ['a@example.com'] });
    const itself = { draft_id, reply_to: draft_id.toUpperCase() };
    await expect(pathsOf('update_draft', itself)).resolves.toEqual(['reply_to']);
    expect(await stored(draft_id)).toMatchObject({ reply_to_message_id: null });
  });

  it('moves with reply_to, and leaves no empty conversation behind', async () => {
    const { draft_id } = await draft({ to: ['a@example.com'] });
    const own = (await stored(draft_id)).conversation_id;
    const { conversation_id, message_id } = await received();
    await tools.result('update_draft', { draft_id, reply_to: message_id });
    expect([(await stored(draft_id)).conversation_id, await exists(own)]).toEqual([conversation_id, false]);
    await tools.result('update_draft', { draft_id, reply_to: null });
    const moved = (await stored(draft_id)).conversation_id;
    expect([moved === conversation_id, await exists(conversation_id)]).toEqual([false, true]);
    expect((await tools.result('get_conversation', { conversation_id: moved })).messages).toHaveLength(1);
  });

  it('changes the channel of a draft that fits the other one', async () => {
    const { draft_id } = await draft({ subject: 'S', to: ['a@example.com'] });
    await expect(pathsOf('update_draft', { draft_id, channel: 'whatsapp' })).resolves.toEqual(['to[0]', 'subject']);
    const old = (await stored(draft_id)).conversation_id;
    await tools.result('update_draft', { draft_id, channel: 'whatsapp', subject: null, to: ['+14155550100'] });
    expect(await stored(draft_id)).toMatchObject({ channel: 'whatsapp', recipients: ['to 14155550100'] });
    expect(await exists(old)).toBe(false);
    const { message_id } = await received();
    await expect(pathsOf('update_draft', { draft_id, reply_to: message_id })).resolves.toEqual(['reply_to']);
  });

  it('leaves a draft as it was when the change is refused', async () => {
    const { draft_id } = await draft({ subject: 'Kept', to: ['a@example.com'] });
    const before = await stored(draft_id);
    await expect(pathsOf('update_draft', { draft_id, body: 'new', to: ['nobody'] })).resolves.toEqual(['to[0]']);
    await expect(pathsOf('update_draft', { draft_id, files: [] })).resolves.toEqual(['files']);
    expect(await stored(draft_id)).toEqual(before);
  });
});

describe('delete_draft', () => {
  it('removes the draft, and its conversation when that held nothing else', async () => {
    const { draft_id } = await draft({ to: ['a@example.com'] });
    const { conversation_id } = await stored(draft_id);
    await expect(tools.result('delete_draft', { draft_id })).resolves.toEqual({ draft_id, deleted: true });
    expect([await stored(draft_id), await exists(conversation_id)]).toEqual([undefined, false]);
    expect((await tools.failure('delete_draft', { draft_id })).code).toBe('not_found');
  });

  it('leaves a conversation that holds messages', async () => {
    const { conversation_id, message_id } = await received();
    const { draft_id } = await draft({ reply_to: message_id });
    await tools.result('delete_draft', { draft_id });
    expect((await tools.result('get_conversation', { conversation_id })).messages).toHaveLength(1);
  });
});

describe('the draft tools', () => {
  const calls: [string, (draft_id: string) => object][] = [
    ['update_draft', (draft_id) => ({ draft_id, body: 'Mine now' })],
    ['delete_draft', (draft_id) => ({ draft_id })],
  ];

  it.each(calls)('%s finds no draft of somebody else, here or elsewhere', async (name, args) => {
    const his = await bobs.result('create_draft', { channel: 'gmail', body: 'Bob' });
    const missing = withoutRequest(await tools.failure(name, args(randomUUID())));
    expect(missing).toMatchObject({ code: 'not_found', message: 'Draft not found.' });
    for (const draft_id of [his.draft_id, 'no id']) {
      expect(withoutRequest(await tools.failure(name, args(draft_id)))).toEqual(missing);
      expect(withoutRequest(await cleos.failure(name, args(draft_id)))).toEqual(missing);
    }
    expect(await stored(his.draft_id)).toMatchObject({ body: 'Bob', status: 'draft' });
  });

  it.each(['pending', 'sent', 'failed'].flatMap((status) => calls.map((call) => [call[0], status, call[1]] as const)))(
    '%s refuses a message that is %s',
    async (name, status, args) => {
      const { workspace_id } = world.north;
      const { conversation_id } = await received();
      const own = { workspace_id, conversation_id, direction: 'outbound', author_user_id: world.ada.user_id } as const;
      const id = await aMessage(world, {
        ...own,
        status,
        body: 'As it was',
        sent_at: status === 'sent' ? new Date() : null,
      });
      expect(await tools.failure(name, args(id))).toMatchObject({ type: 'invalid_request_error', code: '' });
      expect(await stored(id)).toMatchObject({ body: 'As it was', status });
    },
  );

  it('act on drafts begun in the application', async () => {
    const { workspace_id } = world.north;
    const { conversation_id } = await received();
    const own = { workspace_id, conversation_id, direction: 'outbound', author_user_id: world.ada.user_id } as const;
    const draft_id = await aMessage(world, { ...own, status: 'draft', sent_at: null });
    await tools.result('update_draft', { draft_id, body: 'Begun elsewhere' });
    expect(await stored(draft_id)).toMatchObject({ body: 'Begun elsewhere' });
    await tools.result('delete_draft', { draft_id });
  });
});
