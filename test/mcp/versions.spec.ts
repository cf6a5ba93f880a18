import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

describe('expected_version', () => {
  let world: World;
  let tools: Toolbox;
  beforeAll(async () => {
    world = await World.start();
    tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'send' })).token);
  });
  afterAll(() => world.stop());

  /** A refusal has the code that REST gives it, and tells what has happened. */
  const mismatch = async (name: string, args: object) => {
    const { type, code, reason, current_version, changes } = await tools.failure(name, args);
    expect([type, code, reason]).toEqual(['invalid_request_error', 'version_mismatch', 'version_mismatch']);
    return { current_version, changes };
  };
  const by = () => ({ type: 'user', id: world.ada.user_id, name: expect.any(String) });

  it('binds the update and the delete of a record to the version that was read', async () => {
    const made = await tools.result('create_record', { object: 'companies', values: { name: 'Example Ltd' } });
    const at = { object: 'companies', record_id: made.id.record_id };
    expect(made.version).toBe(1);
    const update = { ...at, values: { name: 'Another' }, expected_version: 1 };
    expect((await tools.result('update_record', update)).version).toBe(2);
    const told = { version: 2, changed_at: expect.any(String), changed_by: by(), fields: ['name'] };
    expect(await mismatch('update_record', update)).toMatchObject({ current_version: 2, changes: [told] });
    expect(await mismatch('delete_record', { ...at, expected_version: 1 })).toMatchObject({ changes: [told] });
    expect((await tools.result('get_record', { ...at, format: 'concise' })).version).toBe(2);
    await tools.result('delete_record', { ...at, expected_version: 2 });
  });

  it('is compared by the id of the record that has it alone, not by that of one merged into it', async () => {
    const object = 'companies';
    const make = async (name: string) =>
      (await tools.result('create_record', { object, values: { name } })).id.record_id as string;
    const [into, record_id] = [await make('Stays'), await make('Merged')];
    const update = { object, record_id, values: { name: 'Another' } };
    expect((await tools.result('update_record', { ...update, expected_version: 1 })).version).toBe(2);
    expect((await tools.result('merge_records', { object, into, from: [record_id] })).version).toBe(2);
    const merged = { code: 'version_mismatch', reason: 'record_merged', message: expect.stringContaining(into) };
    expect(await tools.failure('update_record', { ...update, expected_version: 2 })).toMatchObject(merged);
    const item = { op: 'update', object, record_id, values: { name: 'Another' }, expected_version: 2 };
    const batch = await tools.result('batch_records', { mode: 'each', items: [item] });
    expect(batch.results).toMatchObject([{ status: 412, error: merged }]);
    expect((await tools.result('get_record', { object, record_id, format: 'concise' })).name).toBe('Stays');
    expect((await tools.result('update_record', update)).version).toBe(3);
  });

  it('binds the update, the delete and the sending of a draft', async () => {
    const made = await tools.result('create_draft', { channel: 'gmail', body: 'One' });
    const { draft_id } = made;
    expect(made.version).toBe(1);
    const update = { draft_id, body: 'Two', expected_version: 1 };
    expect((await tools.result('update_draft', update)).version).toBe(2);
    const told = { version: 2, changed_at: expect.any(String), changed_by: { ...by(), name: null }, fields: [] };
    for (const name of ['update_draft', 'delete_draft', 'send_message'])
      expect(await mismatch(name, { draft_id, expected_version: 1 })).toMatchObject({
        current_version: 2,
        changes: [told],
      });
    const { messages } = await tools.result('get_conversation', { conversation_id: made.conversation_id });
    expect(messages).toMatchObject([{ id: draft_id, status: 'draft', version: 2, body: 'Two' }]);
    await tools.result('delete_draft', { draft_id, expected_version: 2 });
  });

  it('lets one of those win who change a draft on the same version at once', async () => {
    const { draft_id } = await tools.result('create_draft', { channel: 'gmail', body: 'First' });
    for (let version = 1; version <= 3; version++) {
      const calls = Array.from({ length: 8 }, (_, place) =>
        tools.result('update_draft', { draft_id, body: `${place}`, expected_version: version }).then(
          () => true,
          () => false,
        ),
      );
      expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1);
    }
    await tools.result('delete_draft', { draft_id, expected_version: 4 });
  });

  it('has to be a whole number from 1', async () => {
    for (const expected_version of [0, -1, 1.5, '1', 2 ** 31]) {
      const { issues } = await tools.failure('delete_draft', { draft_id: 'x', expected_version });
      expect(issues.map(({ path }) => path)).toEqual(['expected_version']);
    }
  });
});
