import { deflateRawSync } from 'node:zlib';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { PersonEraser } from '#crm-domain/operations';
import { OPERATOR } from '#crm-domain/people';
import { newId } from '#platform';
import { ExportStore } from '../../libs/crm-domain/src/exports/export.store.js';
import { personTables } from '../../libs/crm-domain/src/persons/person-tables.js';
import { PersonStore } from '../../libs/crm-domain/src/persons/person.store.js';
import { widePatterns } from '../../libs/crm-domain/src/persons/traces.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const EMAIL = 'zelda@quix.example';
const { signal } = new AbortController();

let database: FreshDatabase;
let domain: Domain;
let workspace_id: string;
beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
});
beforeEach(async () => {
  ({ workspace_id } = await domain.workspaces.create({ name: 'Quiet Harbour' }));
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
});

const sql = <Row extends object>(text: string, values: unknown[]) => domain.source.query<Row[]>(text, values);
const world = { sql };
const begun = async () => (await domain.persons.erase(workspace_id, OPERATOR, { email: EMAIL })).id;
const isFree = async () => {
  const [row] = await sql<{ free: boolean }>(
    'select lease_until <= now() as free from person_erasure where workspace_id = $1',
    [workspace_id],
  );
  return row!.free;
};

describe('an erasure, step by step', () => {
  it('leaves its place to another workspace after some time', async () => {
    const id = await begun();
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
    await domain.personEraser.run(id, signal);
    expect(await domain.persons.get(workspace_id, id.erasure_id)).toMatchObject({ state: 'running' });
    expect(await isFree()).toBe(true);
  });

  it('looks at fewer rows in one statement when one has taken too long', async () => {
    const id = await begun();
    const page = jest.spyOn(PersonStore.prototype, 'page');
    page.mockRejectedValueOnce(new Error('canceling statement due to statement timeout'));
    const eraser = new PersonEraser(domain);
    await eraser.run(id, signal);
    await sql('update person_erasure set lease_until = now() where workspace_id = $1', [workspace_id]);
    await eraser.run(id, signal);
    const [refused, next] = page.mock.calls.map(([, , limit]) => limit);
    expect(next).toBeLessThan(refused!);
  });

  it('stays with its process while files are searched for long', async () => {
    const export_id = newId();
    await sql(
      `insert into export (workspace_id, export_id, created_by_type, asked, state, chunks, link_key)
        values ($1, $2, 'user', '{}', 'completed', 2, '')`,
      [workspace_id, export_id],
    );
    for (const chunk_no of [0, 1])
      await sql('insert into export_chunk (workspace_id, export_id, chunk_no, body) values ($1, $2, $3, $4)', [
        ...[workspace_id, export_id, chunk_no, deflateRawSync('{}\n')],
      ]);
    const id = await begun();
    const chunk = ExportStore.prototype.chunk;
    const free: boolean[] = [];
    jest.spyOn(ExportStore.prototype, 'chunk').mockImplementation(async function (this: ExportStore, ...which) {
      free.push(await isFree());
      await sql('update person_erasure set lease_until = now() where workspace_id = $1', [workspace_id]);
      return chunk.apply(this, which);
    });
    await domain.personEraser.run(id, signal);
    expect(free.length).toBeGreaterThanOrEqual(2);
    expect(free).not.toContain(true);
  });

  it('finds names in capitals, and composed in another way, where the database knows no letters but ASCII', async () => {
    const names = [{ first: 'Zoë', last: 'Müller' }];
    const { names: pattern } = widePatterns({ token: '', addresses: [], names });
    for (const text of ['ZOË MÜLLER', 'Müller, Zoë', 'Zoë Müller'.normalize('NFD'), 'Zoë&nbsp;Müller'])
      expect(await sql('select $1::text ~* $2 as found', [text, pattern])).toEqual([{ found: true }]);
  });

  it('leaves a message as it is that was sent meanwhile, until it has arrived', async () => {
    const id = await begun();
    const conversation_id = await aConversation(world, { workspace_id, people: [EMAIL], bodies: [] });
    const message = { workspace_id, conversation_id, direction: 'outbound' as const, status: 'pending' };
    const to = ['ina@other.example', EMAIL];
    const body = `To ${EMAIL} and you`;
    const message_id = await aMessage(world, { ...message, sent_at: null, queued_at: new Date(), to, body });
    const place = personTables(domain.source).findIndex(({ name }) => name === 'message');
    await sql(`update person_erasure set progress = progress || $2::jsonb where workspace_id = $1`, [
      ...[workspace_id, JSON.stringify({ table: place, erased: { record: 1 } })],
    ]);
    await domain.personEraser.run(id, signal);
    const recipients = await sql<{ handle: string }>(
      'select handle from message_recipient where message_id = $1 order by position',
      [message_id],
    );
    expect(recipients.map(({ handle }) => handle)).toEqual(to);
    expect(await sql('select body from message where message_id = $1', [message_id])).toEqual([{ body }]);
  });

  it('ends with what it has done when messages to the person do not end within an hour', async () => {
    const id = await begun();
    const conversation_id = await aConversation(world, { workspace_id, people: [EMAIL], bodies: [] });
    const message = { workspace_id, conversation_id, direction: 'outbound' as const, status: 'pending' };
    await aMessage(world, { ...message, sent_at: null, queued_at: new Date(), to: [EMAIL], body: 'On its way' });
    await sql(
      `update person_erasure set created_at = now() - interval '2 hours',
        progress = progress || '{"table": 999, "erased": {"record": 1}}' where workspace_id = $1`,
      [workspace_id],
    );
    let ended = await domain.persons.get(workspace_id, id.erasure_id);
    // A slow machine may take more than one turn.
    await eventually(async () => {
      await domain.personEraser.run(id, signal);
      ended = await domain.persons.get(workspace_id, id.erasure_id);
      return ended.state !== 'running';
    });
    expect(ended).toMatchObject({ state: 'incomplete', certificate: { erased: { record: 1 } } });
    expect(ended.certificate?.scan.found).toHaveProperty('message');
  });
});
