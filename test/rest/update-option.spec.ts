import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('PATCH /v1/objects/{identifier}/attributes/{attribute}/options/{option}', () => {
  let rest: Rest;
  let object: AnObject;
  let path: string;
  let cold: string;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    path = `${object.path}/attributes/heat/options`;
    await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Cold' }, { title: 'Hot' }] });
    cold = (await rest.reader.get(path)).body.data[0].id.option_id;
  });
  afterAll(() => rest.stop());

  it('answers 200 and changes only what was sent; records show the new title at once', async () => {
    const record = await aRecord(rest, object, { heat: 'Cold' });
    const { body } = await rest.architect.patch(`${path}/${cold}`, { title: 'Icy' }).expect(200);
    expect(body.data).toMatchObject({ id: { option_id: cold }, title: 'Icy', sort_order: 0, archived_at: null });
    expect((await readRecord(rest, object, record)).values.heat).toMatchObject([
      { option: body.data, active_from: record.created_at },
    ]);
    await rest.admin.patch(`${path}/${cold.toUpperCase()}`, { title: 'Cold' }).expect(200);
  });

  it('answers 200 to a body that changes nothing', async () => {
    const { body } = await rest.admin.patch(`${path}/${cold}`, {}).expect(200);
    expect(body.data).toMatchObject({ title: 'Cold', sort_order: 0 });
  });

  it('archives and restores: records keep it, and new ones take it only while it is active', async () => {
    const record = await aRecord(rest, object, { heat: 'Cold' });
    await rest.admin.patch(`${path}/${cold}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    expect((await readRecord(rest, object, record)).values.heat).toMatchObject([
      { option: { title: 'Cold', archived_at: '2026-01-31T12:00:00.000Z' } },
    ]);
    await expectNothingChanged(rest, async () => {
      for (const heat of ['Cold', cold])
        expect(pathsOf(await rest.admin.post(`/v1/records/${object.slug}`, { data: { heat } }))).toEqual(['data.heat']);
    });
    await rest.admin.patch(`${path}/${cold}`, { archived_at: null }).expect(200);
    await aRecord(rest, object, { heat: 'Cold' });
  });

  it.each<[string, object, string]>([
    ['an empty title', { title: '' }, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['null for a title', { title: null }, 'title'],
    ['half a sort order', { sort_order: 0.5 }, 'sort_order'],
    ['a sort order beyond all integers', { sort_order: 2_147_483_648 }, 'sort_order'],
    ['a day for a time', { archived_at: '2026-01-31' }, 'archived_at'],
    ['an unknown field', { id: randomUUID() }, 'id'],
  ])('answers 400 to %s', async (_, body, at) => {
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await rest.admin.patch(`${path}/${cold}`, body))).toEqual([at]),
    );
  });

  it('answers 400 to archiving the last active option', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'Only' }] });
    const { body } = await rest.reader.get(`${object.path}/attributes/${slug}/options`);
    const only = `${object.path}/attributes/${slug}/options/${body.data[0].id.option_id}`;
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.patch(only, { archived_at: '2026-01-31T12:00:00Z' }), 400),
    );
  });

  it('answers 404 to an option of another attribute, and to one by its title', async () => {
    const other = await anAttribute(rest, object, { type: 'select', options: [{ title: 'Cold' }] });
    await expectNothingChanged(rest, async () => {
      expectError(
        await rest.admin.patch(`${object.path}/attributes/${other.slug}/options/${cold}`, { title: 'X' }),
        404,
      );
      expectError(await rest.admin.patch(`${path}/Cold`, { title: 'X' }), 404);
    });
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const secret = await anAttribute(rest, theirs, { type: 'select', options: [{ title: 'A' }] }, rest.stranger.admin);
    const { body } = await rest.stranger.admin.get(`${theirs.path}/attributes/${secret.slug}/options`).expect(200);
    const rename = (option: string) => rest.admin.patch(`${path}/${option}`, { title: 'Mine' });
    await expectHidden(rest, rename(body.data[0].id.option_id), rename(randomUUID()));
    const under = (identifier: string) =>
      rest.admin.patch(`/v1/objects/${identifier}/attributes/${secret.slug}/options/${body.data[0].id.option_id}`, {
        title: 'Mine',
      });
    await expectHidden(rest, under(theirs.object_id), under(randomUUID()));
  });

  it('answers 409 to the title of another active option', async () => {
    await expectNothingChanged(rest, async () =>
      expectError(await rest.admin.patch(`${path}/${cold}`, { title: 'hot' }), 409),
    );
  });

  it('answers 409 to restoring an option whose title was given away', async () => {
    const { body } = await rest.admin.post(path, { title: 'Warm' }).expect(200);
    const warm = `${path}/${body.data.id.option_id}`;
    await rest.admin.patch(warm, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    await rest.admin.post(path, { title: 'Warm' }).expect(200);
    await expectNothingChanged(rest, async () => expectError(await rest.admin.patch(warm, { archived_at: null }), 409));
  });

  refusesStrangers(
    () => rest,
    (by) => by.patch(`${path}/${cold}`, { title: 'Never' }),
    'write:schema',
  );
});
