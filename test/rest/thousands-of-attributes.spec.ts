import type { RecordWire } from '#crm-domain';
import { pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const COUNT = 1500;

describe('an object with 1500 attributes', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await addAttributes(COUNT);
  });
  afterAll(() => rest.stop());

  const values = (of: (n: number) => unknown) =>
    Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [`field_${n + 1}`, of(n + 1)]));
  const shown = (record: RecordWire, n: number) => record.values[`field_${n}`]!.map(({ value }) => value);

  it('lists them all', async () => {
    const { body } = await rest.reader.get(`${object.path}/attributes`).expect(200);
    expect(body.data).toHaveLength(COUNT + 1);
  });

  it('takes a value for each, gives them back, and changes one or all of them', async () => {
    const record = await aRecord(
      rest,
      object,
      values((n) => (n % 2 ? `Text ${n}` : n)),
    );
    expect(await readRecord(rest, object, record)).toEqual(record);
    expect([shown(record, 1), shown(record, 1000), shown(record, COUNT)]).toEqual([['Text 1'], [1000], [COUNT]]);
    const one = await rest.writer.patch(pathTo(object, record), { data: { field_7: 'Other' } }).expect(200);
    expect(one.body.data.values.field_8).toEqual(record.values.field_8);
    await rest.writer.patch(pathTo(object, record), { data: values((n) => (n % 2 ? `New ${n}` : -n)) }).expect(200);
    const all = await readRecord(rest, object, record, '?show_historic=true');
    expect([shown(all, 7), shown(all, 1000)]).toEqual([
      ['Text 7', 'Other', 'New 7'],
      [1000, -1000],
    ]);
  });

  it('lists its records', async () => {
    const { body } = await rest.reader.get(`/v1/records/${object.slug}?limit=100`).expect(200);
    expect(body.data).toHaveLength(1);
  });

  it('refuses a write in which one of them is wrong, and changes nothing', async () => {
    await expectNothingChanged(rest, async () => {
      const data = { ...values((n) => (n % 2 ? 'x' : n)), field_1000: 'a thousand' };
      expect(pathsOf(await rest.writer.post(`/v1/records/${object.slug}`, { data }))).toEqual(['data.field_1000']);
    });
  });

  it('takes one more, and no more than 2000', async () => {
    await anAttribute(rest, object, { type: 'text', slug: 'one_more' });
    expect((await aRecord(rest, object, { one_more: 'x' })).values.one_more).toMatchObject([{ value: 'x' }]);
    await addAttributes(2000 - COUNT - 2, COUNT);
    await expectNothingChanged(rest, async () => {
      expect(
        pathsOf(await rest.admin.post(`${object.path}/attributes`, { slug: 'too_many', title: 'X', type: 'text' })),
      ).toEqual(['slug']);
    });
  });

  it('takes no other side of a relationship beyond 2000, from another object or from itself', async () => {
    const relationship = {
      target_object_id: object.object_id,
      inverse_title: 'Other side',
      cardinality: 'many-to-many',
    };
    const link = { slug: 'link', title: 'Link', type: 'relationship', relationship };
    const another = await anObject(rest);
    await expectNothingChanged(rest, async () => {
      const answer = await rest.admin.post(`${another.path}/attributes`, link);
      expect(pathsOf(answer)).toEqual(['relationship.target_object_id']);
      expect(JSON.stringify(answer.body)).toContain('at most 2000 attributes');
    });
    // One place, where two are needed.
    await rest.admin.delete(`${object.path}/attributes/one_more`).expect(200);
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await rest.admin.post(`${object.path}/attributes`, link))).toEqual([
        'relationship.target_object_id',
      ]);
    });
  });

  it('takes one other side, of two that are made at once, where there is one place', async () => {
    const sides = await Promise.all([anObject(rest), anObject(rest)]);
    const answers = await Promise.all(
      sides.map(({ path }) =>
        rest.admin.post(`${path}/attributes`, {
          slug: 'link',
          title: 'Link',
          type: 'relationship',
          relationship: { target_object_id: object.object_id, inverse_title: 'Link', cardinality: 'many-to-many' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body } = await rest.reader.get(`${object.path}/attributes`).expect(200);
    expect(body.data).toHaveLength(2000);
    // An object that another refers to is not deleted.
    const winner = sides[answers.findIndex(({ status }) => status === 200)]!;
    await rest.admin.delete(`${winner.path}/attributes/link`).expect(200);
  });

  it('is deleted at once', async () => {
    await rest.admin.delete(object.path).expect(200);
    await rest.reader.get(`/v1/records/${object.slug}`).expect(404);
  });

  /** Adds texts and numbers in the tables, since one request for each would take minutes. */
  async function addAttributes(count: number, after = 0): Promise<void> {
    await rest.sql(
      `insert into attribute (workspace_id, attribute_id, object_id, attr_no, slug, title, type, sort_order)
        select $1, gen_random_uuid(), $2, o.next_attr_no + n, 'field_' || $4::int + n, 'Field', case when n % 2 = 1 then 'text' else 'number' end, n
        from object o, generate_series(1, $3::int) n where o.workspace_id = $1 and o.object_id = $2`,
      [rest.workspace_id, object.object_id, count, after],
    );
    await rest.sql(
      'update object set next_attr_no = next_attr_no + $3 + 1 where workspace_id = $1 and object_id = $2',
      [rest.workspace_id, object.object_id, count],
    );
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [
      rest.workspace_id,
    ]);
  }
});
