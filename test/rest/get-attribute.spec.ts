import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { anAttribute, anObject } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/{target}/{identifier}/attributes/{attribute}', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with the attribute as it is listed, by slug and by UUID', async () => {
    const object = await anObject(rest);
    const { slug, id } = await anAttribute(rest, object, { type: 'number' });
    const { body: listed } = await rest.reader.get(`${object.path}/attributes`).expect(200);
    for (const attribute of [slug, id.attribute_id]) {
      const { body } = await rest.reader.get(`${object.path}/attributes/${attribute}`).expect(200);
      expect(body).toEqual({ data: listed.data[1] });
    }
  });

  it('answers 200 with an archived one', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'text' });
    const path = `${object.path}/attributes/${slug}`;
    await rest.admin.patch(path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    const { body } = await rest.reader.get(path).expect(200);
    expect(body.data.archived_at).toBe('2026-01-31T12:00:00.000Z');
  });

  it('answers 404 to another target than objects, and to an attribute of another object', async () => {
    expectError(await rest.reader.get('/v1/lists/people/attributes/name'), 404);
    expectError(await rest.reader.get('/v1/objects/companies/attributes/job_title'), 404);
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const { id } = await anAttribute(rest, theirs, { type: 'text' }, rest.stranger.admin);
    const ask = (identifier: string, attribute: string) =>
      rest.admin.get(`/v1/objects/${identifier}/attributes/${attribute}`);
    await expectHidden(rest, ask('people', id.attribute_id), ask('people', randomUUID()));
    await expectHidden(rest, ask(theirs.slug, 'name'), ask('nowhere', 'name'));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/objects/people/attributes/name'),
    'read:data',
  );
});
