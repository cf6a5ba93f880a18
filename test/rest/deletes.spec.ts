import type { RecordWire } from '#crm-domain';
import { BackgroundService } from '../../apps/rest-api/src/background.service.js';
import { ImportWorkers } from '../../apps/rest-api/src/imports/import-workers.service.js';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { databaseState } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { purge } from '../support/purge.js';
import { danglingReferences } from '../support/references.js';
import { Rest } from '../support/rest.js';

/** Tables whose rows belong to records, attributes or objects. */
const TABLES = [
  'object',
  'attribute',
  'choice',
  'record',
  'value_history',
  'record_unique',
  'record_reference',
  'index_text',
  'index_number',
  'index_ref',
  'record_search',
  'purge',
];
const COMPANIES = { slug: 'companies' };

let rest: Rest;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

async function rows(): Promise<Record<string, string | undefined>> {
  const state = await databaseState(rest);
  return Object.fromEntries(TABLES.map((table) => [table, state[table]]));
}

/** An object with an attribute for every table that a value can leave a row in. */
async function aFullObject(slug?: string): Promise<AnObject> {
  const object = await anObject(rest, rest.admin, slug);
  await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
  await anAttribute(rest, object, { type: 'number', slug: 'size' });
  await anAttribute(rest, object, { type: 'multi-select', slug: 'tags', options: [{ title: 'A' }, { title: 'B' }] });
  await anAttribute(rest, object, { type: 'record-reference', slug: 'company' });
  const relationship = { target_object_id: object.slug, inverse_title: 'Back', cardinality: 'many-to-many' };
  await anAttribute(rest, object, { type: 'relationship', slug: 'friends', relationship });
  return object;
}

async function fill(object: AnObject, company: RecordWire, count: number): Promise<RecordWire[]> {
  const records: RecordWire[] = [];
  for (let n = 0; n < count; n++) {
    const friends = records.slice(-2).map((record) => pointingAt(object, record));
    const data = {
      name: `Name ${n}`,
      code: `code ${n}`,
      size: n,
      tags: ['A', 'B'],
      company: pointingAt(COMPANIES, company),
      friends,
    };
    const record = await aRecord(rest, object, data);
    await rest.writer.patch(pathTo(object, record), { data: { size: -n, code: `new code ${n}` } }).expect(200);
    records.push(record);
  }
  return records;
}

describe('a deleted object', () => {
  it('leaves nothing behind once the background has been at it, and nobody else loses anything', async () => {
    const company = await aRecord(rest, COMPANIES, { name: 'Kept' });
    const before = await rows();
    const object = await aFullObject();
    const records = await fill(object, company, 6);
    await rest.writer.post(`${pathTo(object, records[0]!)}/trash`).expect(200);

    await rest.admin.delete(object.path).expect(200);

    for (const record of records) expectError(await rest.reader.get(pathTo(object, record)), 404);
    await purge(rest);
    expect(await rows()).toEqual(before);
    expect(await rest.sql('select 1 from object_count where object_id = $1', [object.object_id])).toEqual([]);
  });

  it('gives its slug away at once, and the new object of that name has nothing of the old one', async () => {
    const company = await aRecord(rest, COMPANIES, { name: 'Kept' });
    const object = await aFullObject('reused');
    const [old] = await fill(object, company, 2);
    await rest.admin.delete(object.path).expect(200);
    const next = await aFullObject('reused');
    expect((await rest.reader.get('/v1/records/reused')).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expectError(await rest.reader.get(pathTo(next, old!)), 404);
    const [record] = await fill(next, company, 1);
    const shown = await readRecord(rest, next, record!);
    await purge(rest);
    expect(await readRecord(rest, next, record!)).toEqual(shown);
    expect((await rest.reader.get('/v1/records/reused')).body.pagination.total).toBe(1);
    await rest.admin.delete(next.path).expect(200);
    await purge(rest);
  });

  it('disappears from the references of other objects at once, and from their rows in the background', async () => {
    const [target, other] = [await anObject(rest), await anObject(rest)];
    await anAttribute(rest, other, { type: 'record-reference', slug: 'link', is_multi_select: true });
    const kept = await aRecord(rest, other, { name: 'Kept' });
    const gone = await aRecord(rest, target, { name: 'Gone' });
    const holder = await aRecord(rest, other, { link: [pointingAt(target, gone), pointingAt(other, kept)] });
    await rest.admin.delete(target.path).expect(200);
    expect((await readRecord(rest, other, holder)).values.link).toMatchObject([{ display_name: 'Kept' }]);
    await purge(rest);
    const { values } = await readRecord(rest, other, holder);
    expect(values.link).toMatchObject([{ display_name: 'Kept', active_from: holder.created_at }]);
    expect(await danglingReferences(rest)).toEqual([]);
    expect(await rest.sql('select 1 from index_ref where v = $1', [gone.id.record_id])).toEqual([]);
  });

  it('is purged batch by batch when there are many records behind it', async () => {
    const before = await rows();
    const object = await anObject(rest);
    await insertRecords(object, 4500);
    await rest.admin.delete(object.path).expect(200);
    await purge(rest);
    expect(await rows()).toEqual(before);
  });

  it('is purged by the service itself', async () => {
    const object = await anObject(rest);
    await aRecord(rest, object, { name: 'Gone' });
    await rest.admin.delete(object.path).expect(200);
    const worker = new BackgroundService(rest.domain, { events: 30, audit: 400 }, rest.app.get(ImportWorkers));
    worker.onApplicationBootstrap();
    await eventually(
      async () =>
        (await rest.sql('select 1 from record where object_id = $1 union all select 1 from purge', [object.object_id]))
          .length === 0,
    );
    await worker.beforeApplicationShutdown();
  });
});

describe('a deleted attribute', () => {
  it('leaves nothing behind once the background has been at it, and the records keep the rest', async () => {
    const object = await anObject(rest);
    const company = await aRecord(rest, COMPANIES, { name: 'Kept' });
    await aRecord(rest, object, { name: 'Empty' });
    const before = await rows();
    await addAndDelete(object, company);
    await purge(rest);
    expect(without(await rows(), 'record', 'record_search', 'object')).toEqual(
      without(before, 'record', 'record_search', 'object'),
    );
    const documents = await rest.sql<{ vals: object; meta: object | null }>(
      'select vals, meta from record where object_id = $1',
      [object.object_id],
    );
    for (const { vals, meta } of documents) expect([Object.keys(vals), Object.keys(meta ?? {})]).toEqual([['1'], []]);
    expect(await danglingReferences(rest)).toEqual([]);
  });

  it('gives its slug away at once, and the new attribute of that name has no values', async () => {
    const object = await anObject(rest);
    const attribute = await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    const record = await aRecord(rest, object, { code: 'old' });
    await rest.admin.delete(`${object.path}/attributes/code`).expect(200);
    const next = await anAttribute(rest, object, { type: 'number', slug: 'code', is_unique: true });
    expect(next.id.attribute_id).not.toBe(attribute.id.attribute_id);
    expect((await readRecord(rest, object, record)).values.code).toEqual([]);
    await rest.writer.patch(pathTo(object, record), { data: { code: 5 } }).expect(200);
    await purge(rest);
    expect((await readRecord(rest, object, record, '?show_historic=true')).values.code).toMatchObject([{ value: 5 }]);
  });

  /** Gives every record of the object values of an attribute of each kind, then deletes the attributes. */
  async function addAndDelete(object: AnObject, company: RecordWire): Promise<void> {
    const [record] = (await rest.reader.get(`/v1/records/${object.slug}`)).body.data as [RecordWire];
    const slugs = ['code', 'size', 'tags', 'link', 'friends'];
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'number', slug: 'size' });
    await anAttribute(rest, object, { type: 'multi-select', slug: 'tags', options: [{ title: 'A' }] });
    await anAttribute(rest, object, { type: 'record-reference', slug: 'link' });
    const relationship = { target_object_id: 'companies', inverse_title: 'Friends of', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'friends', relationship });
    const link = pointingAt(COMPANIES, company);
    await rest.writer
      .patch(pathTo(object, record), { data: { code: 'a', size: 1, tags: 'A', link, friends: link } })
      .expect(200);
    await rest.writer.patch(pathTo(object, record), { data: { code: 'b', size: 2, tags: null } }).expect(200);
    for (const slug of slugs) await rest.admin.delete(`${object.path}/attributes/${slug}`).expect(200);
  }
});

describe('a deleted record', () => {
  it('with 1500 references to it is gone at once and cleared in the background', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'record-reference', slug: 'link' });
    const target = await aRecord(rest, COMPANIES, { name: 'Popular', domains: ['popular.example'] });
    const holder = await aRecord(rest, object, { name: 'Holder', link: pointingAt(COMPANIES, target) });
    await insertRecords(object, 1500, target);
    const total = async () => (await rest.reader.get('/v1/records/companies?limit=1')).body.pagination.total as number;
    const before = await total();

    await rest.writer.delete(pathTo(COMPANIES, target)).expect(200);

    expectError(await rest.reader.get(pathTo(COMPANIES, target)), 404);
    expectError(await rest.writer.delete(pathTo(COMPANIES, target)), 404);
    expect(await total()).toBe(before - 1);
    expect((await readRecord(rest, object, holder)).values.link).toEqual([]);
    expect(
      (await rest.reader.get(`/v1/records/${object.slug}?limit=100`)).body.data.every(
        ({ values }: RecordWire) => values.link!.length === 0,
      ),
    ).toBe(true);
    expectError(
      await rest.writer.post(`/v1/records/${object.slug}`, { data: { link: pointingAt(COMPANIES, target) } }),
      400,
    );
    await aRecord(rest, COMPANIES, { domains: ['popular.example'] });

    await purge(rest);
    for (const table of ['record', 'record_search', 'value_history']) {
      expect([table, await rest.sql(`select 1 from ${table} where record_id = $1`, [target.id.record_id])]).toEqual([
        table,
        [],
      ]);
    }
    expect(await rest.sql('select 1 from record_reference where target_id = $1', [target.id.record_id])).toEqual([]);
    expect(await rest.sql('select 1 from index_ref where v = $1', [target.id.record_id])).toEqual([]);
    expect(await danglingReferences(rest)).toEqual([]);
    const { values } = await readRecord(rest, object, holder, '?show_historic=true');
    expect(values.link).toMatchObject([
      {
        target_record: target.id.record_id,
        target_deleted: true,
        active_from: holder.created_at,
        active_until: expect.any(String),
      },
    ]);
  });

  it('keeps no reference that was written while the background was at work', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'record-reference', slug: 'link' });
    const target = await aRecord(rest, COMPANIES, { name: 'Popular' });
    await insertRecords(object, 1200, target);
    const [one] = (await rest.reader.get(`/v1/records/${object.slug}?limit=1`)).body.data as [RecordWire];
    await rest.writer.delete(pathTo(COMPANIES, target)).expect(200);
    const kept = await aRecord(rest, COMPANIES, { name: 'Kept' });
    await Promise.all([
      purge(rest),
      rest.writer.patch(pathTo(object, one), { data: { link: pointingAt(COMPANIES, kept) } }).expect(200),
      rest.writer
        .delete(pathTo(object, (await rest.reader.get(`/v1/records/${object.slug}?limit=1&offset=1`)).body.data[0]))
        .expect(200),
    ]);
    expect((await readRecord(rest, object, one)).values.link).toMatchObject([{ display_name: 'Kept' }]);
    expect(await danglingReferences(rest)).toEqual([]);
  });
});

/** Makes records in the tables, as as many requests would have; with a target, each refers to it through `link`. */
async function insertRecords(object: AnObject, count: number, target?: RecordWire): Promise<void> {
  const [link] = await rest.sql<{ attr_no: number; attribute_id: string }>(
    `select attr_no, attribute_id from attribute where object_id = $1 and slug = 'link'`,
    [object.object_id],
  );
  const values = [
    rest.workspace_id,
    object.object_id,
    count,
    target?.id.record_id ?? null,
    target?.id.object_id ?? null,
    link?.attr_no ?? null,
    link?.attribute_id ?? null,
  ];
  await rest.sql(
    `with made as (insert into record (workspace_id, record_id, object_id, created_at, updated_at, created_by_type, created_via, refs, vals)
        select $1::uuid, gen_random_uuid(), $2::uuid, now(), now(), 'system', '{"origin": "system", "actor_name": "system"}',
          case when $4::uuid is not null then array[$4::uuid] end,
          case when $4::uuid is null then '{}' else jsonb_build_object($6::text, jsonb_build_object('object_id', $5::text, 'record_id', $4::text)) end
        from generate_series(1, $3::int) returning record_id),
      counted as (insert into object_count as oc select $1::uuid, $2::uuid, 0, $3::int on conflict (workspace_id, object_id, slot) do update set n = oc.n + $3::int),
      linked as (insert into record_reference select $1::uuid, $4::uuid, record_id, $6::int from made where $4::uuid is not null),
      indexed as (insert into index_ref select $1::uuid, $7::uuid, $4::uuid, record_id from made where $4::uuid is not null)
      insert into record_search select $1::uuid, record_id, '' from made`,
    values,
  );
}

function without(state: Record<string, string | undefined>, ...tables: string[]): object {
  return Object.fromEntries(Object.entries(state).filter(([table]) => !tables.includes(table)));
}
