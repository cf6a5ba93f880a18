import { ATTRIBUTE_TYPES, VALUE_TYPES, type AttributeWire, type RecordWire } from '#crm-domain';
import { readFileSync } from 'node:fs';
import { pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import type { OpenApi } from '../support/open-api.js';
import { Rest } from '../support/rest.js';

const NOW = '2026-01-31T12:00:00Z';
const { components } = JSON.parse(readFileSync('test/snapshots/openapi.json', 'utf8')) as OpenApi;
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
    ...{ type, slug },
    ...(type === 'relationship' ? { relationship } : { is_multi_select: several(type) }),
    ...(type === 'pipeline' && { stages: CHOICES }),
    ...(type.endsWith('select') && { options: CHOICES }),
  });
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

/** What a PATCH of this name takes, of what was read. */
function writable(schema: string, read: object): object {
  const fields = Object.keys(components.schemas[schema]!.properties!);
  return Object.fromEntries(Object.entries(read).filter(([field]) => fields.includes(field)));
}

async function expectTakenBack(path: string, schema: string): Promise<void> {
  const { body: read } = await rest.admin.get(path).expect(200);
  const changes = writable(schema, read.data as object);
  expect(Object.keys(changes).length).toBeGreaterThan(1);
  for (const part of [changes, ...Object.entries(changes).map(([field, value]) => ({ [field]: value as unknown }))]) {
    const { body } = await rest.admin.patch(path, part).expect(200);
    const { updated_at: _, ...before } = read.data as Record<string, unknown>;
    expect([part, body.data]).toEqual([part, expect.objectContaining(before)]);
  }
}

describe('what was read of a resource can be written back, together and each field alone', () => {
  it('objects', async () => {
    const { body } = await rest.admin.get('/v1/objects').expect(200);
    for (const { slug } of body.data as { slug: string }[])
      await expectTakenBack(`/v1/objects/${slug}`, 'UpdateObject');
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
      for (const attribute of body.data as AttributeWire[])
        await expectTakenBack(`/v1/objects/${slug}/attributes/${attribute.slug}`, 'UpdateAttribute');
    }
  });

  it('options and stages', async () => {
    const object = await anObject(rest);
    for (const [type, kind, schema] of [
      ['select', 'options', 'UpdateOption'],
      ['pipeline', 'stages', 'UpdateStage'],
    ] as const) {
      const { slug } = await attributeOf(object, type);
      const path = `${object.path}/attributes/${slug}/${kind}`;
      const { body } = await rest.admin.get(path).expect(200);
      for (const choice of body.data as { id: Record<string, string>; title: string }[]) {
        const changes = writable(schema, choice);
        const id = choice.id[kind === 'options' ? 'option_id' : 'stage_id']!;
        const changed = await rest.admin.patch(`${path}/${id}`, changes).expect(200);
        expect(JSON.stringify(changed.body.data)).toBe(JSON.stringify(choice));
      }
    }
  });

  it('webhooks and automations', async () => {
    const url = 'http://127.0.0.1:9/hook';
    for (const body of [{ url }, { url, kinds: ['record.updated'], object: 'people', attributes: ['job_title'] }]) {
      const made = await rest.admin.post('/v1/webhooks', body).expect(200);
      const path = `/v1/webhooks/${made.body.data.id.webhook_id}`;
      await expectTakenBack(path, 'UpdateWebhook');
      await rest.admin.delete(path).expect(200);
    }
    const actions = [{ type: 'set_values', values: { job_title: 'Engineer' } }];
    const automation = { name: 'Titles', kind: 'record.created', object: 'people', actions };
    const made = await rest.admin.post('/v1/automations', automation).expect(200);
    const path = `/v1/automations/${made.body.data.id.automation_id}`;
    await expectTakenBack(path, 'UpdateAutomation');
    await rest.admin.delete(path).expect(200);
  });
});

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
