import { ATTRIBUTE_TYPES, VALUE_TYPES, type AttributeWire, type RecordWire } from '#crm-domain';
import type { ConciseRecord } from '../../libs/crm-domain/src/records/shown/concise.js';
import { pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const NOW = '2026-01-31T12:00:00Z';
const CHOICES = [{ title: 'One' }, { title: 'Two' }];
const several = (type: string) => VALUE_TYPES[type as keyof typeof VALUE_TYPES].several !== 'never';

let rest: Rest;
let target: AnObject;
let targets: RecordWire[];
let member: string;
beforeAll(async () => {
  rest = await Rest.start({ CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]), WEBHOOK_PRIVATE_ADDRESSES: true });
  target = await anObject(rest);
  targets = [await aRecord(rest, target, { name: 'A' }), await aRecord(rest, target, { name: 'B' })];
  const { workspace_id } = rest;
  const person = { email: 'ada@example.com', name: 'Ada Example', issuer: 'https://idp.example.com', subject: 'ada' };
  ({ user_id: member } = await rest.domain.workspaces.addMember({ workspace_id, ...person }));
});
afterAll(() => rest.stop());

/** An attribute of a type with all that the type asks for. */
function attributeOf(object: AnObject, type: string): Promise<AttributeWire> {
  const slug = type.replace('-', '_') + '_held';
  const relationship = { target_object_id: target.object_id, inverse_title: type, cardinality: 'many-to-many' };
  return anAttribute(rest, object, {
    type,
    slug,
    ...(type === 'relationship' ? { relationship } : { is_multi_select: several(type) }),
    ...(type === 'pipeline' && { stages: CHOICES }),
    ...(type.endsWith('select') && { options: CHOICES }),
  });
}

async function readConcise(object: AnObject, record: RecordWire): Promise<ConciseRecord> {
  const { body } = await rest.admin.get(`${pathTo(object, record)}?format=concise`).expect(200);
  return body.data as ConciseRecord;
}

/** Values of a type, two of them where an attribute may hold several. */
function valuesOf(type: string): unknown[] {
  const own: Record<string, unknown[]> = {
    'record-reference': targets.map((record) => pointingAt(target, record)),
    relationship: targets.map((record) => pointingAt(target, record)),
    'actor-reference': [{ id: member, type: 'user' }],
    pipeline: ['One'],
    select: ['One', 'Two'],
    'multi-select': ['One', 'Two'],
  };
  const values = own[type] ?? VALUE_TYPES[type as keyof typeof VALUE_TYPES].examples;
  return values.slice(0, several(type) ? 2 : 1);
}

describe.each(ATTRIBUTE_TYPES)('values of type %s', (type) => {
  let object: AnObject;
  let attribute: AttributeWire;
  let record: RecordWire;
  beforeAll(async () => {
    object = await anObject(rest);
    attribute = await attributeOf(object, type);
    record = await aRecord(rest, object, { [attribute.slug]: valuesOf(type) });
  });

  const at = () => `${object.path}/attributes/${attribute.slug}`;
  const writeBack = async () => {
    const read = await readRecord(rest, object, record);
    expect(read.values[attribute.slug]).toHaveLength(valuesOf(type).length);
    const { body } = await rest.admin.patch(pathTo(object, record), { data: read.values }).expect(200);
    expect(body.data).toEqual(read);
    const concise = await readConcise(object, record);
    expect([concise.values[attribute.slug]].flat()).toHaveLength(valuesOf(type).length);
    const again = await rest.admin.patch(pathTo(object, record), { data: concise.values }).expect(200);
    expect(again.body.data).toEqual(read);
  };

  it('come in the same words and the same order of fields from every answer', async () => {
    const { text: made } = await rest.admin.post(`/v1/records/${object.slug}`, { data: record.values }).expect(200);
    const { data } = JSON.parse(made) as { data: RecordWire };
    const read = await rest.admin.get(pathTo(object, data)).expect(200);
    expect(read.text).toBe(made);
    const changed = await rest.admin.patch(pathTo(object, data), { data: { name: 'Other' } }).expect(200);
    const { text } = await rest.admin.get(pathTo(object, data)).expect(200);
    expect(changed.text).toBe(text);
  });

  it('are written back as they were read', writeBack);

  it('are written back with their history and change nothing, and past ones alone clear nothing', async () => {
    const { slug } = attribute;
    const other = await aRecord(rest, object, { [slug]: valuesOf(type) });
    const write = (data: object) => rest.admin.patch(pathTo(object, other), { data });
    const writeHistory = async (count: number) => {
      const { values } = await readRecord(rest, object, other, '?show_historic=true');
      expect(values[slug]).toHaveLength(count);
      const read = await readRecord(rest, object, other);
      expect((await write(values).expect(200)).body.data).toEqual(read);
      return values[slug] as unknown[];
    };
    await write({ [slug]: null }).expect(200);
    const count = valuesOf(type).length;
    const past = await writeHistory(count);
    await write({ [slug]: valuesOf(type) }).expect(200);
    await writeHistory(2 * count);
    await expectNothingChanged(rest, async () => {
      for (const given of [past, past[0]]) expect(pathsOf(await write({ [slug]: given }))).toEqual([`data.${slug}`]);
    });
    const { body } = await rest.admin.post(`/v1/records/${object.slug}`, { data: { [slug]: past } }).expect(200);
    expect(body.data.values[slug]).toEqual([]);
  });

  it('are written back as they were read where the attribute became required, holds one alone, or is archived', async () => {
    if (type !== 'relationship') {
      const { allowed_object_ids } = attribute.config.record_reference;
      const elsewhere = type === 'record-reference' ? [object.object_id] : allowed_object_ids;
      const changes = {
        is_required: true,
        ...(type === 'multi-select' ? {} : { is_multi_select: false }),
        config: { record_reference: { allowed_object_ids: elsewhere } },
      };
      await rest.admin.patch(at(), changes).expect(200);
      await writeBack();
    }
    await rest.admin.patch(at(), { archived_at: NOW }).expect(200);
    await writeBack();
    await expectNothingChanged(rest, async () => {
      const other = { [attribute.slug]: null };
      expect(pathsOf(await rest.admin.patch(pathTo(object, record), { data: other }))).toEqual([
        `data.${attribute.slug}`,
      ]);
    });
  });
});

it('a record that more than 50 others are related to is written back, whole or with other attributes, and with no link more', async () => {
  const [object, hub] = [await anObject(rest), await anObject(rest)];
  const relationship = { target_object_id: hub.slug, inverse_title: 'Members', cardinality: 'many-to-one' };
  const { slug } = await anAttribute(rest, object, { type: 'relationship', relationship });
  const center = await aRecord(rest, hub, { name: 'Center' });
  for (let n = 0; n < 51; n++) await aRecord(rest, object, { [slug]: pointingAt(hub, center) });
  const one = await aRecord(rest, object);
  const read = await readRecord(rest, hub, center);
  expect(read.values.members).toHaveLength(51);
  const write = (data: object) => rest.admin.patch(pathTo(hub, center), { data });
  expect((await write(read.values).expect(200)).body.data).toEqual(read);
  expect((await write((await readConcise(hub, center)).values).expect(200)).body.data).toEqual(read);
  const renamed = await write({ ...read.values, name: 'Renamed' }).expect(200);
  expect(renamed.body.data.values.members).toEqual(read.values.members);
  await expectNothingChanged(rest, async () => {
    const members = read.values.members as unknown[];
    for (const others of [
      [...members, pointingAt(object, one)],
      [...members.slice(1), pointingAt(object, one)],
    ])
      expect(pathsOf(await write({ members: others }))).toEqual(['data.members']);
  });
});

it('an archived option is written back concisely beside an active one of the same title', async () => {
  const object = await anObject(rest);
  const { slug } = await anAttribute(rest, object, { type: 'multi-select', options: [{ title: 'Hot' }] } as never);
  const options = `${object.path}/attributes/${slug}/options`;
  const first = await aRecord(rest, object, { [slug]: 'Hot' });
  const [old] = (await rest.admin.get(options).expect(200)).body.data;
  await rest.admin.post(options, { title: 'Cold' }).expect(200);
  await rest.admin.patch(`${options}/${old.id.option_id}`, { archived_at: NOW }).expect(200);
  await rest.admin.post(options, { title: 'Hot' }).expect(200);
  await rest.admin.patch(pathTo(object, first), { data: { [slug]: [old.id.option_id, 'Hot', 'Cold'] } }).expect(200);
  const { values } = await readConcise(object, first);
  expect(values[slug]).toEqual([old.id.option_id, 'Hot', 'Cold']);
  const read = await readRecord(rest, object, first);
  const { body } = await rest.admin.patch(pathTo(object, first), { data: values }).expect(200);
  expect(body.data).toEqual(read);
});

it('a record without a value of an attribute that became required is written back, and is not emptied', async () => {
  const object = await anObject(rest);
  const { slug } = await anAttribute(rest, object, { type: 'text' });
  const [empty, full] = [await aRecord(rest, object), await aRecord(rest, object, { [slug]: 'x' })];
  await rest.admin.patch(`${object.path}/attributes/${slug}`, { is_required: true }).expect(200);
  for (const record of [empty, full]) {
    const { values } = await readRecord(rest, object, record);
    await rest.admin.patch(pathTo(object, record), { data: values }).expect(200);
  }
  await rest.admin.patch(pathTo(object, empty), { data: { [slug]: null } }).expect(200);
  expect(pathsOf(await rest.admin.patch(pathTo(object, full), { data: { [slug]: [] } }))).toEqual([`data.${slug}`]);
});

interface Kept {
  /** Fields that nobody can change; they are taken back as they are and no other way. */
  fixed: string[];
  /** The row that is to stay as it is, where the answer does not show all of it. */
  row?: () => Promise<unknown>;
}

const OTHER_ID = '0199a0c0-0000-7000-8000-00000000ffff';
const OTHER = { id: { object_id: OTHER_ID }, created_at: NOW, slug: 'other', epithet_path: null };

async function expectTakenBack(path: string, { fixed, row }: Kept, was?: object): Promise<void> {
  const before = was ?? ((await rest.admin.get(path).expect(200)).body.data as object);
  const stored = await row?.();
  for (const part of [before, ...Object.entries(before).map(([field, value]) => ({ [field]: value as unknown }))]) {
    const { body } = await rest.admin.patch(path, part).expect(200);
    expect([part, body.data]).toEqual([part, before]);
  }
  expect(await row?.()).toEqual(stored);
  for (const field of fixed) {
    const value = (before as Record<string, unknown>)[field];
    const other = typeof value === 'boolean' ? !value : OTHER[field as keyof typeof OTHER];
    expect(pathsOf(await rest.admin.patch(path, { ...before, [field]: other }))).toEqual([field]);
  }
}

describe('what was read of a resource can be written back, all of it together and each field alone', () => {
  const objectFields = ['id', 'slug', 'created_at', 'epithet_path', 'is_system_object'];
  it('objects', async () => {
    const { body } = await rest.admin.get('/v1/objects').expect(200);
    for (const { slug } of body.data as { slug: string }[])
      await expectTakenBack(`/v1/objects/${slug}`, { fixed: objectFields });
  });

  it('attributes of every type, those of the system, both sides of a relationship, and archived ones', async () => {
    const object = await anObject(rest);
    for (const type of ATTRIBUTE_TYPES) await attributeOf(object, type);
    const config = { record_reference: { allowed_object_ids: ['people', target.object_id] } };
    await anAttribute(rest, object, { type: 'record-reference', slug: 'limited', config });
    await anAttribute(rest, object, { type: 'text', slug: 'preset', default_value: 'x' });
    await anAttribute(rest, object, { type: 'text', slug: 'gone' });
    await rest.admin.patch(`${object.path}/attributes/gone`, { archived_at: NOW }).expect(200);
    for (const slug of [object.slug, target.slug, 'people', 'companies', 'deals']) {
      const { body } = await rest.admin.get(`/v1/objects/${slug}/attributes`).expect(200);
      for (const attribute of body.data as AttributeWire[]) {
        const fixed = ['id', 'slug', 'created_at', 'is_system_attribute'];
        await expectTakenBack(`/v1/objects/${slug}/attributes/${attribute.slug}`, { fixed });
      }
    }
  });

  it('options and stages, by themselves and with their attribute', async () => {
    const object = await anObject(rest);
    for (const [type, kind] of [
      ['select', 'options'],
      ['pipeline', 'stages'],
    ] as const) {
      const { slug } = await attributeOf(object, type);
      const at = `${object.path}/attributes/${slug}`;
      const read = async () => (await rest.admin.get(`${at}/${kind}`).expect(200)).body.data as Choice[];
      const choices = await read();
      for (const choice of choices) {
        const id = choice.id[kind === 'options' ? 'option_id' : 'stage_id']!;
        await expectTakenBack(`${at}/${kind}/${id}`, { fixed: ['id'] }, choice);
      }
      await rest.admin.patch(at, { [kind]: choices }).expect(200);
      expect(await read()).toEqual(choices);
      await expectNothingChanged(rest, async () => {
        const [{ id }] = choices as [Choice];
        const renamed = (given: unknown) => rest.admin.patch(at, { [kind]: [{ id: given, title: 'Other' }] });
        await renamed({ ...id, attribute_id: OTHER_ID }).expect(404);
        await renamed({ ...id, object_id: OTHER_ID }).expect(404);
        for (const given of [{}, { ...id, more: id.object_id }, { ...id, object_id: 1 }, { object_id: OTHER_ID }, 'x'])
          expect(pathsOf(await renamed(given))).toEqual([`${kind}[0].id`]);
      });
    }
  });

  const url = 'http://127.0.0.1:9/hook';
  const rowOf = (kind: string, id: string) => () =>
    rest.sql(`select to_jsonb(x) as row from ${kind} x where ${kind}_id = $1`, [id]);
  const kept = (kind: string, id: string) => ({ fixed: ['id', 'created_at'], row: rowOf(kind, id) });
  // Nobody works for them meanwhile, which would change their rows.
  const IDLE = `status = 'active', lease_owner = null, next_attempt_at = now() + interval '1 hour'`;
  const PAUSED = `${IDLE}, attempts = 3`;
  const GIVEN_UP = `status = 'disabled', disabled_reason = 'The endpoint answered 410: it is gone.'`;

  async function aConsumer(kind: 'webhook' | 'automation', input: object): Promise<{ id: string; path: string }> {
    const { body } = await rest.admin.post(`/v1/${kind}s`, input).expect(200);
    const id = body.data.id[`${kind}_id`] as string;
    await rest.sql(`update ${kind} set ${IDLE} where ${kind}_id = $1`, [id]);
    return { id, path: `/v1/${kind}s/${id}` };
  }

  it('webhooks, with the pause or the reason that they have', async () => {
    for (const input of [{ url }, { url, kinds: ['record.updated'], object: 'people', attributes: ['job_title'] }]) {
      const { id, path } = await aConsumer('webhook', input);
      for (const state of [IDLE, PAUSED, GIVEN_UP]) {
        await rest.sql(`update webhook set ${state} where webhook_id = $1`, [id]);
        await expectTakenBack(path, kept('webhook', id));
      }
      await rest.admin.delete(path).expect(200);
    }
  });

  it('automations, with the pause or the reason that they have', async () => {
    const actions = [{ type: 'set_values', values: { job_title: 'Engineer' } }];
    const condition = [{ attribute: 'job_title', operator: 'is_empty' }];
    const { id, path } = await aConsumer('automation', {
      name: 'Titles',
      kind: 'record.created',
      object: 'people',
      condition,
      actions,
    });
    for (const state of [IDLE, PAUSED, GIVEN_UP]) {
      await rest.sql(`update automation set ${state} where automation_id = $1`, [id]);
      await expectTakenBack(path, kept('automation', id));
    }
    await rest.admin.delete(path).expect(200);
  });

  it('webhooks and automations of which an attribute, a webhook or the object was deleted', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'text' });
    const called = await aConsumer('webhook', { url });
    const webhook = await aConsumer('webhook', { url, object: object.slug, attributes: ['name', slug] });
    const automation = await aConsumer('automation', {
      name: 'Broken',
      kind: 'record.created',
      object: object.slug,
      condition: [{ attribute: slug, operator: 'eq', value: 'a' }],
      actions: [
        { type: 'set_values', values: { [slug]: 'b' } },
        { type: 'call_webhook', webhook_id: called.id },
      ],
    });
    await rest.admin.delete(called.path).expect(200);
    for (const gone of [`${object.path}/attributes/${slug}`, object.path]) {
      await rest.admin.delete(gone).expect(200);
      for (const [kind, { id, path }] of [['webhook', webhook] as const, ['automation', automation] as const]) {
        expect((await rest.admin.get(path)).body.data.state).toBe('broken');
        await expectTakenBack(path, kept(kind, id));
      }
    }
    for (const { path } of [webhook, automation]) await rest.admin.delete(path).expect(200);
  });

  it('the object and the attributes of webhooks and automations have the names they are read by', async () => {
    const object = await anObject(rest);
    const { slug, id } = await anAttribute(rest, object, { type: 'text' });
    const named = { object_id: object.object_id, attribute_ids: [id.attribute_id] };
    const actions = [{ type: 'set_values', values: { name: 'x' } }];
    const automation = { name: 'Named', kind: 'record.created', actions };
    const { path: webhookPath } = await aConsumer('webhook', { url, ...named });
    const { path } = await aConsumer('automation', { ...automation, object_id: object.slug });
    expect((await rest.admin.get(webhookPath)).body.data).toMatchObject(named);
    expect((await rest.admin.get(path)).body.data.object_id).toBe(object.object_id);
    const people = await rest.admin
      .patch(webhookPath, { object_id: 'people', attribute_ids: ['job_title'] })
      .expect(200);
    expect(people.body.data.attribute_ids).toHaveLength(1);
    await rest.admin.patch(webhookPath, { object: object.slug, attributes: [slug] }).expect(200);
    await expectNothingChanged(rest, async () => {
      const nowhere = { object_id: 'nowhere' };
      const two = { object: 'people', object_id: 'companies' };
      for (const at of [webhookPath, path]) {
        expect(pathsOf(await rest.admin.patch(at, two))).toEqual(['object_id']);
        expect(pathsOf(await rest.admin.patch(at, nowhere))).toEqual(['object_id']);
      }
      expect(pathsOf(await rest.admin.patch(webhookPath, { attribute_ids: ['nowhere'] }))).toEqual([
        'attribute_ids[0]',
      ]);
      const differing = { attributes: ['name'], attribute_ids: [slug] };
      expect(pathsOf(await rest.admin.patch(webhookPath, differing))).toEqual(['attribute_ids']);
      expect(pathsOf(await rest.admin.post('/v1/automations', automation))).toEqual(['object']);
      expect(pathsOf(await rest.admin.post('/v1/automations', { ...automation, ...nowhere }))).toEqual(['object_id']);
    });
    for (const at of [webhookPath, path]) await rest.admin.delete(at).expect(200);
  });
});

interface Choice {
  id: Record<string, string>;
  title: string;
}

describe('the config and the relationship of an attribute', () => {
  const allowed = async (path: string) =>
    ((await rest.admin.get(path).expect(200)).body.data as AttributeWire).config.record_reference.allowed_object_ids;

  it.each([[{ config: { currency: null } }], [{ config: {} }], [{ config: { record_reference: {} } }]])(
    'stay as they are in the parts that are not named: %j',
    async (changes) => {
      const object = await anObject(rest);
      const config = { record_reference: { allowed_object_ids: [target.object_id] } };
      await anAttribute(rest, object, { type: 'record-reference', slug: 'link', config });
      const path = `${object.path}/attributes/link`;
      await rest.admin.patch(path, changes).expect(200);
      expect(await allowed(path)).toEqual([target.object_id]);
      await rest.admin.patch(path, { config: { record_reference: { allowed_object_ids: null } } }).expect(200);
      expect(await allowed(path)).toEqual([]);
    },
  );

  it('cannot be changed to those of another attribute', async () => {
    const object = await anObject(rest);
    const link = await attributeOf(object, 'relationship');
    const other = await attributeOf(await anObject(rest), 'relationship');
    await attributeOf(object, 'text');
    await expectNothingChanged(rest, async () => {
      const patch = (slug: string, changes: object) => rest.admin.patch(`${object.path}/attributes/${slug}`, changes);
      const { id } = other.relationship!;
      expect(pathsOf(await patch(link.slug, { relationship: { id } }))).toEqual(['relationship.id']);
      expect(pathsOf(await patch(link.slug, { relationship: null }))).toEqual(['relationship']);
      expect(pathsOf(await patch('text_held', { relationship: { id } }))).toEqual(['relationship']);
      const config = { record_reference: { allowed_object_ids: [object.object_id] } };
      for (const slug of [link.slug, 'text_held'])
        expect(pathsOf(await patch(slug, { config }))).toEqual(['config.record_reference']);
    });
  });
});

it('is_unique and a default are refused beside each other, whichever comes second', async () => {
  const object = await anObject(rest);
  await anAttribute(rest, object, { type: 'text', slug: 'preset', default_value: 'x' });
  await anAttribute(rest, object, { type: 'text', slug: 'single', is_unique: true });
  const patch = (slug: string, changes: object) => rest.admin.patch(`${object.path}/attributes/${slug}`, changes);
  await expectNothingChanged(rest, async () => {
    expect(pathsOf(await patch('preset', { is_unique: true }))).toEqual(['is_unique']);
    expect(pathsOf(await patch('single', { default_value: 'x' }))).toEqual(['default_value']);
  });
  await patch('preset', { is_unique: true, default_value: null }).expect(200);
  await aRecord(rest, object, { single: 'a' });
  await aRecord(rest, object, { single: 'b' });
});
