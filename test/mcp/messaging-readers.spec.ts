import { randomUUID } from 'node:crypto';
import { trustedClaim, type Caller } from '#crm-domain';
import { aConversation, aMessage, type AConversation } from '../support/conversations.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

const DAY = 86_400_000;
const FIRST = Date.parse('2026-03-01T09:00:00.000Z');
const LONGEST = 150_000;

let world: World;
let tools: Toolbox;
/** Ada's inbox and nothing else in it: a person of her own for each describe. */
let bobs: Toolbox;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  bobs = await Toolbox.open(world, (await world.connected(world.bob)).token);
});
afterAll(() => world.stop());

const inTheApp = (user_id: string): Caller => ({
  ...trustedClaim(world.north.workspace_id, { origin: 'console', request_id: randomUUID() }),
  user_id,
});
const north = (wish: Partial<AConversation>) =>
  aConversation(world, { workspace_id: world.north.workspace_id, ...wish });

interface Row {
  id: string;
  in_my_inbox?: boolean;
  subject: string | null;
}
interface Listed {
  conversations: Row[];
  total: number;
  has_more: boolean;
  next_offset?: number;
}
const idsOf = ({ conversations }: Listed) => conversations.map(({ id }) => id);

describe('list_conversations', () => {
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (let n = 0; n < 12; n++) {
      const channel = (['gmail', 'outlook', 'whatsapp'] as const)[n % 3]!;
      const people = [channel === 'whatsapp' ? `1415555010${n % 10}` : `p${n}@example.com`];
      const at = new Date(FIRST + n * DAY);
      ids.push(await north({ channel, people, inboxes: [world.bob.user_id], at, external_id: `thread-${n}` }));
    }
    const app = inTheApp(world.bob.user_id);
    await world.domain.inboxes.mark(app, ids[1]!, { archived: true });
    await world.domain.inboxes.mark(app, ids[4]!, { archived: true, starred: true });
    await world.domain.inboxes.mark(app, ids[2]!, { starred: true });
    await world.domain.inboxes.mark(app, ids[3]!, { read: true });
    await world.domain.inboxes.mark(app, ids[5]!, { read: true, starred: true });
  });
  const at = (...places: number[]) => places.map((place) => ids[place]!);

  it.each<[object, number[]]>([
    [{}, [11, 10, 9, 8, 7, 6, 5, 3, 2, 0]],
    [{ archived: false }, [11, 10, 9, 8, 7, 6, 5, 3, 2, 0]],
    [{ archived: true }, [4, 1]],
    [{ starred: true }, [5, 2]],
    [{ starred: false }, [11, 10, 9, 8, 7, 6, 3, 0]],
    [{ starred: true, archived: true }, [4]],
    [{ unread: true }, [11, 10, 9, 8, 7, 6, 2, 0]],
    [{ unread: false }, [5, 3]],
    [{ unread: false, starred: true }, [5]],
    [{ channel: 'whatsapp' }, [11, 8, 5, 2]],
    [{ channel: 'whatsapp', unread: true, starred: true }, [2]],
    [{ channel: 'instagram' }, []],
  ])('with %j lists what fits, the newest first', async (filter, places) => {
    const found: Listed = await bobs.result('list_conversations', filter);
    expect(idsOf(found)).toEqual(at(...places));
    expect(found).toMatchObject({ total: places.length, has_more: false });
  });

  it('says of each what the contract names, with whom it is, and whether there is something new', async () => {
    const { conversations } = await bobs.result('list_conversations', { starred: true });
    expect(conversations[1]).toEqual({
      id: ids[2],
      channel: 'whatsapp',
      external_id: 'thread-2',
      archived_at: null,
      last_read_at: null,
      starred_at: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/),
      unread: true,
      last_activity_at: new Date(FIRST + 2 * DAY).toISOString(),
      subject: null,
      begun_here: false,
      people: [{ address: '+14155550102', display_name: null }],
    });
    expect(conversations[0]).toMatchObject({ unread: false, last_read_at: expect.any(String) });
  });

  it('shows every conversation once when a client follows next_offset', async () => {
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Listed = await bobs.result('list_conversations', { limit: 4, offset });
      expect([page.total, page.has_more]).toEqual([10, page.next_offset !== undefined]);
      seen.push(...idsOf(page));
      offset = page.next_offset;
    }
    expect(seen).toEqual(at(11, 10, 9, 8, 7, 6, 5, 3, 2, 0));
  });

  it.each([
    [{ limit: 0 }, 1],
    [{ limit: -3 }, 1],
    [{ limit: 1000 }, 10],
    [{ offset: 8 }, 2],
    [{ offset: 10 }, 0],
    [{ offset: 5000 }, 0],
  ])('with %j gives a page of %i', async (args, rows) => {
    const page: Listed = await bobs.result('list_conversations', args);
    expect([page.conversations.length, page.total]).toEqual([rows, 10]);
  });

  it.each([
    [{ offset: -1 }, 'offset'],
    [{ offset: 1.5 }, 'offset'],
    [{ limit: '10' }, 'limit'],
    [{ channel: 'sms' }, 'channel'],
    [{ archived: 'yes' }, 'archived'],
    [{ query: 'x' }, 'query'],
  ])('refuses %j', async (args, path) => {
    const { code, issues } = await bobs.failure('list_conversations', args);
    expect([code, issues.map((issue) => issue.path)]).toEqual(['validation_type', [path]]);
  });

  it('takes what came in after the last reading for unread again', async () => {
    const id = await north({ inboxes: [world.ada.user_id], people: ['again@example.com'] });
    const ours = async (unread: boolean) => idsOf(await tools.result('list_conversations', { unread })).includes(id);
    await world.domain.inboxes.mark(inTheApp(world.ada.user_id), id, { read: true });
    expect([await ours(true), await ours(false)]).toEqual([false, true]);
    const message = { conversation_id: id, at: new Date(Date.now() + 1000), inbound: true };
    await world.domain.db.transaction(world.north.workspace_id, ({ inboxes }) =>
      inboxes.follow({ ...message, channel_account_id: null }),
    );
    expect([await ours(true), await ours(false)]).toEqual([true, false]);
  });
});

describe('list_record_conversations', () => {
  it('says of a company that its people have conversations, and lists them with include_related', async () => {
    const create = async (object: string, values: object) =>
      (await tools.result('create_record', { object, values })).id.record_id as string;
    const company = await create('companies', { name: 'Quiet Harbour' });
    const at = { object: 'companies', record_id: company };
    expect(await tools.result('list_record_conversations', at)).toEqual({
      conversations: [],
      total: 0,
      has_more: false,
    });
    for (const name of ['ines', 'omar']) {
      const values = { email_addresses: `${name}@quiet.example.com`, company: { type: 'companies', id: company } };
      await create('people', values);
    }
    const made = await north({ people: ['ines@quiet.example.com', 'omar@quiet.example.com'], at: new Date(FIRST) });
    const gone = await create('people', {
      email_addresses: 'gone@quiet.example.com',
      company: { type: 'companies', id: company },
    });
    await north({ people: ['gone@quiet.example.com'] });
    await tools.result('delete_record', { object: 'people', record_id: gone });

    const alone = await tools.result('list_record_conversations', at);
    expect(alone).toMatchObject({ conversations: [], total: 0 });
    expect(alone.note).toContain('have 1: call again with include_related: true');
    const related = await tools.result('list_record_conversations', { ...at, include_related: true });
    expect([idsOf(related), related.total, related.note]).toEqual([[made], 1, undefined]);
  });

  it('says with include_related that more than 1,000 records refer to it, and looks at the oldest', async () => {
    const create = async (object: string, values: object) =>
      (await tools.result('create_record', { object, values })).id.record_id as string;
    const company = await create('companies', { name: 'Large Harbour' });
    const of = (values: object) => create('people', { ...values, company: { type: 'companies', id: company } });
    const oldest = await of({ email_addresses: 'oldest@large.example.com' });
    const copies = async (count: number) => {
      const ids = Array.from({ length: count }, () => randomUUID().replace(/^./, 'f'));
      const to = `jsonb_build_object('record_id', id)`;
      await world.sql(
        `insert into record select (jsonb_populate_record(r, ${to})).* from record r, unnest($2::uuid[]) id where r.record_id = $1`,
        [oldest, ids],
      );
      await world.sql(
        `insert into record_reference select (jsonb_populate_record(f, ${to})).* from record_reference f, unnest($2::uuid[]) id where f.record_id = $1`,
        [oldest, ids],
      );
      return ids;
    };
    const made = await north({ people: ['oldest@large.example.com'], at: new Date(FIRST) });
    await copies(999);
    const at = { object: 'companies', record_id: company };
    const related = () => tools.result('list_record_conversations', { ...at, include_related: true });
    expect(await related()).toMatchObject({ total: 1, has_more: false });
    expect((await related()).note).toBeUndefined();
    await copies(1);
    const cut = await related();
    expect([idsOf(cut), cut.note]).toEqual([
      [made],
      expect.stringContaining('more than 1000 records refer to this one, of which the 1000 oldest were looked at'),
    ]);
    const alone = await tools.result('list_record_conversations', at);
    expect(alone.note).toContain('have 1 or more: call again');
  });

  it("lists what the record takes part in, in anybody's inbox, by any of its addresses, and keeps the private to itself", async () => {
    const values = {
      email_addresses: ['multi@example.com', 'second@example.com'],
      phone_numbers: ['+14155550177'],
    };
    const { id } = await tools.result('create_record', { object: 'people', values });
    const inbox = { inboxes: [world.bob.user_id] };
    const made = [
      await north({ ...inbox, people: ['multi@example.com'], at: new Date(FIRST), subject: 'Private' }),
      await north({
        people: ['second@example.com', 'x@example.com'],
        at: new Date(FIRST + DAY),
        inboxes: [world.ada.user_id],
      }),
      await north({ ...inbox, channel: 'whatsapp', people: ['14155550177'], at: new Date(FIRST + 2 * DAY) }),
      await north({
        people: ['multi@example.com', 'second@example.com'],
        at: new Date(FIRST + 3 * DAY),
        inboxes: [world.ada.user_id],
      }),
    ];
    await north({ people: ['stranger@example.com'], inboxes: [world.ada.user_id] });
    await world.sql(
      'update conversation_inbox set archived_at = $1, last_read_at = $1, starred_at = $1 where conversation_id = any ($2)',
      [new Date(FIRST + 9 * DAY), [made[0], made[1]]],
    );
    const found: Listed = await tools.result('list_record_conversations', {
      object: 'people',
      record_id: id.record_id,
    });
    expect(found).toMatchObject({ total: 4, has_more: false });
    expect(found.conversations.map((each) => [each.id, each.in_my_inbox])).toEqual([
      [made[3], true],
      [made[2], false],
      [made[1], true],
      [made[0], false],
    ]);
    expect(found.conversations[3]).toEqual({
      id: made[0],
      channel: 'gmail',
      external_id: null,
      in_my_inbox: false,
      archived_at: null,
      last_read_at: null,
      starred_at: null,
      unread: null,
      subject: null,
      people: [],
      begun_here: null,
      last_activity_at: new Date(FIRST).toISOString(),
    });
    const at = new Date(FIRST + 9 * DAY).toISOString();
    expect(found.conversations[2]).toMatchObject({
      archived_at: at,
      last_read_at: at,
      starred_at: at,
      in_my_inbox: true,
    });
    const part: Listed = await tools.result('list_record_conversations', {
      object: 'people',
      record_id: id.record_id,
      limit: 2,
      offset: 1,
    });
    expect(part).toMatchObject({ total: 4, has_more: true, next_offset: 3 });
    expect(idsOf(part)).toEqual([made[2], made[1]]);
  });

  it('finds records by slug, and none that is of another object or not there', async () => {
    const { id, slug } = await tools.result('create_record', { object: 'people', values: {} });
    const object = id.object_id;
    await expect(tools.result('list_record_conversations', { object, record_id: slug })).resolves.toEqual({
      conversations: [],
      total: 0,
      has_more: false,
    });
    for (const args of [
      { object: 'companies', record_id: id.record_id },
      { object: 'people', record_id: randomUUID() },
      { object: 'nowhere', record_id: id.record_id },
    ]) {
      expect((await tools.failure('list_record_conversations', args)).code).toBe('not_found');
    }
  });
});

describe('get_conversation', () => {
  it('shows the thread in order, with what became of each message and the records behind its addresses', async () => {
    const { workspace_id } = world.north;
    const values = { name: { first_name: 'Grace', last_name: 'Hopper' }, email_addresses: 'grace@example.com' };
    const grace = await tools.result('create_record', { object: 'people', values });
    const conversation_id = await north({ people: ['grace@example.com'], inboxes: [world.ada.user_id], bodies: [] });
    const message = { workspace_id, conversation_id };
    const ours = {
      ...message,
      direction: 'outbound',
      author_user_id: world.ada.user_id,
      from: 'ada@example.com',
    } as const;
    const minute = (n: number) => new Date(FIRST + n * 60_000);
    const to = ['grace@example.com', 'nobody@example.com'];
    const failed = { status: 'failed', sent_at: null, queued_at: minute(3), failure_code: 'invalid_recipient' };
    const ids = [
      await aMessage(world, { ...ours, ...failed, to }),
      await aMessage(world, { ...ours, status: 'pending', sent_at: null, queued_at: minute(4) }),
      await aMessage(world, { ...ours, status: 'draft', sent_at: null, body: 'Not yet' }),
      await aMessage(world, { ...ours, sent_at: minute(2), queued_at: minute(1), body: 'Sent', subject: 'Plans' }),
      await aMessage(world, {
        ...message,
        from: 'grace@example.com',
        body: 'Hi',
        sent_at: minute(0),
        attachments: [{ filename: 'plan.pdf', content_type: 'application/pdf', size: 4096 }],
      }),
    ];
    const thread = await tools.result('get_conversation', { conversation_id });
    expect(thread.messages.map(({ id, status }: Record<string, string>) => [id, status])).toEqual([
      [ids[4], 'sent'],
      [ids[3], 'sent'],
      [ids[0], 'failed'],
      [ids[1], 'pending'],
      [ids[2], 'draft'],
    ]);
    expect([thread.total_messages, thread.messages_left_out, thread.has_more]).toEqual([5, 0, false]);
    expect(thread).not.toHaveProperty('next_before');
    const { record_id } = grace.id;
    const known = { match: 'record', object: 'people', record_id, display_name: 'Grace Hopper' };
    expect(thread.messages[0]).toMatchObject({
      direction: 'inbound',
      from_outside: true,
      from: { address: 'grace@example.com', ...known },
      attachments: [{ content_type: 'application/pdf', size: 4096 }],
    });
    expect(thread.messages[2]).toEqual({
      id: ids[0],
      channel: 'gmail',
      direction: 'outbound',
      status: 'failed',
      from_outside: false,
      from: { address: 'ada@example.com', match: 'none' },
      author: { id: world.ada.user_id, name: 'Ada Lovelace' },
      to: [
        { address: 'grace@example.com', role: 'to', ...known },
        { address: 'nobody@example.com', role: 'to', match: 'none' },
      ],
      cc: [],
      subject: null,
      body: '',
      reply_to: null,
      attachments: [],
      created_at: expect.any(String),
      queued_at: minute(3).toISOString(),
      failure_code: 'invalid_recipient',
    });
    expect(thread.messages[1]).toMatchObject({ body: 'Sent', subject: 'Plans', sent_at: minute(2).toISOString() });
  });

  it('matches an address that several records have with the oldest of them', async () => {
    const values = { phone_numbers: '+14155550188' };
    const [first] = [
      await tools.result('create_record', { object: 'people', values }),
      await tools.result('create_record', { object: 'people', values }),
    ];
    const wish = { channel: 'whatsapp', people: ['14155550188'], inboxes: [world.ada.user_id] } as const;
    const conversation_id = await north({ ...wish, people: [...wish.people], inboxes: [...wish.inboxes] });
    const { messages } = await tools.result('get_conversation', { conversation_id });
    expect(messages[0].from).toMatchObject({ address: '+14155550188', record_id: first.id.record_id });
  });

  it('does not say that it was read by reading it', async () => {
    const conversation_id = await north({ inboxes: [world.ada.user_id] });
    const once = await tools.result('get_conversation', { conversation_id });
    const twice = await tools.result('get_conversation', { conversation_id });
    expect([once.unread, twice.unread, twice.last_read_at]).toEqual([true, true, null]);
  });

  it('shows the first of many recipients and attachments, fewer of messages far back, and says so', async () => {
    const bodies = Array.from({ length: 50 }, (_, n) => `Reply ${n}`);
    const conversation_id = await north({ inboxes: [world.ada.user_id], bodies });
    const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`);
    const files = (count: number) => many(count).map((filename) => ({ filename, content_type: 'text/plain', size: 1 }));
    const message = (minute: number, to: number, attachments: number) =>
      aMessage(world, {
        workspace_id: world.north.workspace_id,
        conversation_id,
        from: 'eve@example.com',
        to: many(to),
        attachments: files(attachments),
        sent_at: new Date(Date.now() + minute * 60_000),
      });
    await message(-120, 26, 0);
    await message(-119, 25, 25);
    await message(1, 101, 0);
    await message(2, 0, 101);
    await message(3, 100, 100);
    const { messages } = await tools.result('get_conversation', { conversation_id });
    const counts = (messages as { to: unknown[]; attachments: unknown[]; shortened?: true }[])
      .filter(({ to, attachments }) => to.length + attachments.length > 0)
      .map(({ to, attachments, shortened = false }) => [to.length, attachments.length, shortened]);
    expect(counts).toEqual([
      [25, 0, true],
      [25, 25, false],
      [100, 0, true],
      [0, 100, true],
      [100, 100, false],
    ]);
  });

  it.each([
    ['30 long mails', 30, 20_000],
    ['one mail that is longer than any result', 1, 400_000],
    ['two of them', 2, 160_000],
    ['700 short messages', 700, 30],
  ])('of %s says what it leaves out', async (_what, count, length) => {
    const bodies = Array.from({ length: count }, (_, n) => `${n} ${'é"\n'.repeat(length / 3)}`);
    const conversation_id = await north({ inboxes: [world.ada.user_id], bodies });
    const thread = await tools.result('get_conversation', { conversation_id });
    const text = JSON.stringify(thread);
    expect(text.length).toBeLessThanOrEqual(LONGEST);
    expect(text.length).toBeGreaterThan(LONGEST / 4);
    const { messages } = thread as { messages: { id: string; body: string; shortened?: true; next_offset?: number }[] };
    expect(thread.total_messages).toBe(count);
    expect(thread.messages_left_out).toBe(count - messages.length);
    expect(thread.has_more).toBe(messages.length < count);
    expect(thread.next_before).toBe(thread.has_more ? messages[0]!.id : undefined);
    const shown = bodies.slice(-messages.length);
    for (const [at, { body, shortened, next_offset }] of messages.entries()) {
      const bare = body.replace(/^<[^>]+>|<\/[^>]+>$/g, '');
      expect(shown[at]!.startsWith(bare)).toBe(true);
      expect(shortened === true).toBe(bare !== shown[at]);
      expect(next_offset).toBe(shortened && bare.length);
    }
    if (count === 30) expect(messages.length).toBe(30);
    if (count === 700) expect(messages.length).toBeGreaterThan(100);
  });
});

describe('somebody who is nobody', () => {
  it('has no inbox: an API key stands for no person', async () => {
    const { workspace_id } = world.north;
    const caller = trustedClaim(workspace_id, { origin: 'system', request_id: randomUUID() });
    const actor = await world.domain.access.authorize(caller, null);
    await expect(world.domain.conversations.list(actor, {}, { limit: 1, offset: 0 })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});
