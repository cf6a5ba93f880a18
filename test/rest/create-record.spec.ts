import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { databaseState, expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };

describe('POST /v1/records/{object}', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
  });
  afterAll(() => rest.stop());

  it('answers 200 with the new record, which reads back in the same words', async () => {
    const { body } = await rest.writer
      .post('/v1/records/companies', { data: { name: 'Example Ltd', domains: ['example.com', 'example.org'] } })
      .expect(200);
    const { id, created_at, created_by } = body.data;
    expect(id).toEqual({
      workspace_id: rest.workspace_id,
      object_id: expect.any(String),
      record_id: expect.any(String),
    });
    const common = { active_from: created_at, active_until: null, created_by };
    expect(body.data.values).toEqual({
      name: [{ ...common, attribute_slug: 'name', attribute_type: 'name', value: 'Example Ltd' }],
      domains: ['com', 'org'].map((top) => ({
        ...common,
        attribute_slug: 'domains',
        attribute_type: 'website',
        value: `https://example.${top}`,
        domain: `example.${top}`,
        root_domain: `example.${top}`,
      })),
      description: [],
      location: [],
      employee_count: [],
    });
    expect(created_by).toEqual({ type: 'api-key', id: expect.any(String) });
    expect(body.data.created_via).toEqual({
      via_import: false,
      origin_name: 'rest-api',
      actor_name: 'read:data and write:data',
    });
    expect(body.data.updated_at).toBe(created_at);
    expect(body.data.slug).toMatch(/^example-ltd-[0-9A-Za-z]{22}$/);
    expect(await readRecord(rest, COMPANIES, id.record_id)).toEqual(body.data);
  });

  it('answers 200 to a key that may write but not read', async () => {
    await rest.scribe.post('/v1/records/companies', { data: { name: 'Unseen Ltd' } }).expect(200);
  });

  it('takes the object and the attributes by UUID', async () => {
    const { body } = await rest.reader.get(`${object.path}/attributes`).expect(200);
    const record = await aRecord(
      rest,
      { slug: object.object_id },
      { [body.data[0].id.attribute_id.toUpperCase()]: 'By id' },
    );
    expect(record.values.name).toMatchObject([{ value: 'By id' }]);
  });

  it('makes an empty record of an empty map', async () => {
    const record = await aRecord(rest, object);
    expect(record.values).toEqual({ name: [] });
    expect(record.slug).toMatch(/^[0-9A-Za-z]{22}$/);
  });

  it('sees at once what was just changed of the object', async () => {
    const other = await anObject(rest);
    await aRecord(rest, other);
    await anAttribute(rest, other, { type: 'text', slug: 'new', default_value: 'x' });
    expect((await aRecord(rest, other)).values.new).toMatchObject([{ value: 'x' }]);
    await rest.admin.patch(`${other.path}/attributes/new`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    expect((await aRecord(rest, other, { name: 'Later' })).values).toEqual({ name: [expect.anything()] });
  });

  it.each<[string, unknown, string]>([
    ['no data', {}, 'data'],
    ['null for data', { data: null }, 'data'],
    ['a list for data', { data: [] }, 'data'],
    ['a text for data', { data: 'name' }, 'data'],
    ['an unknown field beside data', { data: {}, object: 'people' }, 'object'],
    ['an unknown attribute', { data: { colour: 'red' } }, 'data.colour'],
    ['a system field, which only tools pass over', { data: { created_at: '2026-01-01T00:00:00Z' } }, 'data.created_at'],
    ['a value of the wrong type', { data: { employee_count: 'ten' } }, 'data.employee_count'],
    ['two values where there is one', { data: { name: ['A', 'B'] } }, 'data.name'],
    ['51 values', { data: { domains: Array.from({ length: 51 }, (_, at) => `d${at}.example`) } }, 'data.domains'],
    ['a list in a list', { data: { name: [['A']] } }, 'data.name[0]'],
    ['null in a list', { data: { domains: ['example.com', null] } }, 'data.domains[1]'],
  ])('answers 400 to %s', async (_, body, at) => {
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await rest.admin.post('/v1/records/companies', body as object))).toEqual([at]),
    );
  });

  it('answers 400 to an attribute that is given twice, by slug and by id', async () => {
    const { body } = await rest.reader.get(`${object.path}/attributes`).expect(200);
    const id = body.data[0].id.attribute_id;
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await rest.admin.post(`/v1/records/${object.slug}`, { data: { name: 'A', [id]: 'B' } }))).toEqual([
        `data.${id}`,
      ]);
    });
  });

  it('answers 400 with one issue for everything that is wrong', async () => {
    const response = await rest.admin.post('/v1/records/companies', {
      data: { name: 5, domains: ['example.com', 'nope', 7], colour: 'red' },
    });
    expect(pathsOf(response)).toEqual(['data.name', 'data.domains[1]', 'data.domains[2]', 'data.colour']);
    expect(response.body.message).toBe('data.name: The value must be a string. (and 3 more)');
    expect(response.body.issues[3].allowed).toEqual(['name', 'domains', 'description', 'location', 'employee_count']);
  });

  it('answers 400 to a unique value that is held, and names the attribute and the record that holds it', async () => {
    const holder = await aRecord(rest, COMPANIES, { domains: ['held.example'] });
    await expectNothingChanged(rest, async () => {
      const response = await rest.writer.post('/v1/records/companies', {
        data: { name: 'Other', domains: ['free.example', 'https://www.held.example/'] },
      });
      expect(pathsOf(response)).toEqual(['data.domains']);
      expect(response.body.issues[0].record_id).toBe(holder.id.record_id);
    });
  });

  it('does not name the record that holds a unique value to a key that may not read', async () => {
    const holder = await aRecord(rest, COMPANIES, { domains: ['secret.example'] });
    const response = await rest.scribe.post('/v1/records/companies', { data: { domains: ['secret.example'] } });
    expect(pathsOf(response)).toEqual(['data.domains']);
    expect(response.text).not.toContain(holder.id.record_id);
  });

  it('answers 400 to a reference whose record is missing, of another object or of another workspace, in the same words', async () => {
    const theirs = await aRecord(rest, COMPANIES, { name: 'Theirs' }, rest.stranger.admin);
    const person = await aRecord(rest, { slug: 'people' });
    await expectNothingChanged(rest, async () => {
      for (const id of [randomUUID(), theirs.id.record_id, theirs.slug, person.id.record_id]) {
        const response = await rest.admin.post('/v1/records/people', { data: { company: { id, type: 'companies' } } });
        expect(pathsOf(response)).toEqual(['data.company']);
        expect(response.body.message).toMatch(/^data\.company: There is no record [0-9a-f-]{36} of that type\.$/);
      }
    });
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const create = (slug: string) => rest.admin.post(`/v1/records/${slug}`, { data: { name: 'Mine' } });
    await expectHidden(rest, create(theirs.object_id), create(randomUUID()));
    await expectHidden(rest, create(theirs.slug), create('nowhere'));
  });

  it('tells a caller who may not write nothing about what is wrong with the values', async () => {
    expectError(await rest.reader.post('/v1/records/companies', { data: { colour: 'red' } }), 403);
    expectError(await rest.reader.post('/v1/records/nowhere', { data: {} }), 403);
  });

  it('leaves nothing of a refused record behind, and everything of an accepted one', async () => {
    const before = await databaseState(rest);
    const record = await aRecord(rest, COMPANIES, { name: 'Short', domains: ['short.example'], employee_count: 5 });
    await rest.admin.delete(pathTo(COMPANIES, record)).expect(200);
    const after = await databaseState(rest);
    for (const table of [
      'record',
      'record_unique',
      'index_text',
      'index_number',
      'index_ref',
      'record_search',
      'value_history',
    ]) {
      expect([table, after[table]]).toEqual([table, before[table]]);
    }
  });

  refusesStrangers(
    () => rest,
    (by) => by.post('/v1/records/companies', { data: { name: 'Never' } }),
    'write:data',
  );
});
