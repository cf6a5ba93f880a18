import { randomUUID } from 'node:crypto';
import { ATTRIBUTE_TYPES, type AttributeWire } from '#crm-domain';
import { expectError } from '../support/answers.js';
import { anAttribute, anObject } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/{target}/{identifier}/attributes', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const list = async (identifier: string) =>
    (await rest.reader.get(`/v1/objects/${identifier}/attributes`).expect(200)).body.data as AttributeWire[];

  it('answers 200 with every attribute in its order, by slug and by UUID of the object', async () => {
    const people = await list('people');
    expect(people.map(({ slug, type }) => `${slug}: ${type}`)).toEqual([
      'name: personal-name',
      'email_addresses: email-address',
      'phone_numbers: phone-number',
      'job_title: text',
      'company: record-reference',
      'location: location',
      'description: text',
    ]);
    expect(await list(people[0]!.id.object_id)).toEqual(people);
  });

  it('answers 200 with a pipeline of open, won and lost stages on deals, its value, owner and links', async () => {
    const deals = await list('deals');
    expect(deals.map(({ slug, type }) => `${slug}: ${type}`)).toEqual([
      'name: name',
      'stage: pipeline',
      'value: currency',
      'close_date: date',
      'owner: actor-reference',
      'company: record-reference',
      'people: record-reference',
    ]);
    for (const attribute of deals) expect(ATTRIBUTE_TYPES).toContain(attribute.type);
  });

  it('shows all fields of the contract', async () => {
    const [company] = (await list('people')).filter(({ slug }) => slug === 'company');
    const [companies] = await list('companies');
    expect(company).toEqual({
      id: { workspace_id: rest.workspace_id, object_id: expect.any(String), attribute_id: expect.any(String) },
      created_at: expect.stringMatching(/Z$/),
      archived_at: null,
      version: 1,
      slug: 'company',
      title: 'Company',
      description: null,
      type: 'record-reference',
      is_required: false,
      is_unique: false,
      is_multi_select: false,
      is_system_attribute: true,
      default_value: null,
      config: { currency: null, record_reference: { allowed_object_ids: [companies!.id.object_id] } },
      relationship: null,
      sort_order: 4,
    });
  });

  it('keeps archived ones in the list', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'text' });
    await rest.admin.patch(`${object.path}/attributes/${slug}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    expect((await list(object.slug)).map(({ archived_at }) => archived_at)).toEqual([null, '2026-01-31T12:00:00.000Z']);
  });

  it('answers 404 to another target than objects', async () => {
    expectError(await rest.reader.get('/v1/lists/people/attributes'), 404);
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const ask = (identifier: string) => rest.admin.get(`/v1/objects/${identifier}/attributes`);
    await expectHidden(rest, ask(theirs.object_id), ask(randomUUID()));
    await expectHidden(rest, ask(theirs.slug), ask('nowhere'));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/objects/people/attributes'),
    'read:data',
  );
});
