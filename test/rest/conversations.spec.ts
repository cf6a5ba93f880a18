import { randomUUID } from 'node:crypto';
import { trustedClaim } from '#crm-domain';
import { expectError, withoutRequestId } from '../support/answers.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { aPersonOverRest } from '../support/person.js';
import type { Caller } from '../support/rest.js';
import { World } from '../support/world.js';

const DAY = 86_400_000;
const FIRST = Date.parse('2026-03-01T09:00:00.000Z');

let world: World;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  world = await World.start();
  ada = (await aPersonOverRest(world)).caller;
  bob = (await aPersonOverRest(world, world.bob)).caller;
});
afterAll(() => world.stop());

const north = (wish: Partial<Parameters<typeof aConversation>[1]>) =>
  aConversation(world, { workspace_id: world.north.workspace_id, inboxes: [world.ada.user_id], ...wish });
const keyOf = async (capabilities: string[]) => {
  const { workspace_id } = world.north;
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: randomUUID(), capabilities });
  return world.rest(api_key);
};

describe('GET /v1/conversations', () => {
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (let n = 0; n < 8; n++) {
      const channel = n % 2 ? ('whatsapp' as const) : ('gmail' as const);
      const address = n % 2 ? `1415555010${n}` : `p${n}@example.com`;
      const wish = { channel, people: [address], subject: n % 2 ? null : `Pier ${n}` };
      const at = new Date(FIRST + n * DAY);
      ids.push(await north({ ...wish, names: { [address]: `Person ${n} Ä%_` }, inboxes: [world.bob.user_id], at }));
    }
    await bob.patch(`/v1/conversations/${ids[1]}`, { archived: true }).expect(200);
    await bob.patch(`/v1/conversations/${ids[2]}`, { starred: true }).expect(200);
    await bob.patch(`/v1/conversations/${ids[3]}`, { read: true }).expect(200);
  });
  const listed = async (query: string): Promise<number[]> => {
    const { body } = await bob.get(`/v1/conversations?${query}`).expect(200);
    expect(body.pagination.total).toBe(body.data.length);
    return (body.data as { id: string }[]).map(({ id }) => ids.indexOf(id));
  };

  it.each<[string, number[]]>([
    ['', [7, 6, 5, 4, 3, 2, 0]],
    ['archived=true', [1]],
    ['starred=true', [2]],
    ['starred=false', [7, 6, 5, 4, 3, 0]],
    ['unread=false', [3]],
    ['unread=true&channel=whatsapp', [7, 5]],
    ['query=pier', [6, 4, 2, 0]],
    ['query=PIER 4', [4]],
    ['query=pier nowhere', []],
    ['query=p6@example', [6]],
    ['query=ä', [7, 6, 5, 4, 3, 2, 0]],
    ['query=%25_', [7, 6, 5, 4, 3, 2, 0]],
    ['query=r%25n', []],
    ['query=r_on', []],
    ['query=105&channel=whatsapp', [5]],
    ['query=person 1&archived=true', [1]],
    ['query=%5C', []],
  ])('with "%s" lists what fits, the last active first', async (query, places) => {
    expect(await listed(query)).toEqual(places);
  });

  it('gives pages with their total', async () => {
    const { body } = await bob.get('/v1/conversations?limit=2&offset=4').expect(200);
    expect((body.data as { id: string }[]).map(({ id }) => ids.indexOf(id))).toEqual([3, 2]);
    expect(body.pagination).toEqual({ total: 7, limit: 2, offset: 4, has_more: true, next_offset: 6 });
    const found = await bob.get('/v1/conversations?query=pier&limit=3').expect(200);
    expect(found.body.pagination).toEqual({ total: 4, limit: 3, offset: 0, has_more: true, next_offset: 3 });
  });

  it('finds nothing else by a character that no text has', async () => {
    const total = async (query: string) =>
      (await bob.get(`/v1/conversations?query=${query}`).expect(200)).body.pagination.total as number;
    expect(await total('pier%00')).toBe(await total('pier'));
    expect(await total('%00')).toBe(await total('%20'));
  });

  it('looks through the first people of many with long names, on the connections for searches', async () => {
    const people = Array.from({ length: 30 }, (_, n) => `many${String(n + 10)}@example.com`);
    const names = Object.fromEntries(people.map((address, n) => [address, `Nr${n + 10} ${'x'.repeat(200)}`]));
    await north({ people, subject: 'Crowd', names });
    const total = async (query: string) =>
      (await ada.get(`/v1/conversations?query=${query}`).expect(200)).body.pagination.total as number;
    expect(await Promise.all(['crowd', 'many10@example', 'nr15', 'nr39'].map(total))).toEqual([1, 1, 1, 0]);
    const { workspace_id } = world.north;
    const caller = { ...trustedClaim(workspace_id, { origin: 'mcp', request_id: 'r' }), user_id: world.ada.user_id };
    const actor = await world.domain.access.authorize(caller, 'read:data');
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const run = spies.spyOn(world.domain.searches, 'run');
    try {
      for (const query of ['crowd', ' ', undefined])
        await world.domain.conversations.list(actor, { query }, { limit: 1, offset: 0 });
      expect(run).toHaveBeenCalledTimes(1);
    } finally {
      run.mockRestore();
    }
  });

  it('does not find by its words what is hidden', async () => {
    const hidden = await north({ people: ['hidden@example.com'], subject: 'Lighthouse' });
    const found = async () => (await ada.get('/v1/conversations?query=lighthouse').expect(200)).body.pagination.total;
    expect(await found()).toBe(1);
    const { body } = await ada.post('/v1/blocks', { channel: 'gmail', address: 'hidden@example.com' }).expect(200);
    expect(await found()).toBe(0);
    await ada.delete(`/v1/blocks/${body.data.id}`).expect(200);
    expect(await found()).toBe(1);
    expect(hidden).toEqual(expect.any(String));
  });

  it.each([
    'unread=yes',
    'channel=pigeon',
    'query=',
    `query=${'x'.repeat(256)}`,
    'limit=x',
    'offset=-1',
    'blocked=true',
  ])('refuses %s', async (query) => {
    const name = query.split('=')[0];
    expect(expectError(await ada.get(`/v1/conversations?${query}`), 400).issues[0]!.path).toBe(name);
  });
});

describe('GET /v1/conversations/{conversation}', () => {
  it('is read page by page to its beginning, each message once', async () => {
    const bodies = Array.from({ length: 60 }, (_, n) => `Message ${n}`);
    const id = await north({ bodies });
    const read: string[] = [];
    let query = '';
    for (let pages = 0; pages < 4; pages++) {
      const { data, pagination } = (await ada.get(`/v1/conversations/${id}?limit=25${query}`).expect(200)).body;
      read.unshift(...(data.messages as { body: string }[]).map(({ body }) => body));
      expect(pagination).toMatchObject({ total: 60, limit: 25, has_more: read.length < 60 });
      if (!pagination.has_more) break;
      query = `&before=${pagination.next_before}`;
    }
    expect(read).toEqual(bodies);
  });

  it('does not mark it as read, and shows attachments without their content', async () => {
    const { workspace_id } = world.north;
    const conversation_id = await north({ bodies: [] });
    const attachments = [{ filename: 'a\u202Efdp.exe', content_type: 'application/pdf', size: 4096 }];
    await aMessage(world, { workspace_id, conversation_id, from: 'eve@example.com', body: 'Look', attachments });
    const { data } = (await ada.get(`/v1/conversations/${conversation_id}`).expect(200)).body;
    expect([data.last_read_at, data.messages[0].attachments]).toEqual([null, attachments]);
  });

  it('shows the whole of a long text in parts, no character of which is torn', async () => {
    const long = `x${'😀'.repeat(220_000)} end`;
    const id = await north({ bodies: [long] });
    const [shown] = (await ada.get(`/v1/conversations/${id}`).expect(200)).body.data.messages;
    expect([shown.shortened, shown.body.length < long.length]).toEqual([true, true]);
    const path = `/v1/conversations/${id}/messages/${shown.id}`;
    let text = '';
    let next: number | undefined = 0;
    for (let part = 0; part < 8 && next !== undefined; part++) {
      const { data } = (await ada.get(`${path}?offset=${next}`).expect(200)).body as {
        data: { body: string; next_offset?: number };
      };
      expect(data.body.length).toBeLessThanOrEqual(100_000);
      text += data.body;
      next = data.next_offset;
    }
    expect(text).toBe(long);
  });

  it('answers what may not be seen with the bytes of what is not there', async () => {
    const message = async (id: string) =>
      (await ada.get(`/v1/conversations/${id}`).expect(200)).body.data.messages[0].id;
    const [seen, other] = [await north({}), await north({ people: ['other@example.com'] })];
    const notMine = await north({ inboxes: [world.bob.user_id] });
    const elsewhere = await aConversation(world, {
      workspace_id: world.south.workspace_id,
      inboxes: [world.ada.user_id],
    });
    const blocked = await north({ people: ['gone@example.com'] });
    await ada.patch(`/v1/conversations/${blocked}`, { blocked: true }).expect(200);
    const textOf = async (send: (id: string) => PromiseLike<Parameters<typeof expectError>[0]>, id: string) => {
      const response = await send(id);
      expectError(response, 404);
      return withoutRequestId(response);
    };
    const requests: ((id: string) => PromiseLike<Parameters<typeof expectError>[0]>)[] = [
      (id) => ada.get(`/v1/conversations/${id}`),
      (id) => ada.get(`/v1/conversations/${id}/messages/${randomUUID()}`),
      (id) => ada.patch(`/v1/conversations/${id}`, { starred: true }),
    ];
    for (const send of requests) {
      const missing = await textOf(send, randomUUID());
      for (const id of [notMine, elsewhere, blocked, 'nonsense']) expect(await textOf(send, id)).toBe(missing);
    }
    const ofOther = await message(other);
    const missing = await textOf((id) => ada.get(`/v1/conversations/${seen}/messages/${id}`), randomUUID());
    expect(await textOf((id) => ada.get(`/v1/conversations/${seen}/messages/${id}`), ofOther)).toBe(missing);
    expect(await textOf((id) => ada.get(`/v1/conversations/${seen}?before=${id}`), ofOther)).toBe(missing);
  });
});

describe('PATCH /v1/conversations/{conversation}', () => {
  it('changes what is given and nothing else, for this person alone', async () => {
    const id = await north({ inboxes: [world.ada.user_id, world.bob.user_id] });
    const path = `/v1/conversations/${id}`;
    const time = expect.any(String);
    const set = (await ada.patch(path, { read: true, starred: true }).expect(200)).body.data;
    expect(set).toMatchObject({
      id,
      last_read_at: time,
      starred_at: time,
      archived_at: null,
      unread: false,
      blocked: false,
    });
    const back = (await ada.patch(path, { read: false, archived: true }).expect(200)).body.data;
    expect(back).toMatchObject({ last_read_at: null, archived_at: time, starred_at: set.starred_at, unread: true });
    expect((await ada.patch(path, {}).expect(200)).body.data).toEqual(back);
    expect((await bob.get(path).expect(200)).body.data).toMatchObject({ archived_at: null, starred_at: null });
  });

  it('blocks a conversation, which is then found nowhere until it is unblocked', async () => {
    const id = await north({ subject: 'Blocked once' });
    const path = `/v1/conversations/${id}`;
    const isListed = async () =>
      (await ada.get('/v1/conversations?query=blocked once').expect(200)).body.pagination.total === 1;
    for (let time = 0; time < 2; time++)
      expect((await ada.patch(path, { blocked: true, archived: false }).expect(200)).body.data.blocked).toBe(true);
    expectError(await ada.get(path), 404);
    expect(await isListed()).toBe(false);
    const { data } = (await ada.get('/v1/blocks').expect(200)).body;
    expect(data[0]).toMatchObject({ id, type: 'conversation', conversation_id: id, address: null });
    expect((await ada.patch(path, { blocked: false }).expect(200)).body.data.blocked).toBe(false);
    expect(await isListed()).toBe(true);
  });

  it('does not bring back one in which everybody is blocked', async () => {
    const id = await north({ people: ['all@example.com'] });
    await ada.post('/v1/blocks', { channel: 'gmail', address: 'all@example.com' }).expect(200);
    expectError(await ada.patch(`/v1/conversations/${id}`, { blocked: false }), 404);
  });

  it.each([{ read: 'yes' }, { starred: null }, { archived: 1 }, { nonsense: true }])('refuses %j', async (body) => {
    const { issues } = expectError(await ada.patch(`/v1/conversations/${await north({})}`, body), 400);
    expect(issues[0]!.path).toBe(Object.keys(body)[0]);
  });

  it('needs write:data', async () => {
    const { caller } = await aPersonOverRest(world, world.ada, { tier: 'read' });
    const { message } = expectError(await caller.patch(`/v1/conversations/${await north({})}`, { read: true }), 403);
    expect(message).toContain('write:data');
  });
});

describe('/v1/blocks', () => {
  it('hides the conversations of a blocked person, on every channel that knows the address', async () => {
    const people = ['caller@example.com'];
    const ids = [await north({ people }), await north({ people, channel: 'outlook' })];
    const block = { channel: 'gmail', address: ' Caller@Example.com' };
    const { data } = (await ada.post('/v1/blocks', block).expect(200)).body;
    expect(data).toEqual({
      id: expect.any(String),
      type: 'person',
      channels: ['gmail', 'outlook'],
      address: 'caller@example.com',
      conversation_id: null,
      created_at: expect.any(String),
    });
    expect((await ada.post('/v1/blocks', block).expect(200)).body.data).toEqual(data);
    for (const id of ids) expectError(await ada.get(`/v1/conversations/${id}`), 404);
    expect((await ada.get('/v1/blocks?limit=1').expect(200)).body.data).toEqual([data]);
    expect((await bob.get('/v1/blocks').expect(200)).body.data).toEqual([]);
    const missing = withoutRequestId(await bob.delete(`/v1/blocks/${randomUUID()}`).expect(404));
    expect(withoutRequestId(await bob.delete(`/v1/blocks/${data.id}`).expect(404))).toBe(missing);
    const deleted = await ada.delete(`/v1/blocks/${data.id}`).expect(200);
    expect(deleted.body.data).toEqual({ id: data.id, deleted: true });
    for (const id of ids) await ada.get(`/v1/conversations/${id}`).expect(200);
    expectError(await ada.delete(`/v1/blocks/${data.id}`), 404);
  });

  it('takes at most 1,000 addresses', async () => {
    const { caller } = await aPersonOverRest(world, world.bob);
    await world.sql(
      `insert into user_block (workspace_id, user_id, kind, handle)
       select $1, $2, 'email', 'many-' || n || '@example.com' from generate_series(1, 1000) n`,
      [world.north.workspace_id, world.bob.user_id],
    );
    const post = (address: string) => caller.post('/v1/blocks', { channel: 'gmail', address });
    expect(expectError(await post('one-more@example.com'), 409).reason).toBe('limit_reached');
    expect((await caller.get('/v1/blocks').expect(200)).body.pagination.total).toBe(1000);
    await post('many-7@example.com').expect(200);
  });
});

describe('GET /v1/records/{object}/{recordId}/conversations', () => {
  it('lists what the record takes part in, and shows nothing private of what is not in the inbox', async () => {
    const values = { email_addresses: 'record@example.com' };
    const person = (await ada.post('/v1/records/people', { data: values }).expect(200)).body.data;
    const mine = await north({ people: ['record@example.com'], subject: 'Ours' });
    const others = await north({ people: ['record@example.com'], subject: 'Theirs', inboxes: [world.bob.user_id] });
    const path = `/v1/records/people/${person.slug}/conversations`;
    const { data, pagination, is_cut } = (await ada.get(path).expect(200)).body;
    expect([pagination.total, is_cut]).toEqual([2, false]);
    const rows = Object.fromEntries((data as { id: string }[]).map((row) => [row.id, row]));
    expect(rows[mine]).toMatchObject({ in_my_inbox: true, subject: 'Ours' });
    expect(rows[others]).toMatchObject({ in_my_inbox: false, subject: null, last_read_at: null, people: [] });
  });

  it('says how much more there is of the records that refer to it', async () => {
    const company = (await ada.post('/v1/records/companies', { data: { name: 'Pier Ltd' } }).expect(200)).body.data;
    const reference = { type: 'companies', id: company.id.record_id };
    const data = { email_addresses: 'staff@example.com', company: reference };
    await ada.post('/v1/records/people', { data }).expect(200);
    await north({ people: ['staff@example.com'] });
    const path = `/v1/records/companies/${company.id.record_id}/conversations`;
    expect((await ada.get(path).expect(200)).body).toMatchObject({ data: [], total_related: 1, is_cut: false });
    const all = (await ada.get(`${path}?include_related=true`).expect(200)).body;
    expect([all.pagination.total, all.total_related]).toEqual([1, undefined]);
  });

  it('looks at the 10,000 that were begun last, and says so', async () => {
    const values = { email_addresses: 'everybody@example.com' };
    const person = (await ada.post('/v1/records/people', { data: values }).expect(200)).body.data;
    const oldest = await north({ people: ['everybody@example.com'], subject: 'The first' });
    const path = `/v1/records/people/${person.slug}/conversations?limit=1`;
    const copies = async (count: number) => {
      const ids = Array.from({ length: count }, () => randomUUID().replace(/^./, 'f'));
      const copy = (table: string, more: string) =>
        world.sql(
          `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('conversation_id', id) || ${more})).*
            from ${table} t, unnest($2::uuid[]) id where t.conversation_id = $1`,
          [oldest, ids],
        );
      await copy('conversation', `jsonb_build_object('external_id', id)`);
      await copy('conversation_participant', `'{}'`);
      // As the server does by itself a little later: a plan made for ten rows would take minutes for ten thousand.
      await world.sql('analyze conversation, conversation_participant');
    };
    const shown = async () => {
      const { data, pagination, is_cut } = (await ada.get(path).expect(200)).body;
      return { ids: data.map(({ id }: { id: string }) => id), total: pagination.total, is_cut };
    };
    await copies(9999);
    expect(await shown()).toMatchObject({ total: 10_000, is_cut: false });
    await world.sql('update conversation set last_activity_at = now() where conversation_id = $1', [oldest]);
    expect(await shown()).toMatchObject({ ids: [oldest], total: 10_000, is_cut: false });
    await copies(1);
    const cut = await shown();
    expect(cut).toMatchObject({ total: 10_000, is_cut: true });
    expect(cut.ids).not.toContain(oldest);
    const timeline = `/v1/records/people/${person.slug}/timeline?kinds=message`;
    expect((await ada.get(timeline).expect(200)).body.data).toEqual([]);
  });
});

describe('an API key', () => {
  const id = randomUUID();
  it.each<[string, (by: Caller) => ReturnType<Caller['get']>]>([
    ['GET /v1/conversations', (by) => by.get('/v1/conversations?nonsense=1')],
    ['GET /v1/conversations/{conversation}', (by) => by.get(`/v1/conversations/${id}`)],
    ['PATCH /v1/conversations/{conversation}', (by) => by.patch(`/v1/conversations/${id}`, { nonsense: 1 })],
    ['GET /v1/records/{object}/{recordId}/conversations', (by) => by.get('/v1/records/people/x/conversations')],
    ['GET /v1/blocks', (by) => by.get('/v1/blocks')],
    ['POST /v1/blocks', (by) => by.post('/v1/blocks', { nonsense: 1 })],
    ['DELETE /v1/blocks/{block}', (by) => by.delete(`/v1/blocks/${id}`)],
    ['GET /v1/drafts', (by) => by.get('/v1/drafts')],
    ['POST /v1/drafts', (by) => by.post('/v1/drafts', { nonsense: 1 })],
    ['DELETE /v1/drafts/{draft}', (by) => by.delete(`/v1/drafts/${id}`)],
    ['POST /v1/drafts/{draft}/send', (by) => by.post(`/v1/drafts/${id}/send`)],
  ])('has no inbox, and is told so before anything else: %s', async (_what, send) => {
    const { reason, message } = expectError(await send(await keyOf(['read:data', 'write:data', 'write:schema'])), 403);
    expect([reason, message]).toEqual([
      'not_a_person',
      expect.stringMatching(/API keys cannot .+; sign in as a user\./),
    ]);
  });
});
