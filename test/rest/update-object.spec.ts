import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('PATCH /v1/objects/{identifier}', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
  });
  afterAll(() => rest.stop());

  it('answers 200 and changes only what was sent, by slug and by UUID', async () => {
    const one = await rest.architect.patch(object.path, { singular_noun: 'Client' }).expect(200);
    expect(one.body.data).toMatchObject({ slug: object.slug, singular_noun: 'Client', plural_noun: 'Things' });
    const two = await rest.architect.patch(`/v1/objects/${object.object_id}`, { plural_noun: 'Clients' }).expect(200);
    expect(two.body.data).toMatchObject({ slug: object.slug, singular_noun: 'Client', plural_noun: 'Clients' });
    const listed = await rest.reader.get('/v1/objects').expect(200);
    expect(listed.body.data).toContainEqual(two.body.data);
  });

  it('answers 200 to a body that changes nothing', async () => {
    const { body } = await rest.admin.patch(object.path, {}).expect(200);
    expect(body.data).toMatchObject({ slug: object.slug });
  });

  it('renames a system object', async () => {
    const { body } = await rest.stranger.admin.patch('/v1/objects/people', { plural_noun: 'Contacts' }).expect(200);
    expect(body.data).toMatchObject({ slug: 'people', plural_noun: 'Contacts', is_system_object: true });
  });

  it('archives: records stay readable, take no values, and no new ones come', async () => {
    const { slug, path } = await anObject(rest);
    const record = await aRecord(rest, { slug }, { name: 'Kept' });
    const archived = await rest.admin.patch(path, { archived_at: '2026-01-31T12:00:00+01:00' }).expect(200);
    expect(archived.body.data.archived_at).toBe('2026-01-31T11:00:00.000Z');
    expect(await readRecord(rest, { slug }, record)).toEqual(record);
    await expectNothingChanged(rest, async () => {
      expectError(await rest.admin.post(`/v1/records/${slug}`, { data: {} }), 400);
      expectError(await rest.admin.patch(pathTo({ slug }, record), { data: { name: 'New' } }), 400);
      await rest.admin.patch(pathTo({ slug }, record), { data: record.values }).expect(200);
    });
  });

  it('restores with null', async () => {
    const { slug, path } = await anObject(rest);
    await rest.admin.patch(path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    const { body } = await rest.admin.patch(path, { archived_at: null }).expect(200);
    expect(body.data.archived_at).toBeNull();
    await aRecord(rest, { slug }, { name: 'New' });
  });

  it.each([
    ['an empty noun', { singular_noun: '' }, 'singular_noun'],
    ['null for a noun', { plural_noun: null }, 'plural_noun'],
    ['a time that is a day', { archived_at: '2026-01-31' }, 'archived_at'],
    ['a time without an offset', { archived_at: '2026-01-31T12:00:00' }, 'archived_at'],
    ['a week for a time', { archived_at: '2026-W05-6' }, 'archived_at'],
    ['a day that never was', { archived_at: '2026-02-30T12:00:00Z' }, 'archived_at'],
    ['a year beyond all calendars', { archived_at: '+012026-01-31T12:00:00Z' }, 'archived_at'],
    ['a number for a time', { archived_at: 1769860800000 }, 'archived_at'],
    ['a new slug', { slug: 'other' }, 'slug'],
    ['an unknown field', { is_system_object: true }, 'is_system_object'],
  ])('answers 400 to %s', async (_, body, path) => {
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await rest.admin.patch(object.path, body))).toEqual([path]),
    );
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const rename = (identifier: string) => rest.admin.patch(`/v1/objects/${identifier}`, { singular_noun: 'Mine' });
    await expectHidden(rest, rename(theirs.object_id), rename(randomUUID()));
    await expectHidden(rest, rename(theirs.slug), rename('nowhere'));
  });

  // Nothing that this operation may change can clash; the contract declares 409 for deletes and updates alike.
  it('answers 409 to nothing: two objects may have the same nouns', async () => {
    const other = await anObject(rest);
    await rest.admin.patch(other.path, { singular_noun: 'Person', plural_noun: 'People' }).expect(200);
  });

  refusesStrangers(
    () => rest,
    (by) => by.patch(object.path, { singular_noun: 'Never' }),
    'write:schema',
  );
});
