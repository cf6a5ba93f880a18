import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/objects/{identifier}/attributes/{attribute}/options', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    const options = [
      { title: 'Cold', sort_order: 2 },
      { title: 'Hot', sort_order: 1 },
      { title: 'Old', sort_order: 0, archived_at: '2026-01-31T12:00:00Z' },
    ];
    await anAttribute(rest, object, { type: 'select', slug: 'heat', options });
    await anAttribute(rest, object, { type: 'multi-select', slug: 'tags', options: [{ title: 'A' }] });
  });
  afterAll(() => rest.stop());

  it('answers 200 with all options in their order, archived ones too', async () => {
    const { body } = await rest.reader.get(`${object.path}/attributes/heat/options`).expect(200);
    const id = {
      workspace_id: rest.workspace_id,
      object_id: object.object_id,
      attribute_id: expect.any(String),
      option_id: expect.any(String),
    };
    expect(body.data).toEqual([
      { id, title: 'Old', sort_order: 0, archived_at: '2026-01-31T12:00:00.000Z' },
      { id, title: 'Hot', sort_order: 1, archived_at: null },
      { id, title: 'Cold', sort_order: 2, archived_at: null },
    ]);
  });

  it('answers 200 for a multi-select, and by UUIDs', async () => {
    const { body } = await rest.reader.get(`${object.path}/attributes/tags/options`).expect(200);
    const [{ id }] = body.data;
    const byId = await rest.reader.get(`/v1/objects/${id.object_id}/attributes/${id.attribute_id}/options`).expect(200);
    expect(byId.body).toEqual(body);
  });

  it('answers 404 to an attribute that has no options: another type, a pipeline, an unknown one', async () => {
    for (const path of [
      `${object.path}/attributes/name`,
      '/v1/objects/deals/attributes/stage',
      `${object.path}/attributes/nowhere`,
      '/v1/objects/nowhere/attributes/heat',
    ]) {
      expectError(await rest.reader.get(`${path}/options`), 404);
    }
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const secret = await anAttribute(rest, theirs, { type: 'select', options: [{ title: 'A' }] }, rest.stranger.admin);
    const ask = (identifier: string, attribute: string) =>
      rest.admin.get(`/v1/objects/${identifier}/attributes/${attribute}/options`);
    await expectHidden(rest, ask(theirs.object_id, secret.slug), ask(randomUUID(), secret.slug));
    await expectHidden(rest, ask(object.slug, secret.id.attribute_id), ask(object.slug, randomUUID()));
  });

  refusesStrangers(
    () => rest,
    (by) => by.get(`${object.path}/attributes/heat/options`),
    'read:data',
  );
});
