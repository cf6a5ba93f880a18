import { randomUUID } from 'node:crypto';
import type { RecordWire } from '#crm-domain';
import type { ConciseRecord } from '../../libs/crm-domain/src/records/shown/concise.js';
import { judgeShape } from '../../libs/crm-domain/src/records/shown/shape.js';
import { columnsOf } from '../../libs/crm-domain/src/records/shown/columns.js';
import { RecordQueryStore } from '../../libs/crm-domain/src/records/query/record-query.store.js';
import { RecordStore } from '../../libs/crm-domain/src/records/record.store.js';
import { pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { KeptStatements } from '../support/rows-read.js';

let rest: Rest;
let object: AnObject;
let company: RecordWire;
let record: RecordWire;
let empty: RecordWire;
let tagsId: string;
const STAGES = [{ title: 'New' }, { title: 'Won' }];

beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  company = await aRecord(rest, { slug: 'companies' }, { name: 'Quiet Harbour' });
  const companies = company.id.object_id;
  await anAttribute(rest, object, { type: 'pipeline', slug: 'stage', stages: STAGES } as never);
  const tags = await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
  tagsId = tags.id.attribute_id;
  await anAttribute(rest, object, { type: 'currency', slug: 'value' });
  const config = { record_reference: { allowed_object_ids: [companies] } };
  await anAttribute(rest, object, { type: 'record-reference', slug: 'company', config });
  record = await aRecord(rest, object, {
    name: 'Deal',
    stage: 'Won',
    tags: ['red'],
    value: { currency_value: 5, currency_code: 'EUR' },
    company: pointingAt({ slug: 'companies' }, company),
  });
  empty = await aRecord(rest, object);
});
afterAll(() => rest.stop());

const CONCISE = () => ({
  id: record.id.record_id,
  object: object.slug,
  name: 'Deal',
  version: 1,
  values: {
    name: 'Deal',
    stage: 'Won',
    tags: ['red'],
    value: { currency_value: 5, currency_code: 'EUR' },
    company: { id: company.id.record_id, name: 'Quiet Harbour' },
  },
});

interface Answered {
  data: unknown;
  [member: string]: unknown;
}

type Read = (shape: { fields?: string[]; format?: string }) => Promise<Answered>;

const inUrl = ({ fields, format }: { fields?: string[]; format?: string }) =>
  new URLSearchParams({ ...(fields && { fields: fields.join(',') }), ...(format && { format }) }).toString();
const list: Read = async (shape) =>
  (await rest.admin.get(`/v1/records/${object.slug}?${inUrl(shape)}`).expect(200)).body;
const query: Read = async (shape) => {
  const filter = [{ attribute: 'name', operator: 'eq', value: 'deal' }];
  const body = { ...shape, filter, limit: 5 };
  return (await rest.admin.post(`/v1/records/${object.slug}/query`, body).expect(200)).body;
};
const together: Read = async (shape) => {
  const body = { ...shape, ids: [record.id.record_id] };
  return (await rest.admin.post(`/v1/records/${object.slug}/get`, body).expect(200)).body;
};
const one: Read = async (shape) => {
  const { body } = await rest.admin.get(`${pathTo(object, record)}?${inUrl(shape)}`).expect(200);
  return { ...body, data: [body.data] };
};

describe.each([
  ['GET of one record', one],
  ['a list', list],
  ['a query', query],
  ['records by their ids', together],
])('%s', (_, read) => {
  it('shows bare values without what is empty, and references by id and name', async () => {
    expect(((await read({ format: 'concise' })).data as unknown[])[0]).toEqual(CONCISE());
  });

  it('shows of a record in detail what is named, and nothing else', async () => {
    const [shown] = (await read({ fields: ['company', 'stage', 'created_at'] })).data as RecordWire[];
    const { id, version, values, created_at } = record;
    expect(shown).toEqual({ id, version, created_at, values: { company: values.company, stage: values.stage } });
  });

  it('shows concisely what is named, in that order, by slug or id', async () => {
    const fields = [tagsId, 'slug', 'company', 'updated_at', 'tags'];
    const [shown] = (await read({ fields, format: 'concise' })).data as ConciseRecord[];
    const { company: of, tags } = CONCISE().values;
    const { slug, updated_at } = record;
    expect(shown).toEqual({ ...CONCISE(), slug, updated_at, values: { tags, company: of } });
    expect(Object.keys(shown!.values)).toEqual(['tags', 'company']);
  });
});

describe('fields of the records that one refers to', () => {
  const named = ['name', 'company.name', 'company.domains', 'company.created_at'];
  let related: object;
  beforeAll(async () => {
    const domains = ['https://harbour.example.com', 'https://quiet.example.com'];
    const changed = await rest.admin.patch(pathTo({ slug: 'companies' }, company), { data: { domains } }).expect(200);
    const { created_at } = changed.body.data;
    related = { 'company.name': 'Quiet Harbour', 'company.domains': domains, 'company.created_at': created_at };
  });

  it.each([
    ['GET of one record', one],
    ['a list', list],
    ['a query', query],
    ['records by their ids', together],
  ])('stand bare beside the values: %s', async (_, read) => {
    const [concise] = (await read({ fields: named, format: 'concise' })).data as ConciseRecord[];
    expect(concise).toEqual({ ...CONCISE(), values: { name: 'Deal' }, related });
    const [detailed] = (await read({ fields: named })).data as RecordWire[];
    expect(detailed).toEqual({ id: record.id, version: 1, values: { name: record.values.name }, related });
  });

  it('are columns of a table, null where nothing is referred to', async () => {
    const fields = ['company.name', 'company.record_id'];
    const { data } = await list({ fields, format: 'table' });
    const { record_id } = company.id;
    expect(data).toEqual({
      columns: ['id', ...fields],
      rows: [
        [record.id.record_id, 'Quiet Harbour', record_id],
        [empty.id.record_id, null, null],
      ],
    });
  });

  it('are those of each record, whatever its object, that a reference of several values names', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'record-reference', slug: 'about', is_multi_select: true });
    const { value, company: of } = CONCISE().values;
    const other = await aRecord(rest, object, { name: 'Deal', stage: 'Won', value, company: record.values.company });
    const about = [pointingAt(object, other), pointingAt({ slug: 'companies' }, company)];
    const made = await aRecord(rest, own, { about });
    const read = async (fields: string) =>
      (await rest.admin.get(`${pathTo(own, made)}?format=concise&fields=${fields}`).expect(200)).body.data.related;
    expect(await read('about.name,about.stage,about.company,about.value')).toEqual({
      'about.name': ['Deal', 'Quiet Harbour'],
      'about.stage': ['Won'],
      'about.company': [of],
      'about.value': [value],
    });
    await rest.admin.post(`${pathTo(object, other)}/trash`).expect(200);
    expect(await read('about.name,about.stage')).toEqual({ 'about.name': ['Quiet Harbour'] });
    const [held] = await rest.sql<{ vals: Record<string, object[]> }>('select vals from record where record_id = $1', [
      made.id.record_id,
    ]);
    const [no, [item]] = Object.entries(held!.vals).find(([, each]) => Array.isArray(each)) as [string, [object]];
    const vals = { [no]: Array.from({ length: 1001 }, () => ({ ...item, record_id: randomUUID() })) };
    await rest.sql('update record set vals = $2 where record_id = $1', [made.id.record_id, vals]);
    const refused = await rest.admin.get(`${pathTo(own, made)}?fields=about.name`).expect(400);
    expect(refused.body.issues).toEqual([{ path: 'fields', message: expect.stringContaining('1000') }]);
  });

  it('are refused where a page would show a large value of one record many times', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'text', slug: 'notes', is_multi_select: true });
    await anAttribute(rest, own, { type: 'record-reference', slug: 'about' });
    const notes = Array.from({ length: 10 }, (_, n) => `${n} ${'x'.repeat(40_000)}`);
    const large = await aRecord(rest, own, { notes });
    for (let n = 0; n < 6; n++) await aRecord(rest, own, { about: pointingAt(own, large) });
    const page = (limit: number) => rest.admin.get(`/v1/records/${own.slug}?fields=about.notes&limit=${limit}`);
    await page(6).expect(200);
    const refused = await page(7).expect(400);
    expect(refused.body.issues).toEqual([{ path: 'fields', message: expect.stringContaining('larger than a page') }]);
  });

  it('are refused where there are none, and over two references', async () => {
    const path = `/v1/records/${object.slug}`;
    const fields = ['company.nonsense', 'company.owner.name', 'name.first', 'nothing.name'];
    const refused = await rest.admin.post(`${path}/query`, { fields }).expect(400);
    expect(pathsOf(refused)).toEqual(fields.map((_field, at) => `fields[${at}]`));
    expect(refused.body.issues[0].allowed).toEqual(expect.arrayContaining(['name', 'domains']));
    expect(refused.body.issues[1].message).toContain('have no field "owner.name"');
  });
});

describe('a table', () => {
  it('says the names of the columns once, the id first, and null where there is no value', async () => {
    const fields = ['name', 'tags', 'created_at', 'company'];
    const { data } = await list({ fields, format: 'table' });
    const { company: of, name } = CONCISE().values;
    expect(data).toEqual({
      columns: ['id', ...fields],
      rows: [
        [record.id.record_id, name, ['red'], record.created_at, of],
        [empty.id.record_id, null, null, empty.created_at, null],
      ],
    });
  });

  it('has a column for each attribute where none is named, and no rows where nothing is found', async () => {
    const columns = ['id', 'name', 'stage', 'tags', 'value', 'company'];
    expect((await list({ format: 'table' })).data).toMatchObject({ columns });
    const body = { query: 'nothing of the kind', format: 'table' };
    const found = await rest.admin.post(`/v1/records/${object.slug}/query`, body).expect(200);
    expect(found.body.data).toEqual({ columns, rows: [] });
    const signs = await rest.admin.post(`/v1/records/${object.slug}/query`, { ...body, query: '...' }).expect(200);
    expect(signs.body.data).toEqual({ columns, rows: [] });
  });

  it('is refused of one record', async () => {
    const refused = await rest.admin.get(`${pathTo(object, record)}?format=table`).expect(400);
    expect(pathsOf(refused)).toEqual(['format']);
  });
});

describe('what is not there', () => {
  it.each(['', '/query', '/get'])('is refused with its place and what there is: %s', async (route) => {
    const fields = ['name', 'nmae', 'created_at', 'nonsense'];
    const path = `/v1/records/${object.slug}`;
    const asked = { fields, ...(route === '/get' && { ids: [record.id.record_id] }) };
    const refused = route
      ? await rest.admin.post(path + route, asked)
      : await rest.admin.get(`${path}?${inUrl(asked)}`);
    expect(refused.status).toBe(400);
    expect(pathsOf(refused)).toEqual(['fields[1]', 'fields[3]']);
    expect(refused.body.issues[0].allowed).toEqual(expect.arrayContaining(['stage', 'updated_at']));
  });

  it('is refused in conditions and orders with all that can stand there', async () => {
    const allowedIn = async (asked: object): Promise<string[]> =>
      (await rest.admin.post(`/v1/records/${object.slug}/query`, asked).expect(400)).body.issues[0].allowed;
    const condition = { attribute: 'nmae', operator: 'is_empty' };
    const system = ['created_at', 'updated_at', 'created_by', 'record_id'];
    expect(await allowedIn({ filter: [condition] })).toEqual(expect.arrayContaining([...system, 'name', 'stage']));
    const sort = { attribute: 'nmae' };
    expect(await allowedIn({ sort })).toEqual(expect.arrayContaining(['id', 'created_at', 'updated_at', 'name']));
  });

  it('is refused as a format, and as more fields than can be named', async () => {
    const path = `/v1/records/${object.slug}`;
    expect(pathsOf(await rest.admin.get(`${path}?format=short`).expect(400))).toEqual(['format']);
    expect(pathsOf(await rest.admin.post(`${path}/query`, { format: 'short' }).expect(400))).toEqual(['format']);
    const many = Array.from({ length: 101 }, (_, n) => `f${n}`);
    expect(pathsOf(await rest.admin.get(`${path}?fields=${many.join(',')}`).expect(400))).toEqual(['fields']);
    expect(pathsOf(await rest.admin.post(`${path}/query`, { fields: [] }).expect(400))).toEqual(['fields']);
  });
});

describe('records by their ids', () => {
  const get = (body: object) => rest.admin.post(`/v1/records/${object.slug}/get`, body);

  it('come in the order asked for, each once, by id or slug; what is not there is named as it was asked for', async () => {
    const trashed = await aRecord(rest, object);
    await rest.admin.post(`${pathTo(object, trashed)}/trash`).expect(200);
    const others = [trashed.id.record_id, company.id.record_id, 'no id', '0197f000-0000-7000-8000-000000000000'];
    const ids = [empty.slug, others[0], record.id.record_id, others[1], empty.id.record_id, others[2], others[3]];
    const { body } = await get({ ids }).expect(200);
    expect(body).toEqual({ data: [empty, record], missing: others });
  });

  it('are at least one and at most a hundred', async () => {
    expect(pathsOf(await get({ ids: [] }).expect(400))).toEqual(['ids']);
    const many = Array.from({ length: 101 }, () => record.id.record_id);
    expect(pathsOf(await get({ ids: many }).expect(400))).toEqual(['ids']);
    await get({ ids: many.slice(1) }).expect(200);
  });

  it('are left out by name where the answer would be too long', async () => {
    const long = await anObject(rest);
    await anAttribute(rest, long, { type: 'text', slug: 'notes', is_multi_select: true });
    const notes = Array.from({ length: 24 }, (_, n) => `${n} ${'x'.repeat(40_000)}`);
    const made = [];
    for (let n = 0; n < 4; n++) made.push((await aRecord(rest, long, { notes })).id.record_id);
    const { body } = await rest.admin.post(`/v1/records/${long.slug}/get`, { ids: made }).expect(200);
    expect(body.data.map(({ id }: RecordWire) => id.record_id)).toEqual(made.slice(0, 3));
    expect(body).toMatchObject({ missing: [], left_out: made.slice(3) });
  });
});

it('a record of more than 64 KiB shows the fields that are named, too, and so does one with more of them than are read one by one', async () => {
  const large = await anObject(rest);
  const slugs = Array.from({ length: 20 }, (_, n) => `text_${n}`);
  for (const slug of slugs) await anAttribute(rest, large, { type: 'text', slug });
  const values = Object.fromEntries(slugs.map((slug, n) => [slug, `${n} ${'x'.repeat(5000)}`]));
  const made = await aRecord(rest, large, values);
  for (const fields of [slugs.slice(0, 3), slugs.slice(0, 17)]) {
    const { body } = await rest.admin.get(`${pathTo(large, made)}?${inUrl({ fields })}`).expect(200);
    const values = Object.fromEntries(fields.map((f) => [f, made.values[f]]));
    expect(body.data).toEqual({ id: made.id, version: 1, values });
    const { body: page } = await rest.admin.get(`/v1/records/${large.slug}?${inUrl({ fields })}`).expect(200);
    expect(page.data).toEqual([body.data]);
  }
});

it('the history of a record is shown of the fields that are named', async () => {
  const changed = await aRecord(rest, object, { name: 'Before', stage: 'New' });
  await rest.admin.patch(pathTo(object, changed), { data: { name: 'After', stage: 'Won' } }).expect(200);
  const { body } = await rest.admin.get(`${pathTo(object, changed)}?show_historic=true&fields=stage`).expect(200);
  expect(Object.keys(body.data)).toEqual(['id', 'version', 'values']);
  expect(body.data.values).toEqual({ stage: [expect.anything(), expect.anything()] });
  const concise = await rest.admin.get(`${pathTo(object, changed)}?show_historic=true&format=concise`);
  expect(pathsOf(concise)).toEqual(['format']);
});

it('no column is read that is not shown, and no document as a whole', async () => {
  const kept = new KeptStatements();
  const schema = await rest.domain.schemas.present(rest.workspace_id);
  const columns = columnsOf(judgeShape(schema.find(object.slug)!, { fields: ['name', 'stage'], format: 'concise' }))!;
  await new RecordQueryStore(kept, rest.workspace_id).show(object.object_id, [record.id.record_id], columns);
  const caller = { workspace_id: rest.workspace_id, trusted: true, via: { origin: 'rest', request_id: '' } } as never;
  const store = new RecordStore(kept, rest.workspace_id);
  await store.find(caller, record.id.record_id, columns);
  await store.page(caller, { objectId: object.object_id, limit: 1, offset: 0, columns });
  expect(kept.all).toHaveLength(3);
  for (const { text, values } of kept.all) {
    expect(text).not.toMatch(/r\.meta|r\.refs|r\.vals (?!->)|r\.vals,|created_via|as labels/);
    expect(values.slice(-2)).toEqual(columns.numbers);
  }
});

it('a slug that another attribute has taken over is the one of this moment, whatever was read for the one before', async () => {
  const changing = await anObject(rest);
  await anAttribute(rest, changing, { type: 'text', slug: 'one' });
  const made = await aRecord(rest, changing, { one: 'first' });
  const before = await rest.domain.schemas.present(rest.workspace_id);
  await rest.admin.delete(`${changing.path}/attributes/one`).expect(200);
  await anAttribute(rest, changing, { type: 'text', slug: 'one' });
  await rest.admin.patch(pathTo(changing, made), { data: { one: 'second' } }).expect(200);
  for (const route of [pathTo(changing, made), `/v1/records/${changing.slug}`]) {
    // As in a process that has not heard of it.
    const { small } = rest.domain.schemas as unknown as { small: { add(schema: object): void } };
    small.add(before);
    const { body } = await rest.admin.get(`${route}?${inUrl({ fields: ['one'], format: 'concise' })}`).expect(200);
    expect([body.data].flat()[0].values).toEqual({ one: 'second' });
  }
});
