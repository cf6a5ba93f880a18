import { randomUUID } from 'node:crypto';
import { expectError, withoutRequestId } from '../support/answers.js';
import { aConversation } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';
import { aPersonOverRest } from '../support/person.js';
import type { Caller } from '../support/rest.js';
import { World } from '../support/world.js';

const COMPLETE = { channel: 'gmail', subject: 'Hello', body: 'Dear you', to: ['you@example.com'] };

let world: World;
let ada: Caller;
let bob: Caller;
let connection_id: string;
beforeAll(async () => {
  world = await World.start();
  ({ caller: ada, connection_id } = await aPersonOverRest(world));
  bob = (await aPersonOverRest(world, world.bob)).caller;
});
afterAll(() => world.stop());

const create = async (wish: object = {}, by = ada): Promise<string> =>
  (await by.post('/v1/drafts', { ...COMPLETE, ...wish }).expect(200)).body.data.draft_id as string;
const statusOf = async (id: string) =>
  (await world.sql<{ status: string }>('select status from message where message_id = $1', [id]))[0]?.status;

/** An assistant of Ada's whose drafts need her. */
const assistant = () => aPersonOverRest(world, world.ada, { approval: 'required' });
async function draftedAndAsked(): Promise<string> {
  const { token } = await assistant();
  const { result } = (await world.call(token, 'create_draft', COMPLETE)).json;
  const { draft_id } = result.structuredContent as { draft_id: string };
  expect((await world.call(token, 'send_message', { draft_id })).json.result.isError).toBe(true);
  return draft_id;
}

describe('a draft over REST', () => {
  it('is not sent to who is blocked, whoever else has a draft in its conversation', async () => {
    const draft = await create({ to: ['blocked@example.com'] });
    await create({ to: ['somebody@example.com'], reply_to: draft });
    const { body } = await ada.post('/v1/blocks', { channel: 'gmail', address: 'blocked@example.com' }).expect(200);
    const refused = await ada.post(`/v1/drafts/${draft}/send`).expect(404);
    expect(refused.body.message).toContain('You have blocked this conversation');
    expect(await statusOf(draft)).toBe('draft');
    await ada.delete(`/v1/blocks/${body.data.id}`).expect(200);
    await ada.post(`/v1/drafts/${draft}/send`).expect(200);
  });

  it('is created, read, changed and deleted, with the answers of the tools', async () => {
    const record = (
      await ada.post('/v1/records/people', { data: { email_addresses: 'known@example.com' } }).expect(200)
    ).body.data;
    const made = (await ada.post('/v1/drafts', { channel: 'gmail', to: ['Known@example.com'] }).expect(200)).body.data;
    const match = { match: 'record', object: 'people', record_id: record.id.record_id, display_name: null };
    expect(made).toEqual({
      draft_id: expect.any(String),
      conversation_id: expect.any(String),
      version: 1,
      recipients: [{ address: 'Known@example.com', role: 'to', ...match }],
      note: expect.stringContaining('body is empty'),
    });
    const path = `/v1/drafts/${made.draft_id}`;
    const changed = (await ada.patch(path, { body: 'Text', subject: 'S', cc: ['copy@example.com'] }).expect(200)).body
      .data;
    expect(changed.recipients).toMatchObject([
      { role: 'to' },
      { address: 'copy@example.com', role: 'cc', match: 'none' },
    ]);
    const made_via = { origin: 'rest-api', connection_id, client_name: null };
    expect((await ada.get(path).expect(200)).body.data).toEqual({
      draft_id: made.draft_id,
      conversation_id: made.conversation_id,
      version: 2,
      channel: 'gmail',
      subject: 'S',
      body: 'Text',
      reply_to: null,
      to: [{ address: 'Known@example.com', role: 'to', ...match }],
      cc: [{ address: 'copy@example.com', role: 'cc', match: 'none' }],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_via: made_via,
      updated_via: made_via,
      approval_asked_at: null,
      digest: expect.any(String),
    });
    const deleted = await ada.delete(path.toUpperCase().replace('/V1/DRAFTS', '/v1/drafts')).expect(200);
    expect(deleted.body.data).toEqual({ draft_id: made.draft_id, deleted: true });
    expectError(await ada.get(path), 404);
  });

  it('is read again, changed, sent and deleted only at the expected version', async () => {
    const id = await create();
    const path = `/v1/drafts/${id}`;
    const read = await ada.get(path).expect(200);
    expect([read.headers.etag, read.body.data.version]).toEqual(['"1"', 1]);
    const known = await ada.get(path).set('If-None-Match', '"1"').expect(304);
    expect([known.text, known.headers.etag]).toEqual(['', '"1"']);
    const changed = await ada.patch(path, { body: 'Changed' }).set('If-Match', '"1"').expect(200);
    expect([changed.headers.etag, changed.body.data.version]).toEqual(['"2"', 2]);
    expect((await ada.get(path).set('If-None-Match', '"1"').expect(200)).body.data.body).toBe('Changed');
    for (const late of [ada.patch(path, { body: 'Late' }), ada.post(`${path}/send`), ada.delete(path)]) {
      const refused = await late.set('If-Match', '"1"');
      const { current_version, changes, ...error } = refused.body as Record<string, unknown>;
      expectError({ ...refused, body: error } as never, 412);
      expect([current_version, changes]).toMatchObject([2, [{ version: 2 }]]);
    }
    expect((await ada.get(path).expect(200)).body.data).toMatchObject({ body: 'Changed', version: 2 });
    expectError(await ada.delete(path).set('If-Match', 'two'), 400);
    await ada.delete(path).set('If-Match', '"2"').expect(200);
  });

  it('has another version when it begins to wait for its owner, and not when it is asked for again', async () => {
    const id = await draftedAndAsked();
    expect((await ada.get(`/v1/drafts/${id}`).expect(200)).headers.etag).toBe('"2"');
    const { token } = await assistant();
    await world.call(token, 'send_message', { draft_id: id });
    expect((await ada.get(`/v1/drafts/${id}`).expect(200)).headers.etag).toBe('"2"');
  });

  it('is sent once, and is no draft afterwards', async () => {
    const id = await create();
    const { conversation_id } = (await ada.get(`/v1/drafts/${id}`).expect(200)).body.data;
    const tried = await ada.post(`/v1/drafts/${id}/send?dry_run=true`).expect(200);
    expect(tried.body.data).toEqual({ id, status: 'not_sent', conversation_id });
    const sent = await Promise.all([1, 2, 3].map(() => ada.post(`/v1/drafts/${id}/send`).then((answer) => answer)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { data } = sent.find(({ status }) => status === 200)!.body as { data: object };
    expect(data).toEqual({ id, status: 'accepted', conversation_id });
    for (const refused of [
      await ada.post(`/v1/drafts/${id}/send`),
      await ada.get(`/v1/drafts/${id}`),
      await ada.patch(`/v1/drafts/${id}`, { body: 'Other' }),
      await ada.delete(`/v1/drafts/${id}`),
    ])
      expect(expectError(refused, 409).reason).toBe('not_a_draft');
    const { messages } = (await ada.get(`/v1/conversations/${conversation_id}`).expect(200)).body.data;
    expect(messages).toMatchObject([{ id, status: 'pending', created_via: { origin: 'rest-api' } }]);
  });

  it('that is sent while it is read is said to be no draft, not to be missing', async () => {
    const id = await create();
    const free = await holdTables(world.pool, ['message_recipient']);
    const reading = ada.get(`/v1/drafts/${id}`).then((answer) => answer);
    try {
      await eventually(async () => (await world.sql(LOCK_WAITS)).length === 1);
      await world.sql(`update message set status = 'pending' where message_id = $1`, [id]);
    } finally {
      await free();
    }
    expect(expectError(await reading, 409).reason).toBe('not_a_draft');
  });

  it('that is incomplete stays a draft', async () => {
    const id = await create({ to: [] });
    const { reason, issues } = expectError(await ada.post(`/v1/drafts/${id}/send`), 400);
    expect([reason, issues[0]!.path, await statusOf(id)]).toEqual(['draft_incomplete', 'to', 'draft']);
  });

  it('answers a message of the inbox, to who wrote it', async () => {
    const { workspace_id } = world.north;
    const conversation_id = await aConversation(world, { workspace_id, inboxes: [world.ada.user_id] });
    const [{ id: reply_to }] = (await ada.get(`/v1/conversations/${conversation_id}`).expect(200)).body.data.messages;
    const made = (await ada.post('/v1/drafts', { channel: 'gmail', body: 'Hi', reply_to }).expect(200)).body.data;
    expect(made).toMatchObject({ conversation_id, recipients: [{ address: 'eve@example.com' }] });
    expectError(await bob.post('/v1/drafts', { channel: 'gmail', reply_to }), 404);
  });

  it('of somebody else is answered with the bytes of one that is not there', async () => {
    const [theirs, missing] = [await create(), randomUUID()];
    for (const send of [
      (id: string) => bob.get(`/v1/drafts/${id}`),
      (id: string) => bob.patch(`/v1/drafts/${id}`, { body: 'x' }),
      (id: string) => bob.delete(`/v1/drafts/${id}`),
      (id: string) => bob.post(`/v1/drafts/${id}/send`),
    ]) {
      const [one, other] = [await send(theirs), await send(missing)];
      expectError(one, 404);
      expect(withoutRequestId(one)).toBe(withoutRequestId(other));
    }
  });

  it('needs send:messages to be sent, beside the right to write it', async () => {
    const { caller } = await aPersonOverRest(world, world.ada, { tier: 'write' });
    const id = await create({}, caller);
    expect(expectError(await caller.post(`/v1/drafts/${id}/send`), 403).message).toContain('send:messages');
  });

  it.each<[object, string]>([
    [{ channel: 'pigeon' }, 'channel'],
    [{ channel: 'gmail', files: [] }, 'files'],
    [{ channel: 'gmail', to: ['nobody'] }, 'to[0]'],
    [{ channel: 'whatsapp', subject: 'S' }, 'subject'],
    [{ channel: 'gmail', to: Array(101).fill('a@example.com') }, 'to'],
    [{ channel: 'gmail', body: 'x'.repeat(100_001) }, 'body'],
    [{ body: 'x' }, 'channel'],
  ])('is refused with where it is wrong: %j', async (body, path) => {
    expect(expectError(await ada.post('/v1/drafts', body), 400).issues[0]!.path).toBe(path);
  });
});

describe('GET /v1/drafts', () => {
  it('lists mine alone, those that wait for me first, then the last changed, with the beginning of long texts', async () => {
    const carol = await world.addMember('Carol Example', world.north);
    const { caller } = await aPersonOverRest(world, carol, { client: 'carols' });
    const [first, second, third] = [
      await create({ body: 'x'.repeat(3000) }, caller),
      await create({}, caller),
      await create({}, caller),
    ];
    await world.sql('update message set approval_asked_at = now() where message_id = $1', [second]);
    await caller.patch(`/v1/drafts/${first}`, { subject: 'Changed last' }).expect(200);
    const { data, pagination } = (await caller.get('/v1/drafts?limit=2').expect(200)).body;
    expect((data as { draft_id: string }[]).map(({ draft_id }) => draft_id)).toEqual([second, first]);
    expect(pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true, next_offset: 2 });
    expect([data[1].shortened, data[1].body.length, data[0].shortened]).toEqual([true, 2000, undefined]);
    const rest = (await caller.get('/v1/drafts?offset=2').expect(200)).body;
    expect(rest.data).toMatchObject([{ draft_id: third }]);
  });
});

describe('a draft that an assistant wants to send', () => {
  it("is sent by its owner's own program, which says what they have read", async () => {
    const id = await draftedAndAsked();
    const { caller: own } = await aPersonOverRest(world, world.ada, { approval: 'own_program' });
    const { digest, approval_asked_at } = (await ada.get(`/v1/drafts/${id}`).expect(200)).body.data;
    expect(approval_asked_at).toEqual(expect.any(String));
    expect(expectError(await own.post(`/v1/drafts/${id}/send`), 400).issues[0]!.path).toBe('digest');
    await ada.patch(`/v1/drafts/${id}`, { body: 'Changed' }).expect(200);
    expect(expectError(await own.post(`/v1/drafts/${id}/send?digest=${digest}`), 409).reason).toBe('changed_meanwhile');
    expect(await statusOf(id)).toBe('draft');
    const { digest: again, version } = (await ada.get(`/v1/drafts/${id}`).expect(200)).body.data;
    await own.post(`/v1/drafts/${id}/send?digest=${again}`).expect(200);
    expect(await statusOf(id)).toBe('pending');
    // A digest of the words would outlive them.
    const [approved] = await world.sql<{ entry: string }>(
      `select entry from audit_entry where action = 'draft.approved' and entry like '%' || $1 || '%'`,
      [id],
    );
    expect(JSON.parse(approved!.entry).details).toEqual({ version });
  });

  it('is not sent by another client of its owner, also where the workspace lets that send by itself', async () => {
    const id = await draftedAndAsked();
    const { digest } = (await ada.get(`/v1/drafts/${id}`).expect(200)).body.data;
    const refused = await ada.post(`/v1/drafts/${id}/send?digest=${digest}`).expect(409);
    expect(refused.body.reason).toBe('awaiting_approval');
    expect(await statusOf(id)).toBe('draft');
  });

  it('is not sent by the assistant over REST either, which is told that it waits', async () => {
    const { caller } = await assistant();
    const draft_id = await create({}, caller);
    const { digest, conversation_id } = (await caller.get(`/v1/drafts/${draft_id}`).expect(200)).body.data;
    const key = randomUUID();
    for (const send of [
      () => caller.post(`/v1/drafts/${draft_id}/send`),
      () => caller.post(`/v1/drafts/${draft_id}/send?digest=${digest}`),
      () => caller.post(`/v1/drafts/${draft_id}/send`).set('Idempotency-Key', key),
    ]) {
      const { body } = await send().expect(409);
      const url = `/console/inbox?workspace=${world.north.workspace_id}&draft=${draft_id}`;
      const awaiting = { reason: 'awaiting_approval', status: 'awaiting_approval', draft_id, conversation_id, url };
      expect(body).toMatchObject({ statusCode: 409, code: '', ...awaiting });
    }
    expect((await ada.get(`/v1/drafts/${draft_id}`).expect(200)).body.data.approval_asked_at).not.toBeNull();
    expect(await statusOf(draft_id)).toBe('draft');
  });
});

describe('a workspace whose drafts need a person', () => {
  beforeAll(() => world.domain.workspaces.setDraftsNeedApproval(world.north.workspace_id, true));
  afterAll(() => world.domain.workspaces.setDraftsNeedApproval(world.north.workspace_id, false));

  it("takes over REST what a person's own program sends, and from no other client", async () => {
    const { caller: own, connection_id } = await aPersonOverRest(world, world.ada, { approval: 'own_program' });
    const id = await create({}, own);
    await own.post(`/v1/drafts/${id}/send`).expect(200);
    // By which it does not leave once the connection is revoked.
    expect(
      await world.sql("select sent_via ->> 'connection_id' as through from message_delivery where message_id = $1", [
        id,
      ]),
    ).toEqual([{ through: connection_id }]);
    const other = (await aPersonOverRest(world)).caller;
    const refused = await other.post(`/v1/drafts/${await create({}, other)}/send`).expect(409);
    expect(refused.body.status).toBe('awaiting_approval');
  });
});
