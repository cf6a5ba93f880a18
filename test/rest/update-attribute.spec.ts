import { randomUUID } from 'node:crypto';
import type { AttributeWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

interface ChoiceWire {
  id: { option_id?: string; stage_id?: string };
  title: string;
  sort_order: number;
  archived_at: string | null;
}

describe('PATCH /v1/{target}/{identifier}/attributes/{attribute}', () => {
  let rest: Rest;
  let object: AnObject;
  let attribute: AttributeWire;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    attribute = await anAttribute(rest, object, { type: 'text', slug: 'note' });
  });
  afterAll(() => rest.stop());

  const update = (slug: string, body: object) => rest.admin.patch(`${object.path}/attributes/${slug}`, body);
  const choicesOf = async (slug: string, kind: 'options' | 'stages') => {
    const { body } = await rest.reader.get(`${object.path}/attributes/${slug}/${kind}`).expect(200);
    return body.data as ChoiceWire[];
  };

  it('answers 200 and changes only what was sent, by slug and by UUID', async () => {
    const one = await rest.architect.patch(`${object.path}/attributes/note`, { title: 'Note' }).expect(200);
    expect(one.body.data).toEqual({ ...attribute, title: 'Note', version: 2 });
    const byId = `/v1/objects/${object.object_id}/attributes/${attribute.id.attribute_id}`;
    const changes = {
      description: 'Said',
      is_required: true,
      is_multi_select: true,
      sort_order: 9,
      default_value: 'Nothing',
    };
    const two = await rest.architect.patch(byId, changes).expect(200);
    expect(two.body.data).toEqual({ ...attribute, title: 'Note', ...changes, version: 3 });
    const three = await rest.architect
      .patch(byId, {
        description: null,
        default_value: null,
        is_required: false,
        is_multi_select: false,
        sort_order: 1,
      })
      .expect(200);
    expect(three.body.data).toEqual({ ...attribute, title: 'Note', version: 4 });
  });

  it('answers 200 to a body that changes nothing, and to the type that it has', async () => {
    await update('note', {}).expect(200);
    await update('note', { type: 'text' }).expect(200);
  });

  it('archives and restores: values stay, and new ones are taken only while it is active', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'number' });
    const record = await aRecord(rest, object, { [slug]: 5 });
    const archived = await update(slug, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    expect(archived.body.data.archived_at).toBe('2026-01-31T12:00:00.000Z');
    expect((await readRecord(rest, object, record)).values[slug]).toMatchObject([{ value: 5 }]);
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await rest.admin.patch(pathTo(object, record), { data: { [slug]: 6 } }))).toEqual([
        `data.${slug}`,
      ]);
      expect(pathsOf(await rest.admin.post(`/v1/records/${object.slug}`, { data: { [slug]: 6 } }))).toEqual([
        `data.${slug}`,
      ]);
    });
    await update(slug, { archived_at: null }).expect(200);
    await rest.admin.patch(pathTo(object, record), { data: { [slug]: 6 } }).expect(200);
  });

  it('leaves an archived required attribute out of what a new record needs', async () => {
    const other = await anObject(rest);
    const { slug } = await anAttribute(rest, other, { type: 'text', is_required: true });
    expectError(await rest.admin.post(`/v1/records/${other.slug}`, { data: {} }), 400);
    await rest.admin.patch(`${other.path}/attributes/${slug}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    await aRecord(rest, other);
  });

  it('holds new rules for new writes only', async () => {
    const other = await anObject(rest);
    const path = `${other.path}/attributes/code`;
    await anAttribute(rest, other, { type: 'text', slug: 'code' });
    const [one, two] = [await aRecord(rest, other, { code: 'same' }), await aRecord(rest, other, { code: 'same' })];
    const empty = await aRecord(rest, other, {});
    await rest.admin.patch(path, { is_unique: true, is_required: true }).expect(200);
    await rest.admin.patch(pathTo(other, empty), { data: { name: 'Still without a code' } }).expect(200);
    await rest.admin.patch(pathTo(other, one), { data: { code: 'one' } }).expect(200);
    expect(pathsOf(await rest.admin.patch(pathTo(other, two), { data: { code: 'ONE' } }))).toEqual(['data.code']);
    await rest.admin.patch(path, { is_unique: false, is_required: false }).expect(200);
    await rest.admin.patch(pathTo(other, two), { data: { code: 'one' } }).expect(200);
  });

  it('reconciles options: with an id that one, without a new one, not mentioned unchanged', async () => {
    const { slug } = await anAttribute(rest, object, {
      type: 'select',
      options: [{ title: 'A' }, { title: 'B' }, { title: 'C' }],
    });
    const [a, b, c] = (await choicesOf(slug, 'options')) as [ChoiceWire, ChoiceWire, ChoiceWire];
    await update(slug, {
      options: [
        { id: a.id.option_id, title: 'Alpha', sort_order: 5 },
        { id: b.id.option_id, archived_at: '2026-01-31T12:00:00Z' },
        { title: 'B' },
      ],
    }).expect(200);
    expect(await choicesOf(slug, 'options')).toEqual([
      { ...b, archived_at: '2026-01-31T12:00:00.000Z' },
      c,
      { ...a, title: 'Alpha', sort_order: 5 },
      { ...b, id: { ...b.id, option_id: expect.any(String) }, title: 'B', sort_order: 6 },
    ]);
  });

  describe('with a default among its options', () => {
    const heat = async (default_value: string) => {
      const options = [{ title: 'Gold' }, { title: 'Silver' }];
      const { slug } = await anAttribute(rest, object, { type: 'select', options, default_value });
      const [gold] = (await choicesOf(slug, 'options')) as [ChoiceWire];
      return { slug, gold: gold.id.option_id! };
    };
    const platinum = (id: string) => ({ options: [{ id, title: 'Platinum' }] });

    it.each([['Silver'], [null]])('keeps the default that is sent beside a new title: %s', async (default_value) => {
      const { slug, gold } = await heat('Gold');
      const { body } = await update(slug, { default_value, ...platinum(gold) }).expect(200);
      expect(body.data.default_value).toBe(default_value);
    });

    it.each([
      ['its title', 'Gold', 'Platinum'],
      ['its title in other letters', 'gold', 'Platinum'],
    ])('follows a default that goes by %s', async (_name, default_value, after) => {
      const { slug, gold } = await heat(default_value);
      const { body } = await update(slug, platinum(gold)).expect(200);
      expect(body.data.default_value).toBe(after);
      expect((await aRecord(rest, object)).values[slug]).toMatchObject([{ option: { title: 'Platinum' } }]);
    });

    it('leaves a default that goes by its id', async () => {
      const { slug, gold } = await heat('Gold');
      await update(slug, { default_value: gold }).expect(200);
      const { body } = await update(slug, platinum(gold)).expect(200);
      expect(body.data.default_value).toBe(gold);
    });

    it('has no default any more once that option is deleted', async () => {
      const { slug, gold } = await heat('Gold');
      await rest.admin.delete(`${object.path}/attributes/${slug}/options/${gold}`).expect(200);
      const { body } = await rest.reader.get(`${object.path}/attributes/${slug}`).expect(200);
      expect(body.data.default_value).toBeNull();
    });
  });

  it('swaps the titles of two options', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }, { title: 'B' }] });
    const [a, b] = (await choicesOf(slug, 'options')) as [ChoiceWire, ChoiceWire];
    await update(slug, {
      options: [
        { id: a.id.option_id, title: 'B' },
        { id: b.id.option_id, title: 'A' },
      ],
    }).expect(200);
    expect((await choicesOf(slug, 'options')).map(({ title }) => title)).toEqual(['B', 'A']);
  });

  it('reconciles stages with their config', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'pipeline', stages: [{ title: 'Open' }] });
    const [open] = (await choicesOf(slug, 'stages')) as [ChoiceWire];
    const stages = [
      { id: open.id.stage_id, title: 'Begun' },
      { title: 'Lost', config: { is_lost: true } },
    ];
    await update(slug, { stages }).expect(200);
    expect(await choicesOf(slug, 'stages')).toMatchObject([
      { ...open, title: 'Begun' },
      { title: 'Lost', sort_order: 1, config: { is_closed: true, is_won: false, is_lost: true } },
    ]);
  });

  it('refuses values of objects that a reference may no longer point at, and keeps those it holds', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'record-reference' });
    const company = await aRecord(rest, { slug: 'companies' }, { name: 'Example Ltd' });
    const holder = await aRecord(rest, object, { [slug]: { id: company.id.record_id, type: 'companies' } });
    await update(slug, { config: { record_reference: { allowed_object_ids: ['people'] } } }).expect(200);
    expect((await readRecord(rest, object, holder)).values[slug]).toMatchObject([{ display_name: 'Example Ltd' }]);
    expectError(
      await rest.admin.post(`/v1/records/${object.slug}`, {
        data: { [slug]: { id: company.id.record_id, type: 'companies' } },
      }),
      400,
    );
    await update(slug, { config: null }).expect(200);
    await aRecord(rest, object, { [slug]: { id: company.id.record_id, type: 'companies' } });
  });

  it('widens a relationship on both sides and renames the other', async () => {
    const other = await anObject(rest);
    const relationship = { target_object_id: other.slug, inverse_title: 'Things', cardinality: 'one-to-one' };
    const { slug } = await anAttribute(rest, object, { type: 'relationship', relationship });
    await update(slug, { relationship: { cardinality: 'many-to-many', inverse_title: 'All things' } }).expect(200);
    const { body } = await rest.reader.get(`${other.path}/attributes`).expect(200);
    expect(body.data.at(-1)).toMatchObject({
      title: 'All things',
      is_multi_select: true,
      relationship: { cardinality: 'many-to-many' },
    });
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await update(slug, { relationship: { cardinality: 'many-to-one' } }))).toEqual([
        'relationship.cardinality',
      ]);
      expect(pathsOf(await update(slug, { relationship: { target_object_id: object.slug } }))).toEqual([
        'relationship.target_object_id',
      ]);
      expect(pathsOf(await update(slug, { is_multi_select: false }))).toEqual(['is_multi_select']);
      expect(pathsOf(await update(slug, { is_required: true }))).toEqual(['relationship']);
    });
  });

  it.each<[string, object, string]>([
    ['another type', { type: 'number' }, 'type'],
    ['a new slug', { slug: 'other' }, 'slug'],
    ['null for a title', { title: null }, 'title'],
    ['a title of 256 characters', { title: 'T'.repeat(256) }, 'title'],
    ['a description of 2001 characters', { description: 'd'.repeat(2001) }, 'description'],
    ['a week for a time', { archived_at: '2026-W05-6' }, 'archived_at'],
    ['a default that is blank to the type', { default_value: '' }, 'default_value'],
    ['options', { options: [{ title: 'A' }] }, 'options'],
    ['stages', { stages: [] }, 'stages'],
    ['an unknown field', { is_system_attribute: true }, 'is_system_attribute'],
  ])('answers 400 to %s on a text', async (_, body, path) => {
    await expectNothingChanged(rest, async () => expect(pathsOf(await update('note', body))).toEqual([path]));
  });

  it('answers 400 to archiving the last active option, to a title that is taken away and to one option given twice', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'Only' }] });
    const [only] = (await choicesOf(slug, 'options')) as [ChoiceWire];
    await expectNothingChanged(rest, async () => {
      const id = only.id.option_id;
      expect(pathsOf(await update(slug, { options: [{ id, archived_at: '2026-01-31T12:00:00Z' }] }))).toEqual([
        'options',
      ]);
      expect(pathsOf(await update(slug, { options: [{ id, title: ' ' }] }))).toEqual(['options[0].title']);
      expect(pathsOf(await update(slug, { options: [{ id: 'first', title: 'New' }] }))).toEqual(['options[0].id']);
      const twice = [
        { id, title: 'One' },
        { id: only.id, title: 'Two' },
      ];
      expect(pathsOf(await update(slug, { options: twice }))).toEqual(['options[1].id']);
    });
  });

  it('answers 404 to another target, an unknown attribute and an unknown option', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'Only' }] });
    await expectNothingChanged(rest, async () => {
      expectError(await rest.admin.patch(`/v1/lists/${object.slug}/attributes/note`, { title: 'X' }), 404);
      expectError(await update('nowhere', { title: 'X' }), 404);
      expectError(await update(slug, { title: 'X', options: [{ id: randomUUID(), title: 'X' }] }), 404);
    });
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const secret = await anAttribute(rest, theirs, { type: 'text' }, rest.stranger.admin);
    await expectHidden(
      rest,
      update(secret.id.attribute_id, { title: 'Mine' }),
      update(randomUUID(), { title: 'Mine' }),
    );
    const under = (identifier: string) =>
      rest.admin.patch(`/v1/objects/${identifier}/attributes/${secret.slug}`, { title: 'Mine' });
    await expectHidden(rest, under(theirs.object_id), under(randomUUID()));
  });

  it('answers 409 to two active options with the same title', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }, { title: 'B' }] });
    await expectNothingChanged(rest, async () =>
      expectError(await update(slug, { title: 'X', options: [{ title: 'a' }] }), 409),
    );
  });

  refusesStrangers(
    () => rest,
    (by) => by.patch(`${object.path}/attributes/note`, { title: 'Never' }),
    'write:schema',
  );
});
