import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('POST /v1/objects/{identifier}/attributes/{attribute}/options', () => {
  let rest: Rest;
  let object: AnObject;
  let path: string;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    path = `${object.path}/attributes/heat/options`;
    await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Cold' }] });
  });
  afterAll(() => rest.stop());

  it('answers 200 with the new option behind the others, and records take it at once', async () => {
    const { body } = await rest.architect.post(path, { title: '  Hot ' }).expect(200);
    expect(body.data).toEqual({
      id: {
        workspace_id: rest.workspace_id,
        object_id: object.object_id,
        attribute_id: expect.any(String),
        option_id: expect.any(String),
      },
      title: 'Hot',
      sort_order: 1,
      archived_at: null,
    });
    const listed = await rest.reader.get(path).expect(200);
    expect(listed.body.data.at(-1)).toEqual(body.data);
    expect((await aRecord(rest, object, { heat: 'hot' })).values.heat).toMatchObject([{ option: body.data }]);
  });

  it('answers 200 with the sort order that was given', async () => {
    const { body } = await rest.admin.post(path, { title: 'First', sort_order: 0 }).expect(200);
    expect(body.data.sort_order).toBe(0);
  });

  it('puts an option behind the last possible sort order on that same one', async () => {
    await rest.admin.post(path, { title: 'Last', sort_order: 2_147_483_647 }).expect(200);
    const { body } = await rest.admin.post(path, { title: 'Behind' }).expect(200);
    expect(body.data.sort_order).toBe(2_147_483_647);
  });

  it.each<[string, object, string]>([
    ['no title', {}, 'title'],
    ['a blank title', { title: '\t' }, 'title'],
    ['a title of 256 characters', { title: 't'.repeat(256) }, 'title'],
    ['a number for a title', { title: 5 }, 'title'],
    ['a negative sort order', { title: 'New', sort_order: -1 }, 'sort_order'],
    ['a sort order beyond all integers', { title: 'New', sort_order: 2_147_483_648 }, 'sort_order'],
    ['null for a sort order', { title: 'New', sort_order: null }, 'sort_order'],
    ['a config, which options have not', { title: 'New', config: {} }, 'config'],
  ])('answers 400 to %s', async (_, body, at) => {
    await expectNothingChanged(rest, async () => expect(pathsOf(await rest.admin.post(path, body))).toEqual([at]));
  });

  it('answers 404 to an attribute that has no options', async () => {
    await expectNothingChanged(rest, async () => {
      expectError(await rest.admin.post(`${object.path}/attributes/name/options`, { title: 'New' }), 404);
      expectError(await rest.admin.post('/v1/objects/deals/attributes/stage/options', { title: 'New' }), 404);
    });
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const secret = await anAttribute(rest, theirs, { type: 'select', options: [{ title: 'A' }] }, rest.stranger.admin);
    const add = (identifier: string, attribute: string) =>
      rest.admin.post(`/v1/objects/${identifier}/attributes/${attribute}/options`, { title: 'New' });
    await expectHidden(rest, add(theirs.object_id, secret.slug), add(randomUUID(), secret.slug));
    await expectHidden(rest, add(object.slug, secret.id.attribute_id), add(object.slug, randomUUID()));
  });

  it('answers 409 to the title of an active option, whatever its letters, and 200 to that of an archived one', async () => {
    await expectNothingChanged(rest, async () => expectError(await rest.admin.post(path, { title: 'COLD' }), 409));
    const { body } = await rest.admin.post(path, { title: 'Shelved' }).expect(200);
    await rest.admin.patch(`${path}/${body.data.id.option_id}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    await rest.admin.post(path, { title: 'shelved' }).expect(200);
  });

  refusesStrangers(
    () => rest,
    (by) => by.post(path, { title: 'Never' }),
    'write:schema',
  );
});
