import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

describe('find_duplicates', () => {
  let world: World;
  let tools: Toolbox;
  beforeAll(async () => {
    world = await World.start();
    tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  });
  afterAll(() => world.stop());

  const object = 'people';
  const person = async (name: string, rest: object) =>
    (await tools.result('create_record', { object, values: { name, ...rest }, format: 'concise' })).id as string;

  it('finds who is there twice, page by page and for one record, until they are merged', async () => {
    const phone_numbers = ['+14155550100'];
    const into = await person('Ada Lovelace', { phone_numbers, email_addresses: ['ada@example.com'] });
    const from = await person('Countess of L.', { phone_numbers });
    const tagged = await person('Somebody', { email_addresses: ['ada+work@example.com'] });
    const first = await tools.result('find_duplicates', { object, limit: 1 });
    expect(first).toMatchObject({ pairs: [{ reasons: [{ kind: 'same_email', values: ['ada@example.com'] }] }] });
    expect(first.has_more).toBe(true);
    const second = await tools.result('find_duplicates', { object, limit: 1, cursor: first.next_cursor });
    expect(second).toMatchObject({
      pairs: [{ records: [{ id: into }, { id: from }], reasons: [{ kind: 'same_phone', attribute: 'phone_numbers' }] }],
    });
    const all = await tools.result('find_duplicates', { object, record_id: into });
    expect(all.pairs).toHaveLength(2);
    await tools.result('merge_records', { object, into, from: [from, tagged] });
    expect(await tools.result('find_duplicates', { object, record_id: from })).toEqual({ pairs: [], has_more: false });
    expect(await tools.result('find_duplicates', { object })).toEqual({ pairs: [], has_more: false });
  });
});
