import { randomUUID } from 'node:crypto';
import type { RecordWire } from '#crm-domain';
import { pathsOf } from '../support/answers.js';
import { aRecord, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

interface PageWire {
  data: RecordWire[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean; next_offset?: number };
}

describe('GET /v1/records/{object}', () => {
  let rest: Rest;
  let object: AnObject;
  let records: RecordWire[];
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    records = [];
    for (let n = 0; n < 30; n++) records.push(await aRecord(rest, object, { name: `Number ${n}` }));
  });
  afterAll(() => rest.stop());

  const list = async (query = '', slug = object.slug) =>
    (await rest.reader.get(`/v1/records/${slug}${query}`).expect(200)).body as PageWire;

  it('answers 200 with 25 records, oldest first, and where the rest begins', async () => {
    expect(await list()).toEqual({
      data: records.slice(0, 25),
      pagination: { total: 30, limit: 25, offset: 0, has_more: true, next_offset: 25 },
    });
  });

  it('answers 200 with the rest from there, and no further offset', async () => {
    expect(await list('?offset=25')).toEqual({
      data: records.slice(25),
      pagination: { total: 30, limit: 25, offset: 25, has_more: false },
    });
  });

  it.each([
    ['?limit=7&offset=3', 7, 3],
    ['?limit=0', 1, 0],
    ['?limit=-5', 1, 0],
    ['?limit=1000', 100, 0],
    ['?limit=99999999999', 100, 0],
    [`?limit=-${'9'.repeat(400)}`, 1, 0],
  ])('answers %s with the limit clamped to 1 to 100', async (query, limit, offset) => {
    const { data, pagination } = await list(query);
    expect(data).toEqual(records.slice(offset, offset + limit));
    expect(pagination).toMatchObject({ limit, offset, total: 30 });
  });

  it('answers 200 with nothing behind the end', async () => {
    expect(await list('?offset=999999999')).toEqual({
      data: [],
      pagination: { total: 30, limit: 25, offset: 999999999, has_more: false },
    });
  });

  it('visits every record once when the next offset is followed', async () => {
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { data, pagination }: PageWire = await list(`?limit=11&offset=${offset}`);
      seen.push(...data.map(({ id }) => id.record_id));
      offset = pagination.next_offset;
    }
    expect(seen).toEqual(records.map(({ id }) => id.record_id));
  });

  it('answers 200 with nothing for an object without records, by UUID too', async () => {
    const empty = await anObject(rest);
    const page = { data: [], pagination: { total: 0, limit: 25, offset: 0, has_more: false } };
    expect(await list('', empty.slug)).toEqual(page);
    expect(await list('', empty.object_id)).toEqual(page);
  });

  it('shows references with their present text, as a single read does', async () => {
    const company = await aRecord(rest, { slug: 'companies' }, { name: 'Example Ltd' });
    const person = await aRecord(rest, { slug: 'people' }, { company: pointingAt({ slug: 'companies' }, company) });
    await rest.admin.patch(pathTo({ slug: 'companies' }, company), { data: { name: 'Example plc' } }).expect(200);
    const { data } = await list('', 'people');
    expect(data).toEqual([await readRecord(rest, { slug: 'people' }, person)]);
    expect(data[0]!.values.company).toMatchObject([{ display_name: 'Example plc' }]);
  });

  it('counts and shows what is there: not what is in the trash, nor what was deleted', async () => {
    const own = await anObject(rest);
    const [kept, trashed, deleted] = [await aRecord(rest, own), await aRecord(rest, own), await aRecord(rest, own)];
    await rest.admin.post(`${pathTo(own, trashed)}/trash`).expect(200);
    await rest.admin.delete(pathTo(own, deleted)).expect(200);
    expect(await list('', own.slug)).toMatchObject({ data: [kept], pagination: { total: 1 } });
    await rest.admin.post(`${pathTo(own, trashed)}/restore`).expect(200);
    expect(await list('', own.slug)).toMatchObject({ data: [kept, { id: trashed.id }], pagination: { total: 2 } });
  });

  it('shows no record of another workspace', async () => {
    await aRecord(rest, { slug: 'deals' }, { name: 'Theirs' }, rest.stranger.admin);
    expect(await list('', 'deals')).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it.each([
    ['?offset=-1', 'offset'],
    ['?offset=0.5', 'offset'],
    ['?offset=ten', 'offset'],
    ['?offset=', 'offset'],
    ['?offset=99999999999999999999', 'offset'],
    ['?limit=ten', 'limit'],
    ['?limit=10000000000.5', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=1e2', 'limit'],
    ['?limit=1&limit=2', 'limit'],
  ])('answers 400 to %s', async (query, path) => {
    expect(pathsOf(await rest.reader.get(`/v1/records/${object.slug}${query}`))).toEqual([path]);
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const ask = (slug: string) => rest.admin.get(`/v1/records/${slug}`);
    await expectHidden(rest, ask(theirs.object_id), ask(randomUUID()));
    await expectHidden(rest, ask(theirs.slug), ask('nowhere'));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get(`/v1/records/${object.slug}`),
    'read:data',
  );
});
