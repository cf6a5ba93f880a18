import { Upload } from '../imports/support/upload.js';
import { aPersonOverRest } from '../support/person.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

describe('undo_changes', () => {
  let world: World;
  beforeAll(async () => (world = await World.start()));
  afterAll(() => world.stop());

  it('undoes what one connection wrote since a moment, and nothing of another one', async () => {
    const { token, connection_id } = await world.connected(world.ada, { tier: 'write' });
    const tools = await Toolbox.open(world, token);
    const others = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
    const company = (name: string) => ({ object: 'companies', values: { name } });
    const kept = await others.result('create_record', company('Kept'));
    const { record_id } = kept.id;
    const gone = await tools.result('create_record', company('Gone'));
    await tools.result('update_record', { object: 'companies', record_id, values: { name: 'Renamed' } });
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const dry = await tools.result('undo_changes', { connection_id, from, dry_run: true });
    expect(dry.undone).toHaveLength(2);
    const undone = await tools.result('undo_changes', { connection_id, from, expect_digest: dry.dry_run.digest });
    expect(undone).toMatchObject({ left: [], has_more: false });
    const shown = await tools.result('get_record', { object: 'companies', record_id, format: 'concise' });
    expect(shown.values.name).toBe('Kept');
    await tools.failure('get_record', { object: 'companies', record_id: gone.id.record_id });
    const again = await tools.result('undo_changes', { connection_id, from });
    expect(again).toMatchObject({ undone: [], left: [] });
  });

  it('undoes one call by the request that its result names, which a dry run does not', async () => {
    const tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
    const values = { name: 'Made' };
    const created = await tools.result('create_record', { object: 'companies', values });
    const at = { object: 'companies', record_id: created.id.record_id };
    const update = { ...at, values: { name: 'Renamed' } };
    expect((await tools.result('update_record', { ...update, dry_run: true })).request_id).toBeUndefined();
    const idempotency_key = 'once';
    const { request_id } = await tools.result('update_record', { ...update, idempotency_key });
    expect((await tools.result('update_record', { ...update, idempotency_key })).request_id).toBe(request_id);
    await tools.result('undo_changes', { request_id });
    const shown = () => tools.result('get_record', { ...at, format: 'concise' });
    expect((await shown()).values.name).toBe('Made');
    const item = { op: 'update', record_id: at.record_id, values: { name: 'Batched' } };
    const writers: [string, object][] = [
      ['batch_records', { object: 'companies', mode: 'atomic', items: [item] }],
      ['upsert_record', { object: 'companies', match: 'domains', values: { domains: ['made.example.com'] } }],
      ['delete_record', at],
    ];
    for (const [name, args] of writers) {
      const written = await tools.result(name, args);
      const undone = await tools.result('undo_changes', { request_id: written.request_id });
      expect([name, undone.undone.length, undone.left]).toEqual([name, 1, []]);
      expect((await shown()).values.name).toBe('Made');
    }
  });

  it('undoes what an import wrote, by its id alone', async () => {
    const { caller, token } = await aPersonOverRest(world, world.ada, { tier: 'write' });
    const tools = await Toolbox.open(world, token);
    const upload = await Upload.of(caller, { object: 'companies', name: 'some.csv' }, 'Name\nImported 1\nImported 2\n');
    expect(await upload.run()).toMatchObject({ state: 'done', rows: { created: 2 } });
    const undone = await tools.result('undo_changes', { import_id: upload.id });
    expect(undone).toMatchObject({ undone: [{ action: 'deleted' }, { action: 'deleted' }], left: [], has_more: false });
  });
});
