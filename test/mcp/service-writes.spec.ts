import { randomUUID } from 'node:crypto';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

// What holds for every record holds for notes, tasks and activities, and for a member that is a service.

let world: World;
let service: Toolbox;
let south: Toolbox;
let user_id: string;
let company: string;
let foreign: string;
beforeAll(async () => {
  world = await World.start();
  service = await aService('Night shift');
  south = await Toolbox.open(
    world,
    (await world.connected(world.ada, { workspace: world.south, tier: 'write' })).token,
  );
  company = await made(service, 'companies', { name: 'Acme' });
  foreign = await made(south, 'companies', { name: 'Elsewhere' });
});
afterAll(() => world.stop());

async function aService(name: string): Promise<Toolbox> {
  const { workspace_id } = world.north;
  const client = `client-of-${name}`;
  const member = { workspace_id, issuer: world.places.issuer, subject: client, email: '', name };
  ({ user_id } = await world.domain.workspaces.addMember({ ...member, service_client_id: client }));
  const [connection] = await world.domain.connections.list(workspace_id, user_id);
  await world.domain.connections.setTier(workspace_id, connection!.connection_id, 'write');
  return Toolbox.open(world, world.token({ subject: client }, { client }));
}

async function made(by: Toolbox, object: string, values: object): Promise<string> {
  return (await by.result('create_record', { object, values, format: 'concise' })).id as string;
}

const about = (id: string) => [{ type: 'companies', id }];
const total = async (object: string, filter: object[] = [], by = service) =>
  (await by.result('search_records', { object, filter, limit: 1, total: 'exact' })).total as number;
const where = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });

/** An object, what one of its records may hold, a condition that this one meets, and what its records are grouped by. */
const OBJECTS: [string, Record<string, unknown>, object[], string][] = [
  [
    'notes',
    { title: 'Met', body: 'At the fair', pinned: true },
    [where('pinned', 'eq', true), where('author', 'eq', 'Night shift'), where('body', 'contains', 'fair')],
    'author',
  ],
  [
    'tasks',
    { title: 'Call back', assignee: 'Night shift', due_date: '2026-03-01', priority: 'High' },
    [where('assignee', 'eq', 'me'), where('due_date', 'lt', '2026-03-02'), where('status', 'eq', 'Open')],
    'assignee',
  ],
  [
    'activities',
    { title: 'Talked', kind: 'Call', time: '2026-03-01T10:00:00Z', duration: 15, outcome: 'Agreed' },
    [where('kind', 'eq', 'Call'), where('duration', 'gte', 15), where('time', 'lt', '2026-03-02T00:00:00Z')],
    'kind',
  ],
];

describe.each(OBJECTS)('%s that a service writes', (object, given, filter, group) => {
  const values = () => ({ ...given, about: about(company) });

  it('are written once with a key, and not at all by a dry run until its digest is sent', async () => {
    const before = await total(object);
    const write = { object, values: values(), idempotency_key: randomUUID(), format: 'concise' };
    const first = await service.result('create_record', write);
    expect((await service.result('create_record', write)).id).toBe(first.id);
    expect(await total(object)).toBe(before + 1);
    const again = { object, values: values(), format: 'concise' };
    const { dry_run } = await service.result('create_record', { ...again, dry_run: true });
    expect(await total(object)).toBe(before + 1);
    await service.result('create_record', { ...again, expect_digest: dry_run.digest });
    expect(await total(object)).toBe(before + 2);
  });

  it('are not changed by whoever read an older version, and are what they were after an undo', async () => {
    const from = new Date().toISOString();
    const record_id = await made(service, object, values());
    const change = { object, record_id, values: { title: 'Renamed' } };
    await service.result('update_record', { ...change, expected_version: 1 });
    const stale = await service.failure('update_record', { ...change, expected_version: 1 });
    expect(stale).toMatchObject({ reason: 'version_mismatch', current_version: 2 });
    const shown = (kind: string) => service.result('get_timeline', { object, record_id, kinds: [kind], limit: 1 });
    const { event_id } = (await shown('change')).entries[0];
    await service.result('undo_changes', { event_id });
    const { name } = await service.result('get_record', { object, record_id, format: 'concise' });
    expect(name).toBe(given.title);
    // Nothing named: what the service itself wrote since then, its own undo and all.
    const { undone } = await service.result('undo_changes', { from });
    expect(undone.length).toBeGreaterThan(0);
    expect(await service.failure('get_record', { object, record_id })).toMatchObject({ code: 'not_found' });
  });

  it('have maxima', async () => {
    const field = object === 'activities' ? 'outcome' : 'body';
    const long = { ...values(), [field]: 'x'.repeat(100_001) };
    expect(await service.failure('create_record', { object, values: long })).toMatchObject({ code: 'validation_type' });
    const many = { ...values(), about: Array.from({ length: 51 }, () => about(company)[0]) };
    expect(await service.failure('create_record', { object, values: many })).toMatchObject({ code: 'validation_type' });
  });

  it('stay in their workspace, and name nothing of another one', async () => {
    const strange = { ...values(), about: about(foreign) };
    expect((await service.failure('create_record', { object, values: strange })).issues[0]!.path).toMatch(/about/);
    const record_id = await made(service, object, values());
    for (const tool of ['get_record', 'get_timeline', 'delete_record'])
      expect(await south.failure(tool, { object, record_id })).toMatchObject({ code: 'not_found' });
    expect(await total(object, [], south)).toBe(0);
  });

  it('are found by their attributes, and counted by groups', async () => {
    await made(service, object, values());
    const all = await total(object, [where('about', 'eq', company)]);
    for (const condition of filter) expect([condition, await total(object, [condition])]).toEqual([condition, all]);
    const measures = [{ function: 'count' }];
    const asked = { object, filter, group_by: [{ attribute: group }], measures };
    const { groups } = await service.result('aggregate_records', asked);
    expect(groups).toMatchObject([{ measures: [{ value: all }] }]);
    const [{ group: keys }] = groups;
    if (group !== 'kind') expect(keys[group]).toMatchObject({ id: user_id, name: 'Night shift' });
  });
});

it('a member of another workspace is nobody here, whether by id, e-mail address or name', async () => {
  for (const assignee of [world.cleo.user_id, world.cleo.email, world.cleo.name]) {
    const values = { title: 'Strange', assignee };
    expect((await service.failure('create_record', { object: 'tasks', values })).issues[0]!.path).toMatch(/assignee/);
  }
  const { members } = await south.result('list_members');
  expect(members).not.toContainEqual(expect.objectContaining({ user_id }));
});
