import { randomUUID } from 'node:crypto';
import { trustedClaim } from '#crm-domain';
import { Toolbox } from '../mcp/support/toolbox.js';
import { eventually } from '../support/eventually.js';
import type { Caller } from '../support/rest.js';
import { World, type Member } from '../support/world.js';
import { endOfFeed, followFeed, readFeed } from './support/feed.js';
import { Stream } from './support/stream.js';

let world: World;
let readers: Record<'ada' | 'bob' | 'reader' | 'writer' | 'architect', Caller>;
let bobs: Toolbox;

beforeAll(async () => {
  world = await World.start();
  bobs = await Toolbox.open(world, (await world.connected(world.bob, { tier: 'send' })).token);
  const person = (member: Member) => world.rest(world.token(member, { audience: world.places.baseUrl }));
  readers = {
    ada: person(world.ada),
    bob: person(world.bob),
    reader: await aKey('read:data'),
    writer: await aKey('read:data', 'write:data'),
    architect: await aKey('read:data', 'write:schema'),
  };
});
afterAll(() => world.stop());

async function aKey(...capabilities: string[]): Promise<Caller> {
  const { workspace_id } = world.north;
  return world.rest((await world.domain.apiKeys.create({ workspace_id, name: 'Key', capabilities })).api_key);
}

/** Bob sends a mail to somebody; gives its conversation. */
async function bobSends(to = `${randomUUID()}@example.com`): Promise<{ conversation_id: string; to: string }> {
  const draft = await bobs.result('create_draft', { channel: 'gmail', subject: 'A word', body: 'Hello', to: [to] });
  await bobs.result('send_message', { draft_id: draft.draft_id });
  const [row] = await world.sql<{ conversation_id: string }>(
    'select conversation_id from message where message_id = $1',
    [draft.draft_id],
  );
  return { conversation_id: row!.conversation_id, to };
}

/** Who is told of a message of a conversation, now. */
async function told(conversationId: string): Promise<string[]> {
  const names: string[] = [];
  for (const [name, reader] of Object.entries(readers)) {
    const events = await followFeed(reader, 0);
    if (events.some(({ data }) => data?.conversation_id === conversationId)) names.push(name);
    expect(events.length).toBeGreaterThan(0);
  }
  return names;
}

const putIntoInbox = (member: Member, conversationId: string) =>
  world.sql(
    `insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at)
     values ($1, $2, $3, 'gmail', now())`,
    [world.north.workspace_id, member.user_id, conversationId],
  );

describe('the events of a message', () => {
  it('are shown to whoever has its conversation in their inbox, and to keys that may have everything sent', async () => {
    await readers.writer.post('/v1/records/companies', { data: { name: 'Shown Ltd' } }).expect(200);
    const { conversation_id } = await bobSends();
    expect(await told(conversation_id)).toEqual(['bob', 'architect']);
    await putIntoInbox(world.ada, conversation_id);
    expect(await told(conversation_id)).toEqual(['ada', 'bob', 'architect']);
  });

  it('are no longer shown to somebody who has blocked its conversation or everybody in it', async () => {
    const { conversation_id, to } = await bobSends();
    await putIntoInbox(world.ada, conversation_id);
    const via = { origin: 'console' as const, request_id: randomUUID() };
    const ada = { ...trustedClaim(world.north.workspace_id, via), user_id: world.ada.user_id };
    await world.domain.inboxes.blockPerson(ada, 'gmail', to);
    expect(await told(conversation_id)).toEqual(['bob', 'architect']);
  });

  it('are told by a stream to the same readers, though all of them follow from the same place', async () => {
    const streams = Object.entries(readers).map(
      ([name, { authorization }]) =>
        [name, new Stream(`${world.places.baseUrl}/v1/events/stream`, authorization!)] as const,
    );
    await eventually(() => streams.every(([, { ids }]) => ids.length > 0));
    const { conversation_id } = await bobSends();
    await readers.writer.post('/v1/records/companies', { data: { name: 'Told Ltd' } }).expect(200);
    const isRecord = ({ kind }: { kind: string }) => kind === 'record.created';
    await eventually(() => streams.every(([, { events }]) => events.some(isRecord)));
    const heard = streams.filter(([, { events }]) =>
      events.some(({ data }) => data?.['conversation_id'] === conversation_id),
    );
    expect(heard.map(([name]) => name)).toEqual(['bob', 'architect']);
    for (const [, stream] of streams) stream.stop();
  });

  it('leave the pages of others right: each event once, and an end', async () => {
    const { admin, after } = await betweenRecords();
    const pages = async (by: Caller) => {
      const seen: string[] = [];
      for (let at = after, n = 0; ; n++) {
        expect(n).toBeLessThan(10);
        const { data, pagination } = await readFeed(by, `?after=${at}&limit=2`);
        seen.push(...data.map(({ kind }) => kind.split('.')[0]!));
        if (!pagination.has_more) return { seen, end: pagination.next_after };
        expect(pagination.next_after).toBeGreaterThan(at);
        at = pagination.next_after;
      }
    };
    const all = await pages(admin);
    expect(all.seen.filter((kind) => kind === 'message').length).toBeGreaterThanOrEqual(5);
    expect(await pages(readers.ada)).toEqual({ seen: ['record', 'record', 'record'], end: all.end });
    expect(await pages(readers.reader)).toEqual({ seen: ['record', 'record', 'record'], end: all.end });
  });

  it('asked for alone, are an empty page that says where the feed ends', async () => {
    await bobSends();
    const { data, pagination } = await readFeed(readers.reader, '?kinds=message.queued,message.sent,message.failed');
    expect([data, pagination.has_more]).toEqual([[], false]);
    expect(pagination.next_after).toBe(await endOfFeed(readers.architect));
  });
});

/** Three records with messages of Bob's before, between and after them. */
async function betweenRecords() {
  const after = await endOfFeed(readers.architect);
  await bobSends();
  await bobSends();
  for (const name of ['A', 'B', 'C']) {
    await readers.writer.post('/v1/records/companies', { data: { name: `Between ${name}` } }).expect(200);
    await bobSends();
  }
  return { admin: readers.architect, after };
}
