import type { RecordWire } from '#crm-domain';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

describe('a key with write:data alone', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
    await anAttribute(rest, object, { type: 'text', slug: 'preset', default_value: 'Preset secret' });
    await anAttribute(rest, object, { type: 'record-reference', slug: 'about' });
    const relationship = { target_object_id: object.slug, inverse_title: 'Behind', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'ahead', relationship });
  });
  afterAll(() => rest.stop());

  const SECRET = /secret/i;
  const aSecret = (data: object = {}) =>
    aRecord(rest, object, { name: 'Secret name', note: 'Secret note', tags: ['secret tag'], ...data });
  const patch = async (record: RecordWire, data: object) => {
    const { body, text } = await rest.scribe.patch(pathTo(object, record), { data }).expect(200);
    expect(text).not.toMatch(SECRET);
    return body.data as RecordWire;
  };
  const create = async (data: object) => {
    const { body, text } = await rest.scribe.post(`/v1/records/${object.slug}`, { data }).expect(200);
    expect(text).not.toMatch(SECRET);
    return body.data as RecordWire;
  };
  const bare = ({ slug }: RecordWire) => slug.slice(-22);

  it('learns nothing of a record by an empty update', async () => {
    const record = await aSecret();
    const told = await patch(record, {});
    expect(told).toEqual({
      id: record.id,
      slug: bare(record),
      values: {},
      created_at: record.created_at,
      updated_at: expect.any(String),
      created_by: { type: 'api-key', id: null },
      created_via: { via_import: false, origin_name: 'rest-api', actor_name: '' },
    });
    expect(told.updated_at).not.toBe(record.updated_at);
  });

  it('is told the attributes it wrote, as its own values of this moment, whether or not they were there before', async () => {
    const record = await aSecret({ note: 'Known' });
    const told = await patch(record, { note: 'Known', tags: ['one', 'two'] });
    expect(Object.keys(told.values).sort()).toEqual(['note', 'tags']);
    const ours = {
      active_from: told.updated_at,
      active_until: null,
      created_by: { type: 'api-key', id: expect.any(String) },
    };
    expect(told.values.note).toMatchObject([{ ...ours, value: 'Known' }]);
    expect(told.values.tags).toMatchObject([
      { ...ours, value: 'one' },
      { ...ours, value: 'two' },
    ]);
    expect(told.values.note![0]!.created_by.id).not.toBe(record.created_by.id);
    expect(told.slug).toBe(bare(record));
    expect((await patch(record, { note: null })).values).toEqual({ note: [] });
  });

  it('finds the display text in the slug only when it wrote it', async () => {
    const record = await aSecret();
    expect((await patch(record, { name: 'Plain name' })).slug).toBe(`plain-name-${bare(record)}`);
    expect((await patch(record, { note: 'x' })).slug).toBe(bare(record));
    expect((await readRecord(rest, object, record)).slug).toBe(`plain-name-${bare(record)}`);
  });

  it('is told a new record without the defaults it did not write', async () => {
    const told = await create({ name: 'Mine', note: 'x' });
    expect(Object.keys(told.values).sort()).toEqual(['name', 'note']);
    const read = await readRecord(rest, object, told);
    expect(read.values.preset).toMatchObject([{ value: 'Preset secret' }]);
    const { id, slug, created_at, updated_at, created_by, created_via } = read;
    expect(told).toMatchObject({ id, slug, created_at, updated_at, created_by, created_via });
    expect(told.values.name).toEqual(read.values.name);
  });

  it('is not told the names of the records it refers to or links, nor what they hold', async () => {
    const target = await aSecret();
    const record = await aSecret({ ahead: pointingAt(object, await aSecret()) });
    const to = pointingAt(object, target);
    for (const told of [
      await create({ about: to }),
      await create({ ahead: to }),
      await patch(record, { about: to }),
      await patch(record, { ahead: to }),
    ]) {
      const [[slug, values]] = Object.entries(told.values) as [[string, object[]]];
      expect(['about', 'ahead']).toContain(slug);
      expect(values).toHaveLength(1);
      expect(values).toMatchObject([{ target_record: target.id.record_id, target_deleted: false }]);
      expect(values[0]).not.toHaveProperty('display_name');
    }
  });

  it('is told nothing but where it is of a record that it moves to the trash and back', async () => {
    const record = await aSecret();
    for (const step of ['trash', 'restore']) {
      const { body, text } = await rest.scribe.post(`${pathTo(object, record)}/${step}`).expect(200);
      expect(text).not.toMatch(SECRET);
      expect(body.data).toMatchObject({ id: record.id, slug: bare(record), values: {} });
    }
  });

  it('is told the same again when it sends a request again with its key', async () => {
    const record = await aSecret();
    const send = () =>
      rest.scribe
        .patch(pathTo(object, record), { data: { note: 'x' } })
        .set('Idempotency-Key', 'once-only')
        .expect(200);
    const first = await send();
    const again = await send();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.text).not.toMatch(SECRET);
  });

  it('leaves whoever may read the whole record in the answer to a write', async () => {
    const record = await aSecret();
    const { body } = await rest.writer.patch(pathTo(object, record), { data: { note: 'x' } }).expect(200);
    expect(body.data).toEqual(await readRecord(rest, object, record));
  });
});
