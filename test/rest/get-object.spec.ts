import { randomUUID } from 'node:crypto';
import { anObject } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/objects/{identifier}', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with the object as it is listed, by slug and by UUID', async () => {
    const { slug, object_id } = await anObject(rest);
    const listed = (await rest.reader.get('/v1/objects').expect(200)).body.data as { slug: string }[];
    for (const identifier of [slug, object_id]) {
      const { body } = await rest.reader.get(`/v1/objects/${identifier}`).expect(200);
      expect(body).toEqual({ data: listed.find((each) => each.slug === slug) });
    }
  });

  it('answers 200 with an archived one', async () => {
    const { path } = await anObject(rest);
    await rest.admin.patch(path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    const { body } = await rest.reader.get(path).expect(200);
    expect(body.data.archived_at).toBe('2026-01-31T12:00:00.000Z');
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const ask = (identifier: string) => rest.admin.get(`/v1/objects/${identifier}`);
    await expectHidden(rest, ask(theirs.object_id), ask(randomUUID()));
    await expectHidden(rest, ask(theirs.slug), ask('nowhere'));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/objects/people'),
    'read:data',
  );
});
