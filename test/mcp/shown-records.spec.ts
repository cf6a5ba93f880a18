import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import type { Rest } from '../support/rest.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

const ALL = ['read:data', 'write:data', 'write:schema'];
const LONGEST = 150_000;

let world: World;
let tools: Toolbox;
let rest: Rest;
let object: AnObject;
let company: string;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  const { workspace_id } = world.north;
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'All', capabilities: ALL });
  rest = { admin: world.rest(api_key) } as Rest;
  object = await anObject(rest, rest.admin, 'projects');
  await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Hot' }] } as never);
  await anAttribute(rest, object, { type: 'text', slug: 'notes', is_multi_select: true });
  const made = await tools.result('create_record', {
    object: 'companies',
    values: { name: 'Quiet Harbour' },
    format: 'concise',
  });
  company = made.id;
});
afterAll(() => world.stop());

const args = (more: object = {}) => ({ object: 'projects', ...more });

describe('concise records of tools', () => {
  it('are what a write answers with, and are written back as they are', async () => {
    const values = { name: 'Mole', heat: 'Hot', notes: ['Begin', 'End'] };
    const made = await tools.result('create_record', args({ values, format: 'concise' }));
    const request_id = expect.any(String) as string;
    expect(made).toEqual({ id: expect.any(String), object: 'projects', name: 'Mole', version: 1, values, request_id });
    const again = await tools.result('update_record', args({ record_id: made.id, values: made.values }));
    const { updated_at, created_at } = again;
    expect(updated_at).toBe(created_at);
    const fields = ['heat', 'updated_at'];
    const part = { record_id: made.id, values: { name: 'Pier' }, fields };
    expect(await tools.result('update_record', args({ ...part, format: 'concise' }))).toEqual({
      id: made.id,
      object: 'projects',
      name: 'Pier',
      version: 2,
      updated_at: expect.any(String),
      values: { heat: 'Hot' },
      request_id,
    });
    const detailed = await tools.result('get_record', args({ record_id: made.id, fields }));
    expect(Object.keys(detailed)).toEqual(['id', 'version', 'values', 'updated_at']);
    expect(detailed.values.heat[0].option.title).toBe('Hot');
  });

  it('a field that is not there is refused before anything is written', async () => {
    const values = { name: 'Never' };
    const failure = await tools.failure('create_record', args({ values, fields: ['name', 'nonsense'] }));
    expect(failure.issues.map(({ path }) => path)).toEqual(['fields[1]']);
    const { total } = await tools.result('search_records', args({ query: 'never', limit: 1 }));
    expect(total).toBe(0);
  });

  it('of a reference are written with its id alone, or as they were read', async () => {
    const people = { object: 'people', format: 'concise' };
    const values = { name: 'Ada Lovelace', company: { id: company } };
    const made = await tools.result('create_record', { ...people, values });
    expect(made.values.company).toEqual({ id: company, name: 'Quiet Harbour' });
    const again = await tools.result('update_record', { ...people, record_id: made.id, values: made.values });
    expect(again).toEqual({ ...made, request_id: again.request_id });
  });
});

describe('fields and their older form', () => {
  it('show what both name, and are refused where that is nothing', async () => {
    const { id: record_id } = await tools.result(
      'create_record',
      args({ values: { name: 'Both' }, format: 'concise' }),
    );
    const both = args({ record_id, attributes: ['name'], fields: ['name', 'heat'] });
    expect(Object.keys((await tools.result('get_record', both)).values)).toEqual(['name']);
    for (const past of [{}, { as_of: new Date().toISOString() }]) {
      const failure = await tools.failure('get_record', { ...both, fields: ['heat'], ...past });
      expect(failure.issues).toMatchObject([{ path: 'attributes' }]);
      expect(failure.message).toContain('fields');
    }
  });
});

describe('many records', () => {
  it('come concisely or as a table from search_records and get_records', async () => {
    const ids: string[] = [];
    for (const name of ['One', 'Two'])
      ids.push((await tools.result('create_record', args({ values: { name }, format: 'concise' }))).id);
    const shape = { fields: ['name', 'heat'], format: 'table' };
    const filter = [{ attribute: 'name', operator: 'in', value: ['One', 'Two'] }];
    const table = {
      columns: ['id', 'name', 'heat'],
      rows: [
        [ids[0], 'One', null],
        [ids[1], 'Two', null],
      ],
    };
    expect(await tools.result('search_records', args({ ...shape, filter }))).toMatchObject({ table, total: 2 });
    const missing = ['0197f000-0000-7000-8000-00000000000a'];
    const found = await tools.result('get_records', args({ ...shape, ids: [...ids, ...missing] }));
    expect(found).toEqual({ table, missing });
    const { records } = await tools.result('get_records', args({ ids, format: 'concise', fields: ['name'] }));
    expect(records.map(({ values }: { values: object }) => values)).toEqual([{ name: 'One' }, { name: 'Two' }]);
  });

  it('that are too long together are left out by name, or lead to the next page', async () => {
    const ids: string[] = [];
    const notes = Array.from({ length: 2 }, (_, n) => `long ${n} ${'"'.repeat(12_000)}`);
    for (let n = 0; n < 5; n++)
      ids.push((await tools.result('create_record', args({ values: { name: 'Long', notes }, format: 'concise' }))).id);
    for (const format of ['concise', 'table', 'detailed']) {
      const found = await tools.result('get_records', args({ ids, format }));
      expect(JSON.stringify(found).length).toBeLessThanOrEqual(LONGEST);
      expect((found.table?.rows ?? found.records).length).toBe(3);
      expect(found.left_out).toEqual(ids.slice(3));
      const page = await tools.result('search_records', args({ query: 'long', format, limit: 4 }));
      expect((page.table?.rows ?? page.records).length).toBe(3);
      const next = await tools.result('search_records', args({ query: 'long', format, cursor: page.next_cursor }));
      const [first] = next.table?.rows ?? next.records;
      expect(first.id?.record_id ?? first.id ?? first[0]).toBe(ids[3]);
    }
  });

  it('one that is too long alone says so in its cell, or names what it leaves out', async () => {
    const notes = Array.from({ length: 4 }, (_, n) => `endless ${n} ${'"'.repeat(20_000)}`);
    const values = { name: 'Endless', notes };
    const { id } = await tools.result('create_record', args({ values, fields: ['name'] }));
    const table = await tools.result(
      'get_records',
      args({ ids: [id.record_id], fields: ['name', 'notes'], format: 'table' }),
    );
    expect(table.table.rows).toEqual([[id.record_id, 'Endless', { omitted: true }]]);
    const concise = await tools.result('get_record', args({ record_id: id.record_id, format: 'concise' }));
    expect(concise).toMatchObject({ values: { name: 'Endless' }, omitted: ['notes'] });
    const parts: unknown[] = [];
    for (let value_offset: number | undefined = 0; value_offset !== undefined;) {
      const asked = args({ record_id: id.record_id, fields: ['notes'], value_offset });
      const part: { values: { notes: { value: string }[] }; next_value_offset?: number } = await tools.result(
        'get_record',
        asked,
      );
      parts.push(...part.values.notes.map(({ value }) => value));
      value_offset = part.next_value_offset;
    }
    expect(parts).toEqual(notes);
    const refused = args({ record_id: id.record_id, fields: ['notes'], value_offset: 1, format: 'concise' });
    expect((await tools.failure('get_record', refused)).issues[0]!.path).toBe('format');
  });
});
