import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('DELETE /v1/objects/{identifier}', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with the object as it last stood, and everything about it is gone at once', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Gone' });
    const before = await rest.reader.get('/v1/objects').expect(200);
    const shown = before.body.data.find((each: { slug: string }) => each.slug === object.slug);

    const { body } = await rest.architect.delete(object.path).expect(200);

    expect(body.data).toEqual({ ...shown, archived_at: expect.stringMatching(/Z$/) });
    const after = await rest.reader.get('/v1/objects').expect(200);
    expect(after.body.data).toEqual(before.body.data.filter((each: { slug: string }) => each.slug !== object.slug));
    const gone = [
      `${object.path}/attributes`,
      `/v1/records/${object.slug}`,
      pathTo(object, record),
      `/v1/records/${object.object_id}`,
    ];
    for (const path of gone) expectError(await rest.admin.get(path), 404);
    expectError(await rest.admin.post(`/v1/records/${object.slug}`, { data: {} }), 404);
    expectError(await rest.admin.delete(object.path), 404);
  });

  it('answers 200 by UUID, and keeps the time of an archived one', async () => {
    const object = await anObject(rest);
    await rest.admin.patch(object.path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    const { body } = await rest.admin.delete(`/v1/objects/${object.object_id}`).expect(200);
    expect(body.data.archived_at).toBe('2026-01-31T12:00:00.000Z');
  });

  it('answers 400 to an identifier that cannot be read', async () => {
    await expectNothingChanged(rest, async () => expectError(await rest.admin.delete('/v1/objects/%ff'), 400));
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const remove = (identifier: string) => rest.admin.delete(`/v1/objects/${identifier}`);
    await expectHidden(rest, remove(theirs.object_id), remove(randomUUID()));
    await expectHidden(rest, remove(theirs.slug), remove('nowhere'));
  });

  it('answers 409 to a system object', async () => {
    await expectNothingChanged(rest, async () => {
      for (const slug of ['people', 'companies', 'deals'])
        expectError(await rest.admin.delete(`/v1/objects/${slug}`), 409);
    });
  });

  it('answers 409 while a reference of another object names it as a target', async () => {
    const [target, other] = [await anObject(rest), await anObject(rest)];
    const config = { record_reference: { allowed_object_ids: [target.object_id] } };
    const attribute = await anAttribute(rest, other, { type: 'record-reference', config });
    await expectNothingChanged(rest, async () => {
      expect(expectError(await rest.admin.delete(target.path), 409).message).toContain(
        `${other.slug}.${attribute.slug}`,
      );
    });
    await rest.admin.delete(`${other.path}/attributes/${attribute.slug}`).expect(200);
    await rest.admin.delete(target.path).expect(200);
  });

  it('answers 409 while a relationship joins it with another object, and 200 when it joins the object with itself', async () => {
    const [one, two] = [await anObject(rest), await anObject(rest)];
    const relationship = { inverse_title: 'Back', cardinality: 'many-to-many' };
    await anAttribute(rest, one, {
      type: 'relationship',
      relationship: { ...relationship, target_object_id: one.object_id },
    });
    await anAttribute(rest, two, {
      type: 'relationship',
      relationship: { ...relationship, target_object_id: two.object_id },
    });
    await rest.admin.delete(one.path).expect(200);
    const third = await anObject(rest);
    await anAttribute(rest, two, {
      type: 'relationship',
      relationship: { ...relationship, target_object_id: third.object_id },
    });
    await expectNothingChanged(rest, async () => {
      expectError(await rest.admin.delete(two.path), 409);
      expectError(await rest.admin.delete(third.path), 409);
    });
  });

  describe('and its guard', () => {
    let slug: string;
    beforeAll(async () => ({ slug } = await anObject(rest)));
    refusesStrangers(
      () => rest,
      (by) => by.delete(`/v1/objects/${slug}`),
      'write:schema',
    );
  });
});
