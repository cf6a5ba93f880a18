import { randomUUID } from 'node:crypto';
import { ATTRIBUTE_TYPES, type AttributeWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const CHOICES: Record<string, object> = {
  select: { options: [{ title: 'Open' }, { title: 'Done' }] },
  'multi-select': { options: [{ title: 'Open' }, { title: 'Done' }] },
  pipeline: { stages: [{ title: 'Open' }, { title: 'Done', config: { is_won: true } }] },
};

describe('POST /v1/{target}/{identifier}/attributes', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
  });
  afterAll(() => rest.stop());

  const create = (body: object, identifier = object.slug) =>
    rest.admin.post(`/v1/objects/${identifier}/attributes`, body);
  const needed = (type: string) => {
    const relationship = { target_object_id: 'people', inverse_title: 'Things', cardinality: 'many-to-many' };
    return { type, ...CHOICES[type], ...(type === 'relationship' ? { relationship } : {}) };
  };

  it.each(ATTRIBUTE_TYPES)('answers 200 with a new attribute of type %s, as the list shows it', async (type) => {
    const slug = freshSlug(type);
    const { body } = await rest.architect
      .post(`${object.path}/attributes`, { slug, title: 'New', ...needed(type) })
      .expect(200);
    expect(body.data).toMatchObject({ slug, title: 'New', type, is_system_attribute: false, archived_at: null });
    expect(body.data.id).toMatchObject({ workspace_id: rest.workspace_id, object_id: object.object_id });
    const listed = await rest.reader.get(`${object.path}/attributes`).expect(200);
    expect(listed.body.data.at(-1)).toEqual(body.data);
  });

  it('keeps every field that was given', async () => {
    const given = {
      title: 'T'.repeat(255),
      description: 'd'.repeat(2000),
      is_required: true,
      is_multi_select: true,
      sort_order: 7,
      type: 'text',
      default_value: 'Hello',
    };
    const attribute = await anAttribute(rest, await anObject(rest), given);
    expect(attribute).toMatchObject(given);
  });

  it('puts a new attribute behind the others, even when there is no number behind theirs', async () => {
    const other = await anObject(rest);
    await anAttribute(rest, other, { type: 'text', sort_order: 2_147_483_647 });
    expect(await anAttribute(rest, other, { type: 'text' })).toMatchObject({ sort_order: 2_147_483_647 });
    const relationship = { target_object_id: other.slug, inverse_title: 'Back', cardinality: 'one-to-one' };
    await anAttribute(rest, object, { type: 'relationship', relationship });
    const { body } = await rest.reader.get(`${other.path}/attributes`).expect(200);
    expect(body.data.at(-1)).toMatchObject({ slug: 'back', sort_order: 2_147_483_647 });
  });

  it('gives options and stages their order and config', async () => {
    const pipeline = await anAttribute(rest, object, needed('pipeline'));
    const { body } = await rest.reader.get(`${object.path}/attributes/${pipeline.slug}/stages`).expect(200);
    expect(body.data).toMatchObject([
      { title: 'Open', sort_order: 0, config: { is_closed: false, is_won: false, is_lost: false } },
      { title: 'Done', sort_order: 1, config: { is_closed: true, is_won: true, is_lost: false } },
    ]);
  });

  it('makes both sides of a relationship, each pointing at the other', async () => {
    const [one, two] = [await anObject(rest), await anObject(rest)];
    const relationship = { target_object_id: two.object_id, inverse_title: 'Côté "B"', cardinality: 'many-to-one' };
    const here = await anAttribute(rest, one, { type: 'relationship', relationship });
    const { body } = await rest.reader.get(`${two.path}/attributes`).expect(200);
    const there = body.data.at(-1) as AttributeWire;
    expect(there).toMatchObject({ slug: 'cote_b', title: 'Côté "B"', type: 'relationship', is_multi_select: true });
    expect(there.relationship).toEqual({
      id: { attribute_id: here.id.attribute_id, object_id: one.object_id },
      cardinality: 'one-to-many',
    });
    expect(here).toMatchObject({
      is_multi_select: false,
      config: { record_reference: { allowed_object_ids: [two.object_id] } },
    });
    expect(here.relationship).toEqual({
      id: { attribute_id: there.id.attribute_id, object_id: two.object_id },
      cardinality: 'many-to-one',
    });
  });

  it('gives the other side a slug that is free, on the same object too', async () => {
    const self = await anObject(rest);
    const relationship = { target_object_id: self.slug, inverse_title: 'Name', cardinality: 'one-to-one' };
    await anAttribute(rest, self, { type: 'relationship', slug: 'name_2', relationship });
    const { body } = await rest.reader.get(`${self.path}/attributes`).expect(200);
    expect(body.data.map(({ slug }: AttributeWire) => slug)).toEqual(['name', 'name_2', 'name_3']);
  });

  it('takes ids and slugs of objects that a reference may point at, and gives ids back', async () => {
    const config = { record_reference: { allowed_object_ids: ['people', object.object_id] } };
    const attribute = await anAttribute(rest, object, { type: 'record-reference', config });
    const { body } = await rest.reader.get('/v1/objects/people/attributes').expect(200);
    expect(attribute.config.record_reference.allowed_object_ids).toEqual([body.data[0].id.object_id, object.object_id]);
  });

  it('makes new records of an existing object carry the default and need what is required', async () => {
    const other = await anObject(rest);
    const old = await aRecord(rest, other, { name: 'Old' });
    await anAttribute(rest, other, { type: 'number', slug: 'size', default_value: '5' });
    await anAttribute(rest, other, { type: 'text', slug: 'note', is_required: true });
    expect((await aRecord(rest, other, { note: 'x' })).values.size).toMatchObject([{ value: 5 }]);
    expect(pathsOf(await rest.admin.post(`/v1/records/${other.slug}`, { data: {} }))).toEqual(['data.note']);
    const { body } = await rest.reader.get(`/v1/records/${other.slug}/${old.slug}`).expect(200);
    expect(body.data.values).toMatchObject({ size: [], note: [] });
  });

  it('makes records without a default person who has left', async () => {
    const other = await anObject(rest);
    const member = { subject: 'leaver', email: 'leaver@example.com', name: 'Leaver' };
    const { user_id: id } = await rest.domain.workspaces.addMember({ workspace_id: rest.workspace_id, ...member });
    const default_value = JSON.stringify({ type: 'user', id });
    await anAttribute(rest, other, { type: 'actor-reference', slug: 'owner', default_value });
    expect((await aRecord(rest, other)).values.owner).toMatchObject([{ actor_reference_id: id }]);
    await rest.domain.workspaces.removeMember(rest.workspace_id, member);
    expect((await aRecord(rest, other)).values.owner).toEqual([]);
    const named = { data: { owner: { type: 'user', id } } };
    expect(pathsOf(await rest.admin.post(`/v1/records/${other.slug}`, named))).toEqual(['data.owner']);
  });

  it('takes the title of an option as it is, a line break in it included', async () => {
    const other = await anObject(rest);
    const options = [{ title: 'Line\nbreak' }, { title: 'Tab\there' }];
    const { slug } = await anAttribute(rest, other, { type: 'select', options, default_value: 'Tab\there' });
    expect((await aRecord(rest, other)).values[slug]).toMatchObject([{ option: { title: 'Tab\there' } }]);
    const record = await aRecord(rest, other, { [slug]: 'Line\nbreak' });
    expect(record.values[slug]).toMatchObject([{ option: { title: 'Line\nbreak' } }]);
  });

  const refused: [string, object, string][] = [
    ['no type', {}, 'type'],
    ['an unknown type', { type: 'colour' }, 'type'],
    ['a type that every object has', { type: 'constructor' }, 'type'],
    ['a title of 256 characters', { type: 'text', title: 'T'.repeat(256) }, 'title'],
    ['a blank title', { type: 'text', title: ' ' }, 'title'],
    ['a description of 2001 characters', { type: 'text', description: 'd'.repeat(2001) }, 'description'],
    ['a negative sort order', { type: 'text', sort_order: -1 }, 'sort_order'],
    ['half a sort order', { type: 'text', sort_order: 0.5 }, 'sort_order'],
    ['a sort order beyond all integers', { type: 'text', sort_order: 2_147_483_648 }, 'sort_order'],
    ['the name of a field of every record', { type: 'text', slug: 'created_by' }, 'slug'],
    ['a name that objects of JavaScript cannot have', { type: 'text', slug: '__proto__' }, 'slug'],
    ['flags that are words', { type: 'text', is_required: 'yes' }, 'is_required'],
    ['an unknown field', { type: 'text', colour: 'red' }, 'colour'],
    ['a unique checkbox', { type: 'checkbox', is_unique: true }, 'is_unique'],
    ['a unique select', { type: 'select', is_unique: true, ...CHOICES.select }, 'is_unique'],
    ['a number of several values', { type: 'number', is_multi_select: true }, 'is_multi_select'],
    [
      'a multi-select of one value',
      { type: 'multi-select', is_multi_select: false, ...CHOICES.select },
      'is_multi_select',
    ],
    ['a select without options', { type: 'select' }, 'options'],
    [
      'a select with archived options alone',
      { type: 'select', options: [{ title: 'Old', archived_at: '2026-01-31T12:00:00Z' }] },
      'options',
    ],
    [
      'an option without a title',
      { type: 'select', options: [{ title: 'Open' }, { sort_order: 1 }] },
      'options[1].title',
    ],
    ['an option with a blank title', { type: 'select', options: [{ title: ' ' }] }, 'options[0].title'],
    [
      'an unknown field of an option',
      { type: 'select', options: [{ title: 'Open', colour: 'red' }] },
      'options[0].colour',
    ],
    ['options that are texts', { type: 'select', options: ['Open'] }, 'options'],
    ['options on a text', { type: 'text', ...CHOICES.select }, 'options'],
    ['a pipeline without stages', { type: 'pipeline' }, 'stages'],
    ['stages on a select', { type: 'select', ...CHOICES.select, ...CHOICES.pipeline }, 'stages'],
    [
      'a stage won and lost at once',
      { type: 'pipeline', stages: [{ title: 'Both', config: { is_won: true, is_lost: true } }] },
      'config',
    ],
    ['a default that is no value of the type', { type: 'number', default_value: 'five' }, 'default_value'],
    ['a default that is no string', { type: 'number', default_value: 5 }, 'default_value'],
    ['a default among unique values', { type: 'text', is_unique: true, default_value: 'Same' }, 'default_value'],
    ['a default outside the options', { type: 'select', ...CHOICES.select, default_value: 'Nowhere' }, 'default_value'],
    [
      'a default person who is no member',
      { type: 'actor-reference', default_value: `{"type":"user","id":"${randomUUID()}"}` },
      'default_value',
    ],
    ['a currency setting', { type: 'currency', config: { currency: 'EUR' } }, 'config.currency'],
    [
      'an unknown target of a reference',
      { type: 'record-reference', config: { record_reference: { allowed_object_ids: ['nowhere'] } } },
      'config.record_reference.allowed_object_ids[0]',
    ],
    [
      'reference settings on a text',
      { type: 'text', config: { record_reference: { allowed_object_ids: ['people'] } } },
      'config.record_reference',
    ],
    ['a relationship without its other side', { type: 'relationship' }, 'relationship'],
    ['a relationship on a text', { type: 'text', relationship: {} }, 'relationship'],
    [
      'an unknown cardinality',
      {
        type: 'relationship',
        relationship: { target_object_id: 'people', inverse_title: 'X', cardinality: 'few-to-few' },
      },
      'relationship.cardinality',
    ],
    [
      'an unknown target of a relationship',
      {
        type: 'relationship',
        relationship: { target_object_id: 'nowhere', inverse_title: 'X', cardinality: 'one-to-one' },
      },
      'relationship.target_object_id',
    ],
    [
      'a relationship without a title for its other side',
      { type: 'relationship', relationship: { target_object_id: 'people', cardinality: 'one-to-one' } },
      'relationship.inverse_title',
    ],
    [
      'a relationship that is required',
      {
        type: 'relationship',
        is_required: true,
        relationship: { target_object_id: 'people', inverse_title: 'X', cardinality: 'one-to-one' },
      },
      'relationship',
    ],
    ['a slug in the form of a UUID', { type: 'text', slug: randomUUID() }, 'slug'],
    ['a slug with a dot', { type: 'text', slug: 'a.b' }, 'slug'],
  ];
  it.each(refused)('answers 400 to %s', async (_, body, path) => {
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await create({ slug: 'never', title: 'Never', ...body }))).toEqual([path]),
    );
  });

  it('answers 404 to another target than objects', async () => {
    expectError(
      await rest.admin.post(`/v1/lists/${object.slug}/attributes`, { slug: 'never', title: 'Never', type: 'text' }),
      404,
    );
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const body = { slug: 'never', title: 'Never', type: 'text' };
    await expectHidden(rest, create(body, theirs.object_id), create(body, randomUUID()));
    await expectHidden(rest, create(body, theirs.slug), create(body, 'nowhere'));
  });

  it('answers 409 to a slug that is taken on this object, and to twin options', async () => {
    await anAttribute(rest, object, { type: 'text', slug: 'taken' });
    await expectNothingChanged(rest, async () => {
      expectError(await create({ slug: 'taken', title: 'Again', type: 'number' }), 409);
      expectError(
        await create({
          slug: 'twins',
          title: 'Twins',
          type: 'select',
          options: [{ title: 'Twin' }, { title: 'TWIN' }],
        }),
        409,
      );
    });
    await anAttribute(rest, await anObject(rest), { type: 'text', slug: 'taken' });
  });

  refusesStrangers(
    () => rest,
    (by) => by.post(`${object.path}/attributes`, { slug: 'never', title: 'Never', type: 'text' }),
    'write:schema',
  );
});
