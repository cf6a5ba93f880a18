import { randomUUID } from 'node:crypto';
import type { Actor, Caller } from '#crm-domain';
import type { Approval } from '#crm-domain/messaging';
import { aConversation } from '../support/conversations.js';
import { World, type Member } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(() => world.stop());

const COMPLETE = { channel: 'gmail', subject: 'Hello', body: 'Dear you', to: ['you@example.com'] };

/** A client of Ada's that may send, unless a person has to. */
async function client(approval: Approval, name?: string) {
  const { workspace_id } = world.north;
  const claims = name ? { client_name: name } : {};
  const { token, connection_id, client } = await world.connected(world.ada, { tier: 'send', claims });
  await world.domain.connections.setApproval(workspace_id, connection_id, approval);
  return { token, connection_id, client, tools: await Toolbox.open(world, token) };
}

/** A person at the console, who has read the draft. */
const atTheConsole = ({ user_id }: Member): Caller => ({
  workspace_id: world.north.workspace_id,
  user_id,
  api_key_id: null,
  client_id: null,
  trusted: false,
  via: { origin: 'console', request_id: randomUUID() },
});
const person = (member = world.ada): Promise<Actor> => world.domain.access.authorize(atTheConsole(member), 'read:data');
const read = async (draft_id: string) => world.domain.draftReader.get(await person(), draft_id);

interface Refused {
  status: string;
  reason: string;
  type: string;
  code: string;
  url: string;
  draft_id: string;
  message: string;
}
async function refusal(token: string, draft_id: string, args: object = {}): Promise<Refused> {
  const { result } = (await world.call(token, 'send_message', { draft_id, ...args })).json;
  expect(result.isError).toBe(true);
  return JSON.parse(result.content[0].text).error as Refused;
}

async function stored(message_id: string) {
  const [row] = await world.sql<{ status: string; asked: boolean; sent_via: { origin: string } | null }>(
    `select m.status, m.approval_asked_at is not null as asked, d.sent_via
     from message m left join message_delivery d on d.workspace_id = m.workspace_id and d.message_id = m.message_id
     where m.message_id = $1`,
    [message_id],
  );
  return row;
}

describe('a draft of a connection whose drafts need a person', () => {
  it('does not begin to wait because of a dry run, and does with the digest of another one', async () => {
    const { token, tools } = await client('required');
    const { draft_id } = await tools.result('create_draft', COMPLETE);
    expect(await refusal(token, draft_id, { dry_run: true })).toMatchObject({
      reason: 'awaiting_approval',
      message: expect.stringContaining('it would wait for its owner'),
    });
    expect(await stored(draft_id)).toMatchObject({ status: 'draft', asked: false });
    expect(await refusal(token, draft_id, { expect_digest: 'x'.repeat(43) })).toMatchObject({
      reason: 'awaiting_approval',
    });
    expect(await stored(draft_id)).toMatchObject({ status: 'draft', asked: true });
  });

  it('is not sent by the tool: the conflict says that it waits, and where its owner sends it', async () => {
    const { tools, token } = await client('required');
    const { draft_id, conversation_id } = await tools.result('create_draft', COMPLETE);
    const url = `${world.places.baseUrl}/console/inbox?workspace=${world.north.workspace_id}&draft=${draft_id}`;
    expect(await refusal(token, draft_id)).toEqual({
      type: 'invalid_request_error',
      code: '',
      reason: 'awaiting_approval',
      status: 'awaiting_approval',
      draft_id,
      conversation_id,
      url,
      message: expect.stringContaining(url),
      requestId: expect.any(String),
    });
    expect(await stored(draft_id)).toEqual({ status: 'draft', asked: true, sent_via: null });
  });

  it('waits as well when it was sent with an idempotency key, which is then as good as new', async () => {
    const { tools, token } = await client('required');
    const { draft_id } = await tools.result('create_draft', COMPLETE);
    const idempotency_key = randomUUID();
    for (let time = 0; time < 2; time++)
      expect((await refusal(token, draft_id, { idempotency_key })).reason).toBe('awaiting_approval');
    expect((await stored(draft_id))?.asked).toBe(true);
    const kept = await world.sql('select 1 from idempotency where key = $1', [idempotency_key]);
    expect(kept).toEqual([]);
  });

  it('lacks what a message needs before it waits for anybody', async () => {
    const { tools } = await client('required');
    const { draft_id } = await tools.result('create_draft', { channel: 'gmail', body: 'Dear you' });
    expect((await tools.failure('send_message', { draft_id })).reason).toBe('draft_incomplete');
    expect((await stored(draft_id))?.asked).toBe(false);
  });

  it('is sent as the person has read it', async () => {
    const { tools, token } = await client('required');
    const { draft_id, conversation_id } = await tools.result('create_draft', COMPLETE);
    await refusal(token, draft_id);
    const { digest } = await read(draft_id);
    const sent = await world.domain.outbound.approveAndSend(atTheConsole(world.ada), draft_id, digest);
    expect(sent).toEqual({ id: draft_id, status: 'accepted', conversation_id });
    expect(await stored(draft_id)).toMatchObject({ status: 'pending', sent_via: { origin: 'console' } });
  });

  it.each<[string, object]>([
    ['its text', { body: 'Dear somebody else' }],
    ['its subject', { subject: 'Another' }],
    ['whom it goes to', { to: ['else@example.com'] }],
    ['who gets a copy', { cc: ['copy@example.com'] }],
  ])('is not sent when %s was changed after it was read, and needs a new approval', async (_what, change) => {
    const { tools, token } = await client('required');
    const { draft_id } = await tools.result('create_draft', COMPLETE);
    await refusal(token, draft_id);
    const { digest } = await read(draft_id);
    await tools.result('update_draft', { draft_id, ...change });
    const approve = (seen: string) => world.domain.outbound.approveAndSend(atTheConsole(world.ada), draft_id, seen);
    await expect(approve(digest)).rejects.toMatchObject({ kind: 'conflict', reason: 'changed_meanwhile' });
    expect((await stored(draft_id))?.status).toBe('draft');
    await approve((await read(draft_id)).digest);
    expect((await stored(draft_id))?.status).toBe('pending');
  });

  it('needs a subject of its own while the message that it answers is a draft, whose subject may still change', async () => {
    const { tools, token } = await client('required');
    const { draft_id: parent } = await tools.result('create_draft', COMPLETE);
    const reply = { channel: 'gmail', body: 'Dear you', to: ['you@example.com'], reply_to: parent };
    const { draft_id, note } = await tools.result('create_draft', reply);
    expect(note).toContain('subject is empty; a reply to a message that was not sent yet needs a subject.');
    const { digest } = await read(draft_id);
    await tools.result('update_draft', { draft_id: parent, subject: 'Another' });
    const approving = world.domain.outbound.approveAndSend(atTheConsole(world.ada), draft_id, digest);
    await expect(approving).rejects.toMatchObject({ kind: 'validation', reason: 'draft_incomplete' });
    await tools.result('update_draft', { draft_id, subject: 'Mine' });
    expect((await refusal(token, draft_id)).reason).toBe('awaiting_approval');
  });

  it('is not sent when it has moved to another conversation since it was read', async () => {
    const { tools, token } = await client('required');
    const { workspace_id } = world.north;
    const conversation_id = await aConversation(world, { workspace_id, inboxes: [world.ada.user_id] });
    const { messages } = await tools.result('get_conversation', { conversation_id });
    const { draft_id } = await tools.result('create_draft', COMPLETE);
    await refusal(token, draft_id);
    const { digest } = await read(draft_id);
    await tools.result('update_draft', { draft_id, reply_to: messages[0].id });
    const approving = world.domain.outbound.approveAndSend(atTheConsole(world.ada), draft_id, digest);
    await expect(approving).rejects.toMatchObject({ reason: 'changed_meanwhile' });
  });

  it('is not sent by somebody who does not say what they have read', async () => {
    const { tools, token } = await client('required');
    const { draft_id } = await tools.result('create_draft', COMPLETE);
    await refusal(token, draft_id);
    const sending = world.domain.outbound.send(atTheConsole(world.ada), draft_id);
    await expect(sending).rejects.toMatchObject({ kind: 'validation', issues: [{ path: 'digest' }] });
  });

  it('is not sent by another client of its owner either, once it waits', async () => {
    const [one, other] = [await client('required'), await client('as_workspace')];
    const { draft_id } = await one.tools.result('create_draft', COMPLETE);
    await refusal(one.token, draft_id);
    expect((await refusal(other.token, draft_id)).reason).toBe('awaiting_approval');
  });

  it('is shown to its owner before all others, with who drafted and changed it', async () => {
    const [one, other] = [await client('required', 'Waiting Assistant'), await client('as_workspace', 'Quick Notes')];
    const { draft_id } = await one.tools.result('create_draft', COMPLETE);
    await refusal(one.token, draft_id);
    const { draft_id: newer } = await other.tools.result('create_draft', COMPLETE);
    const { drafts } = await world.domain.draftReader.list(await person(), { limit: 100, offset: 0 });
    const waits = drafts.map(({ approval_asked_at }) => approval_asked_at !== null);
    expect(waits).toEqual(waits.toSorted((a, b) => Number(b) - Number(a)));
    const made = { origin: 'mcp', connection_id: one.connection_id, client_name: 'Waiting Assistant' };
    expect(drafts.find((each) => each.draft_id === draft_id)).toMatchObject({ created_via: made, updated_via: made });
    await other.tools.result('update_draft', { draft_id, body: 'Dear all' });
    const changed = { origin: 'mcp', connection_id: other.connection_id, client_name: 'Quick Notes' };
    expect(await read(draft_id)).toMatchObject({ created_via: made, updated_via: changed });
    expect((await read(newer)).approval_asked_at).toBeNull();
    const { messages } = await one.tools.result('get_conversation', {
      conversation_id: (await read(draft_id)).conversation_id,
    });
    expect(Object.keys(messages[0])).not.toContain('created_via');
  });
});

describe('a workspace whose drafts need a person', () => {
  beforeAll(() => world.domain.workspaces.setDraftsNeedApproval(world.north.workspace_id, true));
  afterAll(() => world.domain.workspaces.setDraftsNeedApproval(world.north.workspace_id, false));

  it.each<Approval>(['as_workspace', 'required', 'own_program'])(
    'lets no tool send, whatever its connection says: %s',
    async (approval) => {
      const { tools, token } = await client(approval);
      const { draft_id } = await tools.result('create_draft', COMPLETE);
      expect((await refusal(token, draft_id)).reason).toBe('awaiting_approval');
    },
  );

  it('lets the person send at the console, who has read what they send', async () => {
    const { tools } = await client('as_workspace');
    const { draft_id } = await tools.result('create_draft', COMPLETE);
    await world.domain.outbound.approveAndSend(atTheConsole(world.ada), draft_id, (await read(draft_id)).digest);
    expect((await stored(draft_id))?.status).toBe('pending');
  });
});

it('a connection that was revoked does not approve over REST when it is allowed again', async () => {
  const { workspace_id } = world.north;
  const approvalOf = async (connection_id: string) =>
    (await world.domain.connections.list(workspace_id, world.ada.user_id)).find(
      (each) => each.connection_id === connection_id,
    )?.approval;
  for (const [before, after] of [
    ['own_program', 'as_workspace'],
    ['required', 'required'],
  ] as const) {
    const { connection_id } = await client(before);
    await world.domain.connections.revoke(workspace_id, connection_id);
    await world.domain.connections.restore(workspace_id, connection_id);
    expect(await approvalOf(connection_id)).toBe(after);
  }
});
