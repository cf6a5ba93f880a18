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

  it('undoes what an import wrote, by its id alone', async () => {
    const { caller, token } = await aPersonOverRest(world, world.ada, { tier: 'write' });
    const tools = await Toolbox.open(world, token);
    const upload = await Upload.of(caller, { object: 'companies', name: 'some.csv' }, 'Name\nImported 1\nImported 2\n');
    expect(await upload.run()).toMatchObject({ state: 'done', rows: { created: 2 } });
    const undone = await tools.result('undo_changes', { import_id: upload.id });
    expect(undone).toMatchObject({ undone: [{ action: 'deleted' }, { action: 'deleted' }], left: [], has_more: false });
  });
});
