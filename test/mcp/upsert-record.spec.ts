import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
});
afterAll(() => world.stop());

const COMPANIES = { object: 'companies' };
const bare = { ...COMPANIES, format: 'concise' };

describe('upsert_record', () => {
  it('creates a record, then updates it, and says which', async () => {
    const args = (name: string) => ({ ...bare, match: 'domains', values: { name, domains: ['one.example.com'] } });
    const made = await tools.result('upsert_record', args('One'));
    const again = await tools.result('upsert_record', args('Two'));
    expect([made.created, again.created]).toEqual([true, false]);
    expect(again).toMatchObject({ id: made.id, name: 'Two' });
  });

  it('is a conflict where the values belong to several records, whose ids it names', async () => {
    const ids: string[] = [];
    for (const domains of ['a.example.com', 'b.example.com'])
      ids.push((await tools.result('create_record', { ...bare, values: { domains } })).id);
    const values = { domains: ['a.example.com', 'b.example.com'] };
    const failure = await tools.failure('upsert_record', { ...COMPANIES, match: 'domains', values });
    for (const id of ids) expect(failure.message).toContain(id);
  });

  it('refuses an attribute that is not unique', async () => {
    const args = { ...COMPANIES, match: 'name', values: { name: 'One' } };
    const { issues } = await tools.failure('upsert_record', args);
    expect(issues[0]).toMatchObject({ path: 'match', allowed: ['domains'] });
  });
});

describe('update_record', () => {
  it('adds to the values of an attribute and takes away from them', async () => {
    const made = await tools.result('create_record', { ...bare, values: { domains: ['x.example.com'] } });
    const change = { append: ['y.example.com', 'z.example.com'], remove: ['x.example.com'] };
    const after = await tools.result('update_record', { ...bare, record_id: made.id, values: { domains: change } });
    expect(after.values.domains).toHaveLength(2);
  });
});

describe('create_record', () => {
  it('names the record that it refers to by a value, and creates it where it is missing', async () => {
    const company = { match: { domains: 'fresh.example.com' }, create: true };
    const one = await tools.result('create_record', { object: 'people', format: 'concise', values: { company } });
    const two = await tools.result('create_record', { object: 'people', format: 'concise', values: { company } });
    expect(two.values.company).toEqual(one.values.company);
  });
});
