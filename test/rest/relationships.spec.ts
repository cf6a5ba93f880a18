import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import {
  aRecord,
  anAttribute,
  anObject,
  freshSlug,
  pathTo,
  pointingAt,
  readRecord,
  type AnObject,
} from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { purge } from '../support/purge.js';
import { danglingReferences } from '../support/references.js';
import { Rest } from '../support/rest.js';

type Cardinality = 'one-to-one' | 'one-to-many' | 'many-to-one' | 'many-to-many';

/** Two objects whose records are joined: `there` is what a record of `left` points at, `here` is what points back. */
interface Pair {
  left: AnObject;
  right: AnObject;
}

describe('a relationship', () => {
  let rest: Rest;
  const pairs = {} as Record<Cardinality, Pair>;
  beforeAll(async () => {
    rest = await Rest.start();
    for (const cardinality of ['one-to-one', 'one-to-many', 'many-to-one', 'many-to-many'] as const) {
      const [left, right] = [await anObject(rest), await anObject(rest)];
      const relationship = { target_object_id: right.slug, inverse_title: 'Here', cardinality };
      await anAttribute(rest, left, { type: 'relationship', slug: 'there', relationship });
      pairs[cardinality] = { left, right };
    }
  });
  afterAll(() => rest.stop());
  afterEach(async () => expect(await danglingReferences(rest)).toEqual([]));

  const patch = (object: AnObject, record: RecordWire, data: object) =>
    rest.writer.patch(pathTo(object, record), { data });
  /** The names of the records that a side points at. */
  const linked = async (object: AnObject, record: RecordWire, side: 'there' | 'here') =>
    (await readRecord(rest, object, record)).values[side]!.map(({ display_name }) => display_name);
  const named = async (object: AnObject, ...names: string[]) => {
    const records = [];
    for (const name of names) records.push(await aRecord(rest, object, { name }));
    return records as [RecordWire, RecordWire, RecordWire, RecordWire];
  };

  it.each(['attribute', 'object'] as const)(
    'takes no new links while the %s on the other side is archived, keeps those there are, and lets them go',
    async (what) => {
      const [left, right] = [await anObject(rest), await anObject(rest)];
      const relationship = { target_object_id: right.slug, inverse_title: 'Here', cardinality: 'many-to-many' };
      await anAttribute(rest, left, { type: 'relationship', slug: 'there', relationship });
      const [b, c] = await named(right, 'B', 'C');
      const a = await aRecord(rest, left, { name: 'A', there: pointingAt(right, b) });
      const archived = what === 'object' ? right.path : `${right.path}/attributes/here`;
      await rest.admin.patch(archived, { archived_at: '2026-01-01T00:00:00Z' }).expect(200);
      await expectNothingChanged(rest, async () => {
        const both = { there: [pointingAt(right, b), pointingAt(right, c)] };
        const answers = [await patch(left, a, both), await rest.admin.post(`/v1/records/${left.slug}`, { data: both })];
        for (const answer of answers) {
          expectError(answer, 400);
          expect(answer.body).toMatchObject({ reason: 'archived', issues: [{ path: 'data.there' }] });
        }
        await patch(left, a, { there: pointingAt(right, b) }).expect(200);
      });
      await patch(left, a, { there: null }).expect(200);
    },
  );

  it('shows on the other side what is written on one, in the same moment', async () => {
    const { left, right } = pairs['many-to-many'];
    const [b] = await named(right, 'B');
    const a = await aRecord(rest, left, { name: 'A', there: pointingAt(right, b) });
    expect(a.values.there).toEqual([
      {
        active_from: a.created_at,
        active_until: null,
        attribute_slug: 'there',
        attribute_type: 'relationship',
        created_by: a.created_by,
        target_object: right.object_id,
        target_record: b.id.record_id,
        display_name: 'B',
        target_deleted: false,
      },
    ]);
    const back = await readRecord(rest, right, b);
    expect(back.values.here).toMatchObject([
      { target_object: left.object_id, target_record: a.id.record_id, display_name: 'A', created_by: a.created_by },
    ]);
    expect(back.updated_at).toBe(back.values.here![0]!.active_from);
  });

  it('is written from either side, and undone from either', async () => {
    const { left, right } = pairs['many-to-many'];
    const [[a], [b]] = [await named(left, 'A'), await named(right, 'B')];
    await patch(right, b, { here: [pointingAt(left, a)] }).expect(200);
    expect(await linked(left, a, 'there')).toEqual(['B']);
    await patch(left, a, { there: [] }).expect(200);
    expect(await linked(right, b, 'here')).toEqual([]);
  });

  it('one-to-one: a side that takes a new link gives up its old one, and so does the record it takes it from', async () => {
    const { left, right } = pairs['one-to-one'];
    const [a1, a2] = await named(left, 'A1', 'A2');
    const [b1, b2] = await named(right, 'B1', 'B2');
    await patch(left, a1, { there: pointingAt(right, b1) }).expect(200);
    await patch(left, a2, { there: pointingAt(right, b2) }).expect(200);
    await patch(left, a1, { there: pointingAt(right, b2) }).expect(200);
    expect(await linked(left, a1, 'there')).toEqual(['B2']);
    expect(await linked(left, a2, 'there')).toEqual([]);
    expect(await linked(right, b1, 'here')).toEqual([]);
    expect(await linked(right, b2, 'here')).toEqual(['A1']);
    await expectNothingChanged(rest, async () => {
      const both = [pointingAt(right, b1), pointingAt(right, b2)];
      expect(pathsOf(await patch(left, a1, { there: both }))).toEqual(['data.there']);
    });
  });

  it('one-to-many: one of these points at many of those, each of which points at one', async () => {
    const { left, right } = pairs['one-to-many'];
    const [a1, a2] = await named(left, 'A1', 'A2');
    const [b1, b2] = await named(right, 'B1', 'B2');
    await patch(left, a1, { there: [pointingAt(right, b1), pointingAt(right, b2)] }).expect(200);
    await patch(right, b2, { here: pointingAt(left, a2) }).expect(200);
    expect(await linked(left, a1, 'there')).toEqual(['B1']);
    expect(await linked(left, a2, 'there')).toEqual(['B2']);
    await patch(left, a2, { there: [pointingAt(right, b2), pointingAt(right, b1)] }).expect(200);
    expect(await linked(left, a1, 'there')).toEqual([]);
    expect(await linked(right, b1, 'here')).toEqual(['A2']);
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await patch(right, b1, { here: [pointingAt(left, a1), pointingAt(left, a2)] }))).toEqual([
        'data.here',
      ]);
    });
  });

  it('many-to-one: many of these point at one of those', async () => {
    const { left, right } = pairs['many-to-one'];
    const [a1, a2, a3] = await named(left, 'A1', 'A2', 'A3');
    const [b1, b2] = await named(right, 'B1', 'B2');
    for (const a of [a1, a2]) await patch(left, a, { there: pointingAt(right, b1) }).expect(200);
    expect(await linked(right, b1, 'here')).toEqual(['A1', 'A2']);
    await patch(right, b2, { here: [pointingAt(left, a2), pointingAt(left, a3)] }).expect(200);
    expect(await linked(right, b1, 'here')).toEqual(['A1']);
    expect(await linked(left, a2, 'there')).toEqual(['B2']);
    expect(await linked(left, a3, 'there')).toEqual(['B2']);
  });

  it('many-to-many: both sides hold several, in the order in which they were written', async () => {
    const { left, right } = pairs['many-to-many'];
    const [a1, a2] = await named(left, 'A1', 'A2');
    const [b1, b2, b3] = await named(right, 'B1', 'B2', 'B3');
    await patch(left, a1, { there: [b3, b1, b2].map((b) => pointingAt(right, b)) }).expect(200);
    await patch(left, a2, { there: [pointingAt(right, b1)] }).expect(200);
    expect(await linked(left, a1, 'there')).toEqual(['B3', 'B1', 'B2']);
    expect(await linked(right, b1, 'here')).toEqual(['A1', 'A2']);
    await patch(left, a1, { there: [b2, b3].map((b) => pointingAt(right, b)) }).expect(200);
    expect(await linked(left, a1, 'there')).toEqual(['B2', 'B3']);
    expect(await linked(right, b1, 'here')).toEqual(['A2']);
  });

  it('keeps the stamps of links that stay', async () => {
    const { left, right } = pairs['many-to-many'];
    const [a] = await named(left, 'A');
    const [b1, b2] = await named(right, 'B1', 'B2');
    const first = await patch(left, a, { there: [pointingAt(right, b1)] }).expect(200);
    const second = await patch(left, a, { there: [pointingAt(right, b1), pointingAt(right, b2)] }).expect(200);
    expect(second.body.data.values.there[0]).toEqual(first.body.data.values.there[0]);
    await expectNothingChanged(rest, async () => {
      const { body } = await patch(left, a, { there: second.body.data.values.there }).expect(200);
      expect(body.data).toEqual(second.body.data);
    });
  });

  it('closes links into the history of both sides', async () => {
    const { left, right } = pairs['one-to-one'];
    const [[a], [b]] = [await named(left, 'A'), await named(right, 'B')];
    await patch(left, a, { there: pointingAt(right, b) }).expect(200);
    await patch(right, b, { here: null }).expect(200);
    const [here, there] = [
      await readRecord(rest, right, b, '?show_historic=true'),
      await readRecord(rest, left, a, '?show_historic=true'),
    ];
    expect(there.values.there).toMatchObject([
      { target_record: b.id.record_id, active_until: there.updated_at, created_by: { type: 'api-key' } },
    ]);
    expect(here.values.here).toMatchObject([{ target_record: a.id.record_id, active_until: here.updated_at }]);
  });

  it('is written together with other attributes, or not at all', async () => {
    const { left, right } = pairs['many-to-many'];
    const { slug } = await anAttribute(rest, left, {
      type: 'text',
      slug: freshSlug('code').replace('-', '_'),
      is_unique: true,
    });
    const [b] = await named(right, 'B');
    await aRecord(rest, left, { [slug]: 'taken' });
    await expectNothingChanged(rest, async () => {
      const create = (data: object) => rest.writer.post(`/v1/records/${left.slug}`, { data });
      expect(pathsOf(await create({ [slug]: 'TAKEN', there: pointingAt(right, b) }))).toEqual([`data.${slug}`]);
      const missing = { id: b.id.record_id.replace(/.{12}$/, '000000000000'), type: right.slug };
      expect(pathsOf(await create({ [slug]: 'free', there: [pointingAt(right, b), missing] }))).toEqual(['data.there']);
    });
    const a = await aRecord(rest, left, { [slug]: 'free', there: pointingAt(right, b) });
    expect(await linked(left, a, 'there')).toEqual(['B']);
  });

  it('points at records of its other object alone', async () => {
    const { left } = pairs['many-to-many'];
    const [a] = await named(left, 'A');
    await expectNothingChanged(rest, async () => {
      expect(
        pathsOf(await rest.writer.post(`/v1/records/${left.slug}`, { data: { there: pointingAt(left, a) } })),
      ).toEqual(['data.there']);
      expect(
        pathsOf(
          await rest.writer.post(`/v1/records/${left.slug}`, {
            data: { there: { id: a.slug, type: pairs['many-to-many'].right.slug } },
          }),
        ),
      ).toEqual(['data.there']);
    });
  });

  it('refuses a link to a record in the trash, and a link that one gives up stays with neither', async () => {
    const { left, right } = pairs['one-to-one'];
    const [[a1, a2], [b1, b2]] = [await named(left, 'A1', 'A2'), await named(right, 'B1', 'B2')];
    await patch(left, a1, { there: pointingAt(right, b1) }).expect(200);
    await rest.writer.post(`${pathTo(right, b1)}/trash`).expect(200);
    expect((await readRecord(rest, left, a1)).values.there).toMatchObject([
      { display_name: 'B1', target_deleted: true },
    ]);
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await patch(left, a2, { there: pointingAt(right, b1) }))).toEqual(['data.there']);
    });
    await patch(left, a1, { there: pointingAt(right, b2) }).expect(200);
    await rest.writer.post(`${pathTo(right, b1)}/restore`).expect(200);
    expect(await linked(right, b1, 'here')).toEqual([]);
    expect(await linked(right, b2, 'here')).toEqual(['A1']);
  });

  it('loses its links on the other side when a record is deleted', async () => {
    const { left, right } = pairs['many-to-many'];
    const [[a1, a2], [b]] = [await named(left, 'A1', 'A2'), await named(right, 'B')];
    await patch(right, b, { here: [pointingAt(left, a1), pointingAt(left, a2)] }).expect(200);
    await rest.writer.delete(pathTo(left, a1)).expect(200);
    expect(await linked(right, b, 'here')).toEqual(['A2']);
    const { values, updated_at } = await readRecord(rest, right, b, '?show_historic=true');
    expect(values.here).toMatchObject([
      { target_record: a1.id.record_id, active_until: updated_at, target_deleted: true },
      { display_name: 'A2' },
    ]);
  });

  it('takes at most 1000 links on one side, and 50 in one request', async () => {
    const { left, right } = pairs['many-to-one'];
    const [b] = await named(right, 'Popular');
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        id: `0199a0c0-0000-7000-8000-${String(at).padStart(12, '0')}`,
        type: left.slug,
      }));
    expect(pathsOf(await patch(right, b, { here: many(51) }))).toEqual(['data.here']);
    await fill(left, right, b, 1000);
    await expectNothingChanged(rest, async () => {
      expect(
        pathsOf(await rest.writer.post(`/v1/records/${left.slug}`, { data: { there: pointingAt(right, b) } })),
      ).toEqual(['data.there']);
    });
    expect(await linked(right, b, 'here')).toHaveLength(1000);
    await rest.writer.delete(pathTo(right, b)).expect(200);
    // So many references are cleared in the background.
    await purge(rest);
  });

  /** Links `count` records of `left` to `record` in the tables, as as many requests would have. */
  async function fill(left: AnObject, right: AnObject, record: RecordWire, count: number): Promise<void> {
    const [there] = await rest.sql<{ attr_no: number }>(
      'select attr_no from attribute where object_id = $1 and slug = $2',
      [left.object_id, 'there'],
    );
    const [here] = await rest.sql<{ attr_no: number }>(
      'select attr_no from attribute where object_id = $1 and slug = $2',
      [right.object_id, 'here'],
    );
    const values = [rest.workspace_id, left.object_id, right.object_id, record.id.record_id, count, there!.attr_no];
    await rest.sql(
      `with made as (insert into record (workspace_id, record_id, object_id, created_at, updated_at, created_by_type, created_via, refs, vals)
          select $1::uuid, gen_random_uuid(), $2::uuid, now(), now(), 'system', '{"origin": "system", "actor_name": "system"}', array[$4::uuid],
            jsonb_build_object($6::text, jsonb_build_object('object_id', $3::text, 'record_id', $4::text)) from generate_series(1, $5) returning record_id),
        listed as (insert into record_reference select $1::uuid, $4::uuid, record_id, $6::int from made),
        back as (insert into record_reference select $1::uuid, record_id, $4::uuid, ${here!.attr_no} from made),
        found as (insert into record_search select $1::uuid, record_id, '' from made)
        update record set refs = (select array_agg(record_id) from made),
          vals = vals || jsonb_build_object('${here!.attr_no}', (select jsonb_agg(jsonb_build_object('object_id', $2::text, 'record_id', record_id)) from made))
        where workspace_id = $1::uuid and record_id = $4::uuid`,
      values,
    );
  }
});

describe('a relationship of an object with itself', () => {
  let rest: Rest;
  let people: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    people = await anObject(rest);
    const family = { target_object_id: people.slug, inverse_title: 'Children', cardinality: 'many-to-one' };
    await anAttribute(rest, people, { type: 'relationship', slug: 'parent', relationship: family });
    const marriage = { target_object_id: people.slug, inverse_title: 'Spouse of', cardinality: 'one-to-one' };
    await anAttribute(rest, people, { type: 'relationship', slug: 'spouse', relationship: marriage });
    const acquaintance = { target_object_id: people.slug, inverse_title: 'Known by', cardinality: 'many-to-many' };
    await anAttribute(rest, people, { type: 'relationship', slug: 'knows', relationship: acquaintance });
  });
  afterAll(() => rest.stop());
  afterEach(async () => expect(await danglingReferences(rest)).toEqual([]));

  const patch = (record: RecordWire, data: object) => rest.writer.patch(pathTo(people, record), { data });
  const linked = async (record: RecordWire, side: string) =>
    (await readRecord(rest, people, record)).values[side]!.map(({ display_name }) => display_name);

  it('joins two records of it, each on its own side', async () => {
    const mother = await aRecord(rest, people, { name: 'Mother' });
    const child = await aRecord(rest, people, { name: 'Child', parent: pointingAt(people, mother) });
    expect(await linked(mother, 'children')).toEqual(['Child']);
    expect(await linked(child, 'children')).toEqual([]);
    expect(await linked(mother, 'parent')).toEqual([]);
  });

  it('moves a child from one parent to another, from either side', async () => {
    const [one, two] = [await aRecord(rest, people, { name: 'One' }), await aRecord(rest, people, { name: 'Two' })];
    const child = await aRecord(rest, people, { name: 'Child', parent: pointingAt(people, one) });
    await patch(two, { children: [pointingAt(people, child)] }).expect(200);
    expect([await linked(one, 'children'), await linked(two, 'children'), await linked(child, 'parent')]).toEqual([
      [],
      ['Child'],
      ['Two'],
    ]);
    await patch(child, { parent: pointingAt(people, one) }).expect(200);
    expect([await linked(one, 'children'), await linked(two, 'children'), await linked(child, 'parent')]).toEqual([
      ['Child'],
      [],
      ['One'],
    ]);
  });

  it.each(['parent', 'children', 'spouse', 'spouse_of', 'knows', 'known_by'])(
    'joins a record with itself through %s, shows it on both sides and lets go of it on both',
    async (side) => {
      const other = {
        parent: 'children',
        children: 'parent',
        spouse: 'spouse_of',
        spouse_of: 'spouse',
        knows: 'known_by',
        known_by: 'knows',
      }[side]!;
      const record = await aRecord(rest, people, { name: 'Self' });
      const { body } = await patch(record, { name: 'Oneself', [side]: pointingAt(people, record) }).expect(200);
      expect(body.data.values).toMatchObject({
        name: [{ value: 'Oneself' }],
        [side]: [{ display_name: 'Oneself' }],
        [other]: [{ display_name: 'Oneself' }],
      });
      await patch(record, { [other]: null }).expect(200);
      expect([await linked(record, side), await linked(record, other)]).toEqual([[], []]);
    },
  );

  it('lets a record that was linked to itself link another one instead', async () => {
    const [one, two] = [await aRecord(rest, people, { name: 'One' }), await aRecord(rest, people, { name: 'Two' })];
    await patch(one, { spouse: pointingAt(people, one) }).expect(200);
    await patch(one, { spouse: pointingAt(people, two) }).expect(200);
    expect([await linked(one, 'spouse'), await linked(one, 'spouse_of'), await linked(two, 'spouse_of')]).toEqual([
      ['Two'],
      [],
      ['One'],
    ]);
  });

  it('takes both sides of one relationship in one request', async () => {
    const [one, two, three] = await Promise.all(['One', 'Two', 'Three'].map((name) => aRecord(rest, people, { name })));
    await patch(one!, { knows: [pointingAt(people, two!)], known_by: [pointingAt(people, three!)] }).expect(200);
    expect([await linked(one!, 'knows'), await linked(one!, 'known_by')]).toEqual([['Two'], ['Three']]);
    expect([await linked(two!, 'known_by'), await linked(three!, 'knows')]).toEqual([['One'], ['One']]);
  });

  it('deletes a record that is linked to itself and to others', async () => {
    const other = await aRecord(rest, people, { name: 'Other' });
    const record = await aRecord(rest, people, { name: 'Self', knows: pointingAt(people, other) });
    await patch(record, { spouse: pointingAt(people, record) }).expect(200);
    await rest.writer.delete(pathTo(people, record)).expect(200);
    expectError(await rest.reader.get(pathTo(people, record)), 404);
    expect(await linked(other, 'known_by')).toEqual([]);
    expect(
      await rest.sql('select 1 from record_reference where $1 in (record_id, target_id)', [record.id.record_id]),
    ).toEqual([]);
  });
});
