import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, pointingAt, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
let object: AnObject;
beforeAll(async () => (rest = await Rest.start()));
beforeEach(async () => {
  object = await anObject(rest);
  await anAttribute(rest, object, { type: 'number', slug: 'score' });
  await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Low' }, { title: 'High' }] });
  await aRecord(rest, object, { name: 'Ada', score: 1, heat: 'High' });
});
afterAll(() => rest.stop());

const LOW = { attribute: 'heat', operator: 'eq', value: 'Low' };
const SCORED = { attribute: 'score', operator: 'gte', value: 1 };
const NOW = '2026-01-31T12:00:00Z';

async function aView(query: object): Promise<string> {
  const slug = freshSlug('view');
  await rest.writer.post('/v1/views', { slug, title: 'A view', object: object.slug, query }).expect(200);
  return slug;
}
const shown = async (slug: string) => (await rest.reader.get(`/v1/views/${slug}`).expect(200)).body.data;
const optionPath = async (at: number) => {
  const options = `${object.path}/attributes/heat/options`;
  return `${options}/${(await rest.admin.get(options).expect(200)).body.data[at].id.option_id}`;
};

/** It says that it is broken and why, and is run by nobody. */
async function expectBroken(slug: string, reason: string): Promise<void> {
  const { state, broken_reason } = await shown(slug);
  expect([state, broken_reason]).toEqual(['broken', expect.stringContaining(reason)]);
  const { data } = (await rest.reader.get('/v1/views').expect(200)).body as { data: { slug: string; state: string }[] };
  expect(data.find((each) => each.slug === slug)!.state).toBe('broken');
  const runs = [await rest.reader.get(`/v1/views/${slug}/records?fields=name`)];
  const { status } = await rest.reader.get(object.path);
  const query = { view: slug, filter: [{ attribute: 'name', operator: 'is_not_empty' }], fields: ['name'] };
  const records = `/v1/records/${object.slug}`;
  if (status === 200) runs.push(await rest.reader.post(`${records}/query`, query));
  if (status === 200) runs.push(await rest.reader.post(`${records}/aggregate`, { view: slug }));
  for (const run of runs) {
    const refused = expectError(run, 409);
    expect(refused.reason).toBe('view_broken');
    expect(refused.message).toContain(slug);
    expect(refused.message).toContain(reason);
  }
}

describe('a view of something that was deleted', () => {
  it.each([
    ['its conditions', { filter: { or: [LOW, SCORED] } }],
    ['its order', { sort: { attribute: 'score', direction: 'desc' } }],
    ['its fields', { fields: ['name', 'score'] }],
  ])('is broken where an attribute in %s is gone, until it is changed', async (_, query) => {
    const slug = await aView(query);
    await rest.admin.delete(`${object.path}/attributes/score`).expect(200);
    await expectBroken(slug, 'has no attribute "score"');
    const view = await shown(slug);
    expect((await rest.writer.patch(`/v1/views/${slug}`, view).expect(200)).body.data).toEqual(view);
    expectError(await rest.writer.patch(`/v1/views/${slug}`, { query: { ...query, time_zone: 'UTC' } }), 400);
    await rest.writer.patch(`/v1/views/${slug}`, { query: { filter: [LOW] } }).expect(200);
    expect((await rest.reader.get(`/v1/views/${slug}/records`).expect(200)).body.data).toEqual([]);
  });

  it('is broken where an option is gone', async () => {
    const slug = await aView({ filter: [LOW] });
    await rest.admin.delete(await optionPath(0)).expect(200);
    await expectBroken(slug, 'filter[0].value: heat: ');
  });

  it('is broken where its object is gone, and can still be deleted', async () => {
    const slug = await aView({ filter: [LOW] });
    await rest.admin.delete(object.path).expect(200);
    await expectBroken(slug, 'The object was deleted.');
    expect(await shown(slug)).toMatchObject({ object: null, object_id: object.object_id });
    expectError(await rest.writer.patch(`/v1/views/${slug}`, { query: {} }), 400);
    await rest.writer.patch(`/v1/views/${slug}`, { title: 'Lost' }).expect(200);
    await rest.writer.delete(`/v1/views/${slug}`).expect(200);
  });

  it('is broken where somebody whom it names by e-mail address has left', async () => {
    const { workspace_id } = rest;
    const person = { email: 'Ada@example.com', name: 'Ada Example', issuer: 'https://idp.example.com', subject: 'ada' };
    const { user_id } = await rest.domain.workspaces.addMember({ workspace_id, ...person });
    const slug = await aView({ filter: [{ attribute: 'created_by', operator: 'not_eq', value: 'ada@example.com' }] });
    expect((await rest.reader.get(`/v1/views/${slug}/records`).expect(200)).body.data).toHaveLength(1);
    await rest.sql('delete from membership where user_id = $1', [user_id]);
    await expectBroken(slug, 'No member has this e-mail address or name.');
  });
});

describe('a view of records that refer to its own', () => {
  let pointers: AnObject;
  const HIGH = { operator: 'eq', value: 'High' };
  const reference = (slug: string, config?: object) =>
    anAttribute(rest, pointers, { slug, type: 'record-reference', ...(config && { config }) } as never);
  const naming = (slug: string) => reference(slug, { record_reference: { allowed_object_ids: [object.object_id] } });
  const over = (path: string) => ({ filter: { or: [{ attribute: `${pointers.slug}${path}.heat`, ...HIGH }] } });
  const names = async (slug: string) =>
    (await rest.reader.get(`/v1/views/${slug}/records?fields=name&format=concise`).expect(200)).body.data.map(
      ({ values }: { values: { name: string } }) => values.name,
    );
  /** It means what it meant, is shown so, and does not change when it is written back. */
  const expectKept = async (slug: string, path: string) => {
    const view = await shown(slug);
    expect(view).toMatchObject({ state: 'active', query: over(path) });
    expect((await rest.writer.patch(`/v1/views/${slug}`, view).expect(200)).body.data).toEqual(view);
    const again = { query: { ...view.query, time_zone: 'UTC' } };
    await rest.writer.patch(`/v1/views/${slug}`, again).expect(200);
    await rest.writer.patch(`/v1/views/${slug}`, { query: view.query }).expect(200);
    expect(await names(slug)).toEqual(['Bea']);
  };

  beforeEach(async () => {
    pointers = await anObject(rest);
    await anAttribute(rest, pointers, { type: 'select', slug: 'heat', options: [{ title: 'Low' }, { title: 'High' }] });
    await reference('to');
    const [bea, cyd] = [await aRecord(rest, object, { name: 'Bea' }), await aRecord(rest, object, { name: 'Cyd' })];
    await reference('other');
    await aRecord(rest, pointers, { heat: 'High', to: pointingAt(object, bea), other: pointingAt(object, cyd) });
  });

  it('keeps to the reference that was the oldest, when it is archived and when one is made that goes before it', async () => {
    const slug = await aView(over(''));
    await expectKept(slug, '');
    const to = `${pointers.path}/attributes/to`;
    await rest.admin.patch(to, { archived_at: NOW }).expect(200);
    await expectKept(slug, '[to]');
    await rest.admin.patch(to, { archived_at: null }).expect(200);
    await expectKept(slug, '');
    await naming('later');
    await expectKept(slug, '[to]');
  });

  it('keeps to the one in brackets, and shows none where it needs none', async () => {
    const slug = await aView(over('[to]'));
    await expectKept(slug, '');
    const other = await aView(over('[other]'));
    expect((await shown(other)).query).toEqual(over('[other]'));
    expect(await names(other)).toEqual(['Cyd']);
  });

  it('is broken where its reference was deleted, though another one leads there', async () => {
    const slug = await aView(over(''));
    const { id } = (await rest.admin.get(`${pointers.path}/attributes/to`).expect(200)).body.data;
    await rest.admin.delete(`${pointers.path}/attributes/to`).expect(200);
    await expectBroken(slug, id.attribute_id);
    const view = await shown(slug);
    expect((await rest.writer.patch(`/v1/views/${slug}`, view).expect(200)).body.data).toEqual(view);
  });

  it('is broken, and names its reference by slug, where that does not lead to it any more', async () => {
    await naming('later');
    const slug = await aView(over(''));
    const config = { record_reference: { allowed_object_ids: ['people'] } };
    await rest.admin.patch(`${pointers.path}/attributes/later`, { config }).expect(200);
    await expectBroken(slug, 'has no attribute');
    expect((await shown(slug)).query.filter.or[0].attribute).toBe(`${pointers.slug}[later].heat`);
  });
});

describe('a view of something that was archived', () => {
  it('finds what it found', async () => {
    const slug = await aView({
      filter: [{ ...LOW, value: 'High' }, SCORED],
      sort: { attribute: 'score', direction: 'asc' },
    });
    await rest.admin.patch(await optionPath(1), { archived_at: NOW }).expect(200);
    await rest.admin.patch(`${object.path}/attributes/score`, { archived_at: NOW }).expect(200);
    await rest.admin.patch(object.path, { archived_at: NOW }).expect(200);
    expect((await shown(slug)).state).toBe('active');
    expect((await rest.reader.get(`/v1/views/${slug}/records`).expect(200)).body.data).toHaveLength(1);
  });
});
