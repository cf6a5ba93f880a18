import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
});
afterAll(() => world.stop());

const total = async () =>
  (await tools.result('search_records', { object: 'companies', limit: 1, total: 'exact' })).total as number;

describe('batch_records', () => {
  it('does what each item says, and tells what became of it', async () => {
    const { applied, results } = await tools.result('batch_records', {
      mode: 'each',
      object: 'companies',
      items: [
        { op: 'create', values: { name: 'One', domains: ['one.example.com'], id: 'ignored' }, ref: 'one' },
        { op: 'upsert', match: 'domains', values: { domains: ['one.example.com'], name: 'Two' } },
        { op: 'create', object: 'people', values: { company: { $ref: 'one' } } },
        { op: 'update', record_id: { $ref: 'one' }, values: { unicorn: 1 } },
        { op: 'create', data: {} },
        { op: 'delete', record_id: { $ref: 'one' } },
      ],
    });
    expect(applied).toBe(true);
    expect(results[0]).toMatchObject({ record: { values: { name: 'One' } } });
    expect(results[1]).toMatchObject({ created: false, record: { id: results[0].record.id, name: 'Two' } });
    expect(results[2].record.values.company.id).toBe(results[0].record.id);
    expect(results[3].error).toMatchObject({ code: 'validation_type', issues: [{ path: 'items[3].values.unicorn' }] });
    expect(results[4].error.issues[0].path).toBe('items[4].data');
    expect(results[5]).toEqual({ status: 200, deleted: true });
    expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200, 400, 400, 200]);
  });

  it('does nothing of an atomic batch of which an item fails, and says which', async () => {
    const before = await total();
    const items = [
      { op: 'create', values: { name: 'Never' } },
      { op: 'delete', record_id: '0197f000-0000-7000-8000-00000000000a' },
    ];
    const failure = await tools.failure('batch_records', { mode: 'atomic', object: 'companies', items });
    expect(failure.message).toContain('items[1] failed');
    expect(failure.issues).toMatchObject([{ path: 'items[1]', reason: 'record_not_found' }]);
    expect(failure).toMatchObject({
      applied: false,
      results: [
        { status: 424, error: { code: 'dependency_failed' } },
        { status: 404, error: { reason: 'record_not_found' } },
      ],
    });
    const { applied, results } = await tools.result('batch_records', {
      mode: 'each',
      object: 'companies',
      items: items.slice(1),
    });
    expect([applied, results[0].status]).toEqual([false, 404]);
    expect(await total()).toBe(before);
  });

  it('takes up to 50 items', async () => {
    const items = Array.from({ length: 51 }, () => ({ op: 'create', values: {} }));
    const failure = await tools.failure('batch_records', { mode: 'each', object: 'companies', items });
    expect(failure.issues[0]!.path).toBe('items');
    const { results } = await tools.result('batch_records', {
      mode: 'atomic',
      object: 'companies',
      items: items.slice(1),
    });
    expect(results).toHaveLength(50);
  });
});
