import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ATTRIBUTE_TYPES, VALUE_TYPES } from '#crm-domain';
import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import type { Caller, Rest } from '../support/rest.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

const ALL = ['read:data', 'write:data', 'write:schema'];
const deleted = { deleted: true, request_id: expect.any(String) as string };
const OLD = '2026-01-31T12:00:00Z';
const OPEN = { is_closed: false, is_won: false, is_lost: false };

let world: World;
let tools: Toolbox;
let theirs: Toolbox;
let rest: Rest;
let object: AnObject;
let attributeId: Record<string, string>;

async function keyOf(workspace_id: string): Promise<Caller> {
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'All', capabilities: ALL });
  return world.rest(api_key);
}

beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  theirs = await Toolbox.open(
    world,
    (await world.connected(world.cleo, { tier: 'write', workspace: world.south })).token,
  );
  rest = { admin: await keyOf(world.north.workspace_id) } as Rest;
  object = await anObject(rest, rest.admin, 'projects');
  const heat = [
    { title: 'Hot', sort_order: 2 },
    { title: 'Cold', sort_order: 1 },
    { title: 'Lukewarm', archived_at: OLD },
  ];
  const stages = [
    { title: 'Done', sort_order: 3, config: { is_closed: true, is_won: true, is_lost: false } },
    { title: 'Begun', sort_order: 1 },
    { title: 'Paused', sort_order: 2, archived_at: OLD },
  ];
  const made = [
    await anAttribute(rest, object, { type: 'select', slug: 'heat', options: heat } as never),
    await anAttribute(rest, object, { type: 'pipeline', slug: 'phase', stages } as never),
    await anAttribute(rest, object, { type: 'number', slug: 'effort' }),
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true } as never),
  ];
  attributeId = Object.fromEntries(made.map(({ slug, id }) => [slug, id.attribute_id]));
});
afterAll(() => world.stop());

const project = (values: object) => tools.result('create_record', { object: 'projects', values });
const idOf = (record: { id: { record_id: string } }) => record.id.record_id;

describe('list_objects', () => {
  it('lists every visible object with its slug, nouns and kind', async () => {
    const archived = await anObject(rest, rest.admin, 'archived');
    await world.sql('update object set archived_at = now() where object_id = $1', [archived.object_id]);
    await world.sql('update workspace set schema_version = schema_version + 1');
    const { objects } = await tools.result('list_objects');
    expect(objects.map(({ slug, type }: Record<string, string>) => [slug, type])).toEqual([
      ['people', 'system'],
      ['companies', 'system'],
      ['deals', 'system'],
      ['notes', 'system'],
      ['tasks', 'system'],
      ['activities', 'system'],
      ['projects', 'custom'],
    ]);
    const fields = {
      id: object.object_id,
      slug: 'projects',
      singular_noun: 'Thing',
      plural_noun: 'Things',
      type: 'custom',
    };
    expect(objects[6]).toEqual(fields);
    expect((await theirs.result('list_objects')).objects).toHaveLength(6);
  });
});

describe('list_attributes', () => {
  it('lists what can be written, by the slug or the id of the object', async () => {
    const listed = await tools.result('list_attributes', { object: 'projects' });
    const { attributes } = listed;
    expect(attributes.map(({ slug, type, multiple }: Record<string, unknown>) => [slug, type, multiple])).toEqual([
      ['name', 'name', false],
      ['heat', 'select', false],
      ['phase', 'pipeline', false],
      ['effort', 'number', false],
      ['tags', 'text', true],
    ]);
    await expect(tools.result('list_attributes', { object: object.object_id })).resolves.toEqual(listed);
    const people = await tools.result('list_attributes', { object: 'people' });
    const mail = people.attributes.find(({ slug }: { slug: string }) => slug === 'email_addresses');
    expect(mail).toMatchObject({ type: 'email-address', unique: true, required: false, multiple: true });
    const company = people.attributes.find(({ slug }: { slug: string }) => slug === 'company');
    expect(company.allowed_object_ids).toHaveLength(1);
  });

  it('says of each type in it how a value is written', async () => {
    const several = await anObject(rest, rest.admin, 'several');
    const plain = ATTRIBUTE_TYPES.filter((type) => type !== 'relationship');
    const choices = [{ title: 'Open' }];
    for (const type of plain) {
      const more = {
        ...(/select/.test(type) && { options: choices }),
        ...(type === 'pipeline' && { stages: choices }),
      };
      await anAttribute(rest, several, { type, slug: `a-${type}`, ...more } as never);
    }
    const { write_as } = await tools.result('list_attributes', { object: 'several' });
    expect(Object.keys(write_as).toSorted()).toEqual([...plain].toSorted());
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const type of plain) {
      const validate = ajv.compile(write_as[type]);
      const { examples, refusals } = VALUE_TYPES[type];
      expect([type, examples.some((each) => validate(each))]).toEqual([type, true]);
      expect([type, refusals.every((each) => validate(each))]).toEqual([type, false]);
    }
    expect((await tools.result('list_attributes', { object: 'people' })).write_as).toMatchObject({
      'personal-name': { type: 'object', required: ['first_name', 'last_name'] },
    });
  });
});

describe('list_options', () => {
  it('lists options in their order, archived ones included and flagged', async () => {
    const { options } = await tools.result('list_options', { object: 'projects', attribute: 'heat' });
    expect(options.toSorted((a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1))).toEqual([
      { id: expect.any(String), title: 'Cold', sort_order: 1, is_archived: false },
      { id: expect.any(String), title: 'Hot', sort_order: 2, is_archived: false },
      { id: expect.any(String), title: 'Lukewarm', sort_order: expect.any(Number), is_archived: true },
    ]);
    const orders = options.map((each: { sort_order: number }) => each.sort_order);
    expect(orders).toEqual(orders.toSorted((a: number, b: number) => a - b));
    const byId = { object: object.object_id, attribute: attributeId['heat'] };
    await expect(tools.result('list_options', byId)).resolves.toEqual({ options, has_more: false });
  });
});

describe('list_stages', () => {
  it('lists the active stages in pipeline order, with what each means', async () => {
    const { stages } = await tools.result('list_stages', { object: 'projects', attribute: 'phase' });
    expect(stages).toEqual([
      { id: expect.any(String), title: 'Begun', sort_order: 1, config: OPEN },
      {
        id: expect.any(String),
        title: 'Done',
        sort_order: 3,
        config: { is_closed: true, is_won: true, is_lost: false },
      },
    ]);
    const byId = { object: object.object_id, attribute: attributeId['phase'] };
    await expect(tools.result('list_stages', byId)).resolves.toEqual({ stages, has_more: false });
    expect(Object.keys(stages[0].config)).toEqual(['is_closed', 'is_won', 'is_lost']);
    const deals = await tools.result('list_stages', { object: 'deals', attribute: 'stage' });
    expect(deals.stages.map(({ title }: { title: string }) => title).slice(-2)).toEqual(['Won', 'Lost']);
  });
});

describe('get_record', () => {
  it('shows one record with its current values, by id or slug', async () => {
    const made = await project({ name: 'Bridge', effort: 1 });
    await tools.result('update_record', { object: 'projects', record_id: idOf(made), values: { effort: 2 } });
    const record = await tools.result('get_record', { object: 'projects', record_id: idOf(made) });
    expect(record.values.effort).toMatchObject([
      { value: 2, active_until: null, attribute_slug: 'effort', attribute_type: 'number' },
    ]);
    expect(record.id).toEqual({
      workspace_id: world.north.workspace_id,
      object_id: object.object_id,
      record_id: idOf(made),
    });
    const bySlug = { object: object.object_id, record_id: record.slug };
    await expect(tools.result('get_record', bySlug)).resolves.toEqual(record);
  });
});

describe('create_record', () => {
  it('takes values by the slug or the id of their attribute, and by title or id of a choice', async () => {
    const { options } = await tools.result('list_options', { object: 'projects', attribute: 'heat' });
    const hot = options.find(({ title }: { title: string }) => title === 'Hot');
    const record = await project({ name: 'Ids', [attributeId['heat']!]: hot.id, phase: 'Begun', tags: ['a', 'b'] });
    expect(record.values).toMatchObject({
      heat: [{ option: { title: 'Hot' } }],
      phase: [{ stage: { title: 'Begun' } }],
    });
    expect(record.values.tags).toMatchObject([{ value: 'a' }, { value: 'b' }]);
    expect(record.created_by).toEqual({ type: 'user', id: world.ada.user_id });
  });

  it("ignores the service's own fields, on update too", async () => {
    const own = { id: randomUUID(), created_at: OLD, created_by: { type: 'user', id: randomUUID() } };
    const record = await project({ name: 'Own', ...own });
    expect(idOf(record)).not.toBe(own.id);
    expect([record.created_by.id, record.created_at === OLD]).toEqual([world.ada.user_id, false]);
    const changed = await tools.result('update_record', {
      object: 'projects',
      record_id: idOf(record),
      values: { ...own, effort: 3 },
    });
    expect([idOf(changed), changed.created_at, changed.created_by]).toEqual([
      idOf(record),
      record.created_at,
      record.created_by,
    ]);
  });

  it('refuses __proto__ in values as it refuses any unknown attribute', async () => {
    const values = JSON.parse('{ "name": "Proto", "__proto__": "x" }') as object;
    const error = await tools.failure('create_record', { object: 'projects', values });
    expect(error.issues).toMatchObject([{ path: 'values.__proto__' }]);
  });

  it('counts no characters of a text that stands where values belong', async () => {
    const error = await tools.failure('create_record', { object: 'projects', values: 'x'.repeat(3000) });
    expect(error.issues).toEqual([{ path: 'values', message: 'must be an object.' }]);
  });
});

describe('update_record', () => {
  it('changes what it is given and leaves the rest; null and [] clear', async () => {
    const made = await project({ name: 'Rest', effort: 5, tags: ['a'], heat: 'Cold' });
    const update = (values: object) =>
      tools.result('update_record', { object: 'projects', record_id: made.slug, values });
    const once = await update({ effort: 6 });
    expect(once.values).toMatchObject({
      name: made.values.name,
      tags: made.values.tags,
      heat: made.values.heat,
      effort: [{ value: 6 }],
    });
    const cleared = await update({ tags: [], heat: null });
    expect([cleared.values.tags ?? [], cleared.values.heat ?? [], cleared.values.effort]).toEqual([
      [],
      [],
      once.values.effort,
    ]);
  });
});

describe('the trash', () => {
  it('is read by id, and emptied, by tools that say so', async () => {
    const make = async (name: string) =>
      idOf(await tools.result('create_record', { object: 'companies', values: { name } }));
    const [kept, gone, last] = [await make('Kept'), await make('In the trash'), await make('Last')];
    const batch = (items: object[]) => tools.result('batch_records', { mode: 'atomic', object: 'companies', items });
    await batch([gone, last].map((record_id) => ({ op: 'trash', record_id })));
    const at = { object: 'companies', record_id: gone };
    const trashed = { trashed: 'only' };
    expect((await tools.failure('get_record', at)).reason).toBe('record_not_found');
    expect((await tools.failure('get_record', { ...at, ...trashed, record_id: kept })).reason).toBe('record_not_found');
    const shape = { fields: ['name'], format: 'concise' };
    const shown = await tools.result('get_record', { ...at, ...trashed, ...shape });
    expect(shown).toMatchObject({ id: gone, version: 2, values: { name: 'In the trash' } });
    const ids = [kept, gone];
    const several = await tools.result('get_records', { object: 'companies', ids, ...trashed, ...shape });
    expect(several).toEqual({ records: [shown], missing: [kept] });
    const past = { as_of: new Date().toISOString() };
    for (const [tool, args] of [
      ['get_record', at],
      ['get_records', { object: 'companies', ids }],
    ] as const)
      expect((await tools.failure(tool, { ...args, ...trashed, ...past })).issues[0]!.path).toBe('as_of');
    expect((await tools.failure('delete_record', at)).reason).toBe('record_not_found');
    expect(await tools.result('delete_record', { ...at, ...trashed, expected_version: 2 })).toEqual(deleted);
    expect((await tools.failure('get_record', { ...at, ...trashed })).reason).toBe('record_not_found');
    await batch([{ op: 'delete', record_id: last, ...trashed }]);
    const left = await tools.result('search_records', { object: 'companies', ...trashed, limit: 1 });
    expect(left.total).toBe(0);
  });
});

describe('delete_record', () => {
  it('deletes for good, and clears the references to it', async () => {
    const company = await tools.result('create_record', { object: 'companies', values: { name: 'Gone Ltd' } });
    const person = await tools.result('create_record', {
      object: 'people',
      values: { company: { id: idOf(company), type: 'companies' } },
    });
    expect(person.values.company).toHaveLength(1);
    const at = { object: 'companies', record_id: idOf(company) };
    await expect(tools.result('delete_record', at)).resolves.toEqual(deleted);
    expect((await tools.failure('get_record', at)).code).toBe('not_found');
    expect((await tools.failure('delete_record', at)).code).toBe('not_found');
    const left = await tools.result('get_record', { object: 'people', record_id: idOf(person) });
    expect(left.values.company ?? []).toEqual([]);
  });
});
