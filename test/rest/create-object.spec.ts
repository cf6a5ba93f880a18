import type { AttributeWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { anObject, freshSlug } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

const NOUNS = { singular_noun: 'Project', plural_noun: 'Projects' };

describe('POST /v1/objects', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 200 with the new object, which the list shows in the same words', async () => {
    const { body } = await rest.architect.post('/v1/objects', { slug: 'projects', ...NOUNS }).expect(200);
    expect(body.data).toEqual({
      id: { workspace_id: rest.workspace_id, object_id: expect.any(String) },
      slug: 'projects',
      ...NOUNS,
      created_at: expect.stringMatching(/Z$/),
      epithet_path: { attribute_id: expect.any(String), object_id: body.data.id.object_id },
      is_system_object: false,
      archived_at: null,
      version: 1,
    });
    const listed = await rest.reader.get('/v1/objects').expect(200);
    expect(listed.body.data).toContainEqual(body.data);
  });

  it('gives the object one system attribute, its display attribute "name"', async () => {
    const { slug, path } = await anObject(rest);
    const { body } = await rest.reader.get(`${path}/attributes`).expect(200);
    const attributes = body.data as AttributeWire[];
    expect(attributes).toHaveLength(1);
    expect(attributes[0]).toMatchObject({ slug: 'name', type: 'name', is_system_attribute: true });
    const record = await rest.admin.post(`/v1/records/${slug}`, { data: { name: 'First' } }).expect(200);
    expect(record.body.data.slug).toMatch(/^first-[0-9A-Za-z]{22}$/);
  });

  it('takes the slug of an object of another workspace', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    await anObject(rest, rest.admin, theirs.slug);
  });

  it.each([
    ['upper case', 'Projects'],
    ['a space', 'two words'],
    ['a slash', 'a/b'],
    ['an accent', 'projékt'],
    ['nothing', ''],
    ['65 characters', 'p'.repeat(65)],
    ['the form of a UUID', '0199a0c0-0000-7000-8000-000000000001'],
  ])('answers 400 to a slug with %s', async (_, slug) => {
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await rest.admin.post('/v1/objects', { slug, ...NOUNS }))).toContain('slug');
    });
  });

  it.each(['-projects', '_projects', '-', '9', '0-_'])(
    'takes the slug %s, and finds the object by it',
    async (slug) => {
      await anObject(rest, rest.admin, slug);
      await rest.reader.get(`/v1/objects/${slug}/attributes`).expect(200);
      await rest.reader.get(`/v1/records/${slug}`).expect(200);
    },
  );

  it('takes a slug of 64 characters', async () => {
    await anObject(rest, rest.admin, 'p'.repeat(64));
  });

  it('answers 400 with one issue for each field that is missing, unknown or of the wrong type', async () => {
    await expectNothingChanged(rest, async () => {
      const response = await rest.admin.post('/v1/objects', { slug: freshSlug(), singular_noun: 5, colour: 'red' });
      expect(new Set(pathsOf(response))).toEqual(new Set(['singular_noun', 'plural_noun', 'colour']));
    });
  });

  it('answers 400 to nouns that are empty, blank or longer than 255 characters', async () => {
    await expectNothingChanged(rest, async () => {
      for (const singular_noun of ['', ' ', '\t\n', 'n'.repeat(256)]) {
        expect(pathsOf(await rest.admin.post('/v1/objects', { slug: freshSlug(), ...NOUNS, singular_noun }))).toContain(
          'singular_noun',
        );
      }
    });
  });

  it('answers 409 to a slug that is taken, be it by a system object or an archived one', async () => {
    const { slug, path } = await anObject(rest);
    await rest.admin.patch(path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    await expectNothingChanged(rest, async () => {
      expectError(await rest.admin.post('/v1/objects', { slug, ...NOUNS }), 409);
      expectError(await rest.admin.post('/v1/objects', { slug: 'people', ...NOUNS }), 409);
    });
  });

  refusesStrangers(
    () => rest,
    (by) => by.post('/v1/objects', { slug: 'never', ...NOUNS }),
    'write:schema',
  );
});
