import type { AttributeWire } from '#crm-domain';
import { expectError } from '../support/answers.js';
import { anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const MOST = 10_000;

describe('the objects, attributes, options and stages of a workspace', () => {
  let rest: Rest;
  let object: AnObject;
  let select: AttributeWire;
  let pipeline: AttributeWire;
  let filler: AttributeWire;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    select = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }] });
    pipeline = await anAttribute(rest, object, { type: 'pipeline', stages: [{ title: 'A' }] });
    filler = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }] });
  });
  afterAll(() => rest.stop());

  const at = (attribute: AttributeWire) => `${object.path}/attributes/${attribute.slug}`;
  const more = [{ title: 'B' }, { title: 'C' }];
  const relationship = () => ({
    slug: freshSlug('link').replace('-', '_'),
    title: 'Link',
    type: 'relationship',
    relationship: { target_object_id: 'people', inverse_title: 'Things', cardinality: 'many-to-many' },
  });
  const anotherAttribute = (beside: object) => ({
    slug: freshSlug('field').replace('-', '_'),
    title: 'Field',
    ...beside,
  });

  // Each adds the given number, and is refused where there is room for one less.
  it.each([
    ['an object with its display attribute', 2, () => create('/v1/objects', nouns())],
    ['an attribute', 1, () => create(`${object.path}/attributes`, anotherAttribute({ type: 'text' }))],
    [
      'an attribute with options',
      3,
      () => create(`${object.path}/attributes`, anotherAttribute({ type: 'select', options: more })),
    ],
    ['a relationship with its other side', 2, () => create(`${object.path}/attributes`, relationship())],
    ['options of an attribute there is', 2, () => rest.admin.patch(at(select), { options: more })],
    ['stages of an attribute there is', 2, () => rest.admin.patch(at(pipeline), { stages: more })],
    ['an option', 1, () => create(`${at(select)}/options`, { title: 'D' })],
    ['a stage', 1, () => create(`${at(pipeline)}/stages`, { title: 'D' })],
  ] as const)('are at most 10,000 together, archived ones included: %s', async (_, count, add) => {
    await fillTo(MOST - count + 1);
    await expectNothingChanged(rest, async () => {
      const { message } = expectError(await add(), 409);
      expect(message).toBe(
        'A workspace has at most 10000 objects, attributes, options and stages together, archived ones included; with these it would have 10001.',
      );
    });
    await fillTo(MOST - count);
    await add().expect(200);
    expect(await size()).toBe(MOST);
  });

  it('stay at most 10,000 when several are made at once', async () => {
    await fillTo(MOST - 1);
    const answers = await Promise.all(['E', 'F', 'G', 'H'].map((title) => create(`${at(select)}/options`, { title })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await size()).toBe(MOST);
  });

  it('may still change and be deleted where there are more of them than may be made', async () => {
    await fillTo(MOST + 1);
    await rest.admin.patch(object.path, { singular_noun: 'Item' }).expect(200);
    const { body } = await rest.admin.get(`${at(select)}/options`).expect(200);
    const { option_id } = (body.data as { id: { option_id: string } }[])[0]!.id;
    await rest.admin.patch(at(select), { options: [{ id: option_id, title: 'Z' }] }).expect(200);
    await rest.admin.delete(at(filler)).expect(200);
    await create(`${at(select)}/options`, { title: 'I' }).expect(200);
  });

  it('take at most 6 MiB together, and may still become less where they take more', async () => {
    await fillTo(9000);
    const lengthen = `update choice set title = title || repeat('x', 700) where workspace_id = $1 and archived_at is not null`;
    await rest.sql(lengthen, [rest.workspace_id]);
    await expectNothingChanged(rest, async () => {
      for (const refused of [
        await create(`${at(select)}/options`, { title: 'J' }),
        await rest.admin.patch(at(select), { description: 'Described' }),
        await create('/v1/objects', nouns()),
      ])
        expect(expectError(refused, 409).message).toContain('take at most 6291456 bytes together');
    });
    await rest.admin.patch(object.path, { singular_noun: 'It' }).expect(200);
    await fillTo(2000);
    await rest.admin.patch(at(select), { description: 'Described' }).expect(200);
  });

  function create(path: string, body: object) {
    return rest.admin.post(path, body);
  }

  function nouns() {
    return { slug: freshSlug(), singular_noun: 'Thing', plural_noun: 'Things' };
  }

  async function size(): Promise<number> {
    const [row] = await rest.sql<{ size: number }>(
      `select ((select count(*) from object where workspace_id = $1) + (select count(*) from attribute where workspace_id = $1)
        + (select count(*) from choice where workspace_id = $1))::int as size`,
      [rest.workspace_id],
    );
    return row!.size;
  }

  /** Adds or takes away archived options in the tables, since requests for so many would take minutes. */
  async function fillTo(wanted: number): Promise<void> {
    const { attribute_id, object_id } = filler.id;
    await rest.sql('delete from choice where workspace_id = $1 and attribute_id = $2 and archived_at is not null', [
      ...[rest.workspace_id, attribute_id],
    ]);
    await rest.sql(
      `insert into choice (workspace_id, choice_id, attribute_id, object_id, title, sort_order, archived_at)
        select $1, gen_random_uuid(), $2, $3, 'Filler ' || n, n, now() from generate_series(1, $4::int) n`,
      [rest.workspace_id, attribute_id, object_id, wanted - (await size())],
    );
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [
      rest.workspace_id,
    ]);
  }
});
