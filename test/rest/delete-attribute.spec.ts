import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('DELETE /v1/{target}/{identifier}/attributes/{attribute}', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
  });
  afterAll(() => rest.stop());

  const remove = (slug: string) => rest.admin.delete(`${object.path}/attributes/${slug}`);

  it('answers 200 with the attribute as it last stood, and its values are gone at once', async () => {
    const attribute = await anAttribute(rest, object, { type: 'select', options: [{ title: 'Open' }] });
    const record = await aRecord(rest, object, { name: 'Kept', [attribute.slug]: 'Open' });
    const { body } = await rest.architect.delete(`${object.path}/attributes/${attribute.slug}`).expect(200);
    expect(body.data).toEqual({ ...attribute, archived_at: expect.stringMatching(/Z$/) });
    const listed = await rest.reader.get(`${object.path}/attributes`).expect(200);
    expect(JSON.stringify(listed.body)).not.toContain(attribute.slug);
    expect((await readRecord(rest, object, record, '?show_historic=true')).values).toEqual({
      name: [expect.objectContaining({ value: 'Kept' })],
    });
    expectError(await rest.reader.get(`${object.path}/attributes/${attribute.slug}/options`), 404);
    expectError(await remove(attribute.slug), 404);
  });

  it('answers 200 by UUID, and keeps the time of an archived one', async () => {
    const { slug, id } = await anAttribute(rest, object, { type: 'text' });
    await rest.admin.patch(`${object.path}/attributes/${slug}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    const { body } = await remove(id.attribute_id).expect(200);
    expect(body.data.archived_at).toBe('2026-01-31T12:00:00.000Z');
  });

  it('takes the other side of a relationship with it', async () => {
    const other = await anObject(rest);
    const relationship = { target_object_id: other.slug, inverse_title: 'Things', cardinality: 'many-to-many' };
    const { slug } = await anAttribute(rest, object, { type: 'relationship', relationship });
    const two = await aRecord(rest, other, { name: 'Two' });
    const one = await aRecord(rest, object, { name: 'One', [slug]: { id: two.id.record_id, type: other.slug } });
    await remove(slug).expect(200);
    expect(Object.keys((await readRecord(rest, object, one)).values)).toEqual(['name']);
    expect(Object.keys((await readRecord(rest, other, two)).values)).toEqual(['name']);
  });

  it('answers 400 to an attribute that cannot be read', async () => {
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.delete(`${object.path}/attributes/%ff`), 400),
    );
  });

  it('answers 404 to another target', async () => {
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.delete('/v1/lists/people/attributes/job_title'), 404),
    );
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const secret = await anAttribute(rest, theirs, { type: 'text' }, rest.stranger.admin);
    await expectHidden(rest, remove(secret.id.attribute_id), remove(randomUUID()));
    await expectHidden(rest, remove(secret.slug), remove('nowhere'));
    const under = (identifier: string) => rest.admin.delete(`/v1/objects/${identifier}/attributes/${secret.slug}`);
    await expectHidden(rest, under(theirs.object_id), under(randomUUID()));
  });

  it('answers 409 to a system attribute and to the display attribute', async () => {
    await expectNothingChanged(rest, async () => {
      expectError(await rest.admin.delete('/v1/objects/people/attributes/job_title'), 409);
      expectError(await rest.admin.delete('/v1/objects/people/attributes/name'), 409);
      expectError(await remove('name'), 409);
    });
  });

  describe('and its guard', () => {
    let slug: string;
    beforeAll(async () => ({ slug } = await anAttribute(rest, object, { type: 'text' })));
    refusesStrangers(
      () => rest,
      (by) => by.delete(`${object.path}/attributes/${slug}`),
      'write:schema',
    );
  });
});
