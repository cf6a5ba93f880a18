import type { Caller } from '../support/rest.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

interface Entry {
  kind: string;
  occurred_at: string;
  record?: { id: string; name: string; values: Record<string, unknown> };
  message?: { body: string; from_outside: boolean };
  changes?: object[];
}

let world: World;
let ada: Toolbox;
let bob: Toolbox;
let key: Caller;
let person: string;
let company: string;
beforeAll(async () => {
  world = await World.start();
  const open = async (member: World['ada']) =>
    Toolbox.open(world, (await world.connected(member, { tier: 'write' })).token);
  [ada, bob] = [await open(world.ada), await open(world.bob)];
  const { workspace_id } = world.north;
  const capabilities = ['read:data', 'write:data'] as const;
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'Key', capabilities: [...capabilities] });
  key = world.rest(api_key);
  company = await create('companies', { name: 'Acme' });
  person = await create('people', {
    name: 'Eve Example',
    email_addresses: 'eve@example.com',
    company: { id: company },
  });
  const at = new Date('2020-01-01T12:00:00Z');
  await aConversation(world, {
    workspace_id,
    inboxes: [world.ada.user_id],
    at,
    bodies: ['First letter', 'Second letter'],
  });
  await create('notes', { title: 'Met at the fair', about: about() });
  await create('tasks', { title: 'Send the offer', about: about() });
  await create('activities', { title: 'Call', kind: 'Call', about: about() });
  await ada.result('update_record', { object: 'people', record_id: person, values: { job_title: 'Director' } });
});
afterAll(() => world.stop());

const about = (type = 'people', id = person) => ({ type, id });
async function create(object: string, values: object): Promise<string> {
  return (await ada.result('create_record', { object, values, format: 'concise' })).id as string;
}
const of = (record_id: string, args: object = {}, object = 'people') => ({ object, record_id, ...args });
const timeline = async (args: object, by = ada) => (await by.result('get_timeline', args)).entries as Entry[];
const kindsOf = (entries: Entry[]) => entries.map(({ kind }) => kind);
const ALL = ['change', 'activity', 'task', 'note', 'change', 'message', 'message'];

describe('the timeline of a record', () => {
  it('tells what is about it beside its own changes, the newest first', async () => {
    const entries = await timeline(of(person));
    expect(kindsOf(entries)).toEqual(ALL);
    const times = entries.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(entries[0]).toMatchObject({
      event: 'record.updated',
      by: 'Ada Lovelace',
      changes: [{ attribute: 'job_title', before: [], after: [{ value: 'Director' }] }],
    });
    expect(entries[2]!.record).toMatchObject({ name: 'Send the offer', values: { status: 'Open' } });
    expect(entries[5]!.message).toMatchObject({ from_outside: true, body: expect.stringContaining('Second letter') });
  });

  it('marks what people outside wrote', async () => {
    const { entries, untrusted_text } = await ada.result('get_timeline', of(person, { kinds: ['message'] }));
    expect(untrusted_text).toEqual(expect.stringContaining('written by people outside'));
    expect((entries as Entry[])[0]!.message!.body).toMatch(/^<untrusted-\w+>Second letter</);
  });

  it('shows only the kinds that are asked for', async () => {
    expect(kindsOf(await timeline(of(person, { kinds: ['note', 'task'] })))).toEqual(['task', 'note']);
    expect(kindsOf(await timeline(of(person, { kinds: ['change'] })))).toEqual(['change', 'change']);
  });

  it('comes in pages that neither repeat nor skip anything while more is written', async () => {
    const kinds: string[] = [];
    for (let cursor: string | undefined, page = 0; page === 0 || cursor; page++) {
      const found = await ada.result('get_timeline', of(person, { limit: 2, cursor }));
      expect(found.has_more).toBe(found.next_cursor !== undefined);
      kinds.push(...kindsOf(found.entries as Entry[]));
      cursor = found.next_cursor as string | undefined;
      if (page === 0) await create('notes', { title: 'Later', about: about() });
    }
    expect(kinds).toEqual(ALL);
    const later = await timeline(of(person, { limit: 1 }));
    expect(later[0]!.record!.name).toBe('Later');
    await ada.result('delete_record', { object: 'notes', record_id: later[0]!.record!.id });
  });

  it('shows of messages those of the inbox of whoever asks, no drafts, and none that is blocked', async () => {
    const { workspace_id } = world.north;
    expect(kindsOf(await timeline(of(person, { kinds: ['message'] }), bob))).toEqual([]);
    const inboxes = [world.bob.user_id];
    const conversation_id = await aConversation(world, { workspace_id, inboxes, bodies: ['To Bob alone'] });
    const draft = { direction: 'outbound', status: 'draft', author_user_id: world.bob.user_id, sent_at: null } as const;
    await aMessage(world, { workspace_id, conversation_id, ...draft, body: 'Draft' });
    const bodies = (await timeline(of(person, { kinds: ['message'] }), bob)).map(({ message }) => message!.body);
    expect(bodies).toEqual([expect.stringContaining('To Bob alone')]);
    expect(kindsOf(await timeline(of(person, { kinds: ['message'] })))).toEqual(['message', 'message']);
    await world.sql('insert into conversation_block (workspace_id, user_id, conversation_id) values ($1, $2, $3)', [
      workspace_id,
      world.bob.user_id,
      conversation_id,
    ]);
    expect(await timeline(of(person, { kinds: ['message'] }), bob)).toEqual([]);
  });

  it('of a company shows the messages of its people, and what is about the company itself', async () => {
    await create('notes', { title: 'Of Acme', about: about('companies', company) });
    const entries = await timeline(of(company, { kinds: ['note', 'message'] }, 'companies'));
    expect(kindsOf(entries)).toEqual(['note', 'message', 'message']);
  });

  it('leaves out a note that is gone or in the trash', async () => {
    const id = await create('notes', { title: 'Soon gone', about: about() });
    await key.post(`/v1/records/notes/${id}/trash`).expect(200);
    const names = (await timeline(of(person, { kinds: ['note'] }))).map(({ record }) => record!.name);
    expect(names).toEqual(['Met at the fair']);
  });

  it('shows a note that is too long for a result without its body', async () => {
    const owner = await create('people', { name: 'Long Notes' });
    await create('notes', { title: 'Long', body: '"'.repeat(100_000), about: about('people', owner) });
    const [entry] = await timeline(of(owner, { kinds: ['note'] }));
    expect(entry!.record).toMatchObject({ name: 'Long', omitted: ['body'] });
  });

  it('finds no record of another workspace', async () => {
    const stranger = await Toolbox.open(
      world,
      (await world.connected(world.cleo, { tier: 'write', workspace: world.south })).token,
    );
    expect(await stranger.failure('get_timeline', of(person))).toMatchObject({ code: 'not_found' });
  });

  it('is the same over REST, where it tells of changes alone unless kinds are named', async () => {
    const path = `/v1/records/people/${person}/timeline`;
    const plain = (await key.get(path).expect(200)).body.data as Entry[];
    expect(kindsOf(plain)).toEqual(['record.updated', 'record.created']);
    const { data, pagination } = (await key.get(`${path}?kinds=change,note,task&limit=3`).expect(200)).body as {
      data: Entry[];
      pagination: { next_cursor: string };
    };
    expect(kindsOf(data)).toEqual(['record.updated', 'task', 'note']);
    const rest = await key.get(`${path}?kinds=change,note,task&cursor=${pagination.next_cursor}`).expect(200);
    expect([kindsOf(rest.body.data as Entry[]), rest.body.pagination]).toEqual([
      ['record.created'],
      { has_more: false },
    ]);
  });

  it('tells an API key nothing of messages, and refuses kinds and cursors that do not exist', async () => {
    const path = `/v1/records/people/${person}/timeline`;
    await key.get(`${path}?kinds=note,message`).expect(403);
    for (const [query, at] of [
      ['kinds=letter', 'kinds'],
      ['kinds=note,', 'kinds'],
      ['kinds=note&cursor=x', 'cursor'],
      [`kinds=change&cursor=${Buffer.from('{"change":"1"}').toString('base64url')}`, 'cursor'],
      [`kinds=message&cursor=${Buffer.from('{"message":{"sort_at":"x"}}').toString('base64url')}`, 'cursor'],
    ]) {
      const { status, body } = await key.get(`${path}?${query}`);
      expect([query, status, body.issues[0].path]).toEqual([query, 400, at]);
    }
  });
});
