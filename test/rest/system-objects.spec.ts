import { readFileSync } from 'node:fs';
import type { AttributeWire, ObjectWire, RecordWire } from '#crm-domain';
import { aRecord, anObject, pathTo, readRecord } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

const UP = '../../libs/crm-domain/src/db/migrations/0029-notes-tasks-activities.up.sql';
const MIGRATION = readFileSync(new URL(UP, import.meta.url), 'utf8');
const [NOTES, TASKS, ACTIVITIES, COMPANIES] = ['notes', 'tasks', 'activities', 'companies'].map((slug) => ({ slug }));

describe('notes, tasks and activities', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const idOf = ({ id }: RecordWire) => id.record_id;
  const about = (object: { slug: string }, record: RecordWire) => ({ type: object.slug, id: idOf(record) });
  const found = async (object: { slug: string }, query: object): Promise<string[]> => {
    const { body } = await rest.admin.post(`/v1/records/${object.slug}/query`, query).expect(200);
    return (body.data as RecordWire[]).map(idOf);
  };

  it('are system objects of every workspace, and cannot be deleted', async () => {
    const { body } = await rest.admin.get('/v1/objects').expect(200);
    const objects = body.data as ObjectWire[];
    expect(objects.map(({ slug }) => slug)).toEqual(['people', 'companies', 'deals', 'notes', 'tasks', 'activities']);
    expect(objects.every(({ is_system_object }) => is_system_object)).toBe(true);
    for (const { slug } of [NOTES!, TASKS!, ACTIVITIES!]) await rest.admin.delete(`/v1/objects/${slug}`).expect(409);
  });

  it('are about records of any object, which lead to them and are named by them', async () => {
    const own = await anObject(rest);
    const company = await aRecord(rest, COMPANIES!, { name: 'Acme' });
    const project = await aRecord(rest, own, { name: 'Bridge' });
    const note = await aRecord(rest, NOTES!, {
      title: 'First talk',
      about: [about(COMPANIES!, company), about(own, project)],
    });
    await aRecord(rest, NOTES!, { title: 'Another' });
    expect(note.values.about).toMatchObject([{ display_name: 'Acme' }, { display_name: 'Bridge' }]);
    expect(await found(NOTES!, { filter: { attribute: 'about', operator: 'eq', value: idOf(company) } })).toEqual([
      idOf(note),
    ]);
    const back = { attribute: 'notes.title', operator: 'eq', value: 'first talk' };
    expect([await found(COMPANIES!, { filter: back }), await found(own, { filter: back })]).toEqual([
      [idOf(company)],
      [idOf(project)],
    ]);
    await rest.admin.delete(pathTo(own, project)).expect(200);
    expect((await readRecord(rest, NOTES!, note)).values.about).toMatchObject([{ display_name: 'Acme' }]);
  });

  it('have bodies of up to 100,000 characters, whose words are found', async () => {
    const body = `Zeppelin ${'x '.repeat(49_995)}`;
    const note = await aRecord(rest, NOTES!, { title: 'Long', body });
    expect(note.values.body).toMatchObject([{ value: body }]);
    expect(await found(NOTES!, { query: 'zeppelin' })).toEqual([idOf(note)]);
    const refused = await rest.admin.post('/v1/records/tasks', { data: { title: 'T', body: 'x'.repeat(100_001) } });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'data.body']);
  });

  it('begin open, and are done or cancelled, which closes them', async () => {
    const task = await aRecord(rest, TASKS!, { title: 'Call back', priority: 'High', due_date: '2026-12-01' });
    expect(task.values.status).toMatchObject([{ stage: { title: 'Open', config: { is_closed: false } } }]);
    for (const status of ['Done', 'Cancelled']) {
      const { body } = await rest.admin.patch(pathTo(TASKS!, task), { data: { status } }).expect(200);
      expect(body.data.values.status).toMatchObject([{ stage: { config: { is_closed: true, is_won: false } } }]);
    }
  });

  it('of activities say with whom they were, and what came of it', async () => {
    const ada = await aRecord(rest, { slug: 'people' }, { name: { first_name: 'Ada', last_name: 'Example' } });
    const call = { kind: 'Call', time: '2026-11-26T10:00:00Z', duration: 30, participants: { id: idOf(ada) } };
    const made = await aRecord(rest, ACTIVITIES!, { ...call, outcome: 'Wants an offer' });
    expect(made.values).toMatchObject({
      kind: [{ option: { title: 'Call' } }],
      participants: [{ target_record: idOf(ada) }],
    });
    expect((await rest.admin.post('/v1/records/activities', { data: { kind: 'Letter' } })).status).toBe(400);
  });

  describe('of workspaces from before', () => {
    interface Shown {
      object: Partial<ObjectWire>;
      attributes: object[];
    }

    /** All that a workspace says of the three, without ids and moments. */
    async function shown(by: Caller, slugs: string[]): Promise<Shown[]> {
      const objects = (await by.get('/v1/objects').expect(200)).body.data as ObjectWire[];
      const slugOf = new Map(objects.map(({ id, slug }) => [id.object_id, slug]));
      return Promise.all(
        slugs.map(async (slug) => {
          const { id, created_at, epithet_path, ...object } = objects.find((each) => each.slug === slug)!;
          const { body } = await by.get(`/v1/objects/${slug}/attributes`).expect(200);
          const isEpithet = (each: AttributeWire) => each.id.attribute_id === epithet_path.attribute_id;
          const attributes = await Promise.all(
            (body.data as AttributeWire[]).map((each) => plain(by, slug, each, slugOf)),
          );
          return {
            object,
            attributes,
            epithet: (body.data as AttributeWire[]).findIndex(isEpithet),
            of: typeof id,
            at: typeof created_at,
          };
        }),
      );
    }

    async function plain(by: Caller, slug: string, attribute: AttributeWire, slugOf: Map<string, string>) {
      const { id, created_at, config, ...rest } = attribute;
      const list = rest.type === 'pipeline' ? 'stages' : rest.type === 'select' ? 'options' : undefined;
      const path = `/v1/objects/${slug}/attributes/${id.attribute_id}/${list}`;
      const choices =
        list && ((await by.get(path).expect(200)).body.data as { id: object }[]).map((each) => ({ ...each, id: {} }));
      const targets = config.record_reference.allowed_object_ids.map((each) => slugOf.get(each));
      return { ...rest, choices, targets, at: typeof created_at };
    }

    async function forget(workspaceId: string): Promise<void> {
      const three = `select object_id from object where workspace_id = $1 and slug in ('notes', 'tasks', 'activities')`;
      for (const table of ['choice', 'attribute', 'object'])
        await rest.sql(`delete from ${table} where workspace_id = $1 and object_id in (${three})`, [workspaceId]);
      await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [workspaceId]);
    }

    it('are those of new ones, once, whatever the workspace has made of its own', async () => {
      const { stranger } = rest;
      const slugs = ['notes', 'tasks', 'activities'];
      const fresh = await shown(rest.admin, slugs);
      await forget(stranger.workspace_id);
      await anObject(rest, stranger.admin, 'notes');
      const own = await shown(stranger.admin, ['notes']);
      for (let time = 0; time < 2; time++) await rest.sql(MIGRATION, []);
      const [notes, ...others] = await shown(stranger.admin, ['system_notes', 'tasks', 'activities']);
      expect([{ ...notes, object: { ...notes!.object, slug: 'notes' } }, ...others]).toEqual(fresh);
      expect(await shown(stranger.admin, ['notes'])).toEqual(own);
      expect(await shown(rest.admin, slugs)).toEqual(fresh);
      const { body } = await stranger.admin.get('/v1/objects').expect(200);
      expect(body.data).toHaveLength(7);
      const task = await aRecord(rest, TASKS!, { title: 'Now' }, stranger.admin);
      expect(task.values.status).toMatchObject([{ stage: { title: 'Open' } }]);
    });
  });
});
