import type { ObjectWire } from '#crm-domain';
import { anObject } from '../support/builders.js';
import { refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/objects', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const list = async () => (await rest.reader.get('/v1/objects').expect(200)).body.data as ObjectWire[];

  it('answers 200 with the system objects of a new workspace', async () => {
    const { body } = await rest.stranger.admin.get('/v1/objects').expect(200);
    const objects = body.data as ObjectWire[];
    expect(objects.map(({ slug, singular_noun, plural_noun }) => [slug, singular_noun, plural_noun])).toEqual([
      ['people', 'Person', 'People'],
      ['companies', 'Company', 'Companies'],
      ['deals', 'Deal', 'Deals'],
      ['notes', 'Note', 'Notes'],
      ['tasks', 'Task', 'Tasks'],
      ['activities', 'Activity', 'Activities'],
    ]);
    for (const object of objects) {
      expect(object).toMatchObject({
        is_system_object: true,
        archived_at: null,
        id: { workspace_id: rest.stranger.workspace_id },
      });
      expect(object.epithet_path.object_id).toBe(object.id.object_id);
      expect(new Date(object.created_at).toISOString()).toBe(object.created_at);
    }
  });

  it('names the display attribute of each object', async () => {
    for (const { slug, epithet_path } of await list()) {
      const { body } = await rest.reader.get(`/v1/objects/${slug}/attributes`).expect(200);
      const epithet = body.data.find(
        (each: { id: { attribute_id: string } }) => each.id.attribute_id === epithet_path.attribute_id,
      );
      const display = ['notes', 'tasks', 'activities'].includes(slug) ? 'title' : 'name';
      expect(epithet).toMatchObject({ slug: display, id: { object_id: epithet_path.object_id } });
    }
  });

  it('answers 200 with custom objects behind, archived ones too', async () => {
    const [kept, archived] = [await anObject(rest), await anObject(rest)];
    await rest.admin.patch(archived.path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    const shown = (await list())
      .slice(6)
      .map(({ slug, is_system_object, archived_at }) => ({ slug, is_system_object, archived_at }));
    expect(shown).toEqual([
      { slug: kept.slug, is_system_object: false, archived_at: null },
      { slug: archived.slug, is_system_object: false, archived_at: '2026-01-31T12:00:00.000Z' },
    ]);
  });

  it('shows no object of another workspace', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    expect((await list()).map(({ slug }) => slug)).not.toContain(theirs.slug);
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/objects'),
    'read:data',
  );
});
