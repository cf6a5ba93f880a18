import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { RecordWire } from '#crm-domain';
import type { DryRun } from '#crm-domain/writes';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const dryRunOf = ({ body }: Response) => (body as { dry_run: DryRun }).dry_run;

describe('A dry run', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start({
      CREDENTIALS_KEYS: new Map([['k1', Buffer.alloc(32, 7)]]),
      WEBHOOK_PRIVATE_ADDRESSES: true,
    });
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'select', slug: 'kind', options: [{ title: 'A' }, { title: 'B' }] });
    const relationship = { target_object_id: object.object_id, inverse_title: 'Children', cardinality: 'many-to-one' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'parent', relationship } as never);
  });
  afterAll(() => rest.stop());

  /** Sends it dry, which changes no table, and then in earnest with the digest. */
  async function both(send: (query: string) => Test, query = '?') {
    const dry = await expectNothingChanged(rest, () => send(`${query}dry_run=true`).expect(200));
    const { digest, ...shown } = dryRunOf(dry);
    expect(digest).toMatch(/^[\w-]{43}$/);
    expect(dryRunOf(await send(`${query}dry_run=true`)).digest).toBe(digest);
    const wet = await send(`${query}expect_digest=${digest}`).expect(200);
    expect(dryRunOf(wet)).toBeUndefined();
    return { shown, dry: dry.body.data, wet: wet.body.data };
  }

  it('shows a new record, its links on the other side and the events, and keeps nothing', async () => {
    const parent = await aRecord(rest, object, { name: 'Parent' });
    const data = { name: 'Child', kind: 'A', parent: pointingAt(object, parent) };
    const { shown, dry, wet } = await both((query) => rest.writer.post(`/v1/records/${object.slug}${query}`, { data }));
    expect(dry.values.name).toMatchObject([{ value: 'Child' }]);
    expect(Object.keys(dry)).toEqual(Object.keys(wet));
    const made = dry.id.record_id as string;
    const { record_id } = parent.id;
    const own = { object: object.slug, record_id: made };
    expect(shown.changes).toEqual([
      { ...own, attribute: null, before: null, after: 'active' },
      { ...own, attribute: 'name', before: [], after: [{ value: 'Child' }] },
      { ...own, attribute: 'kind', before: [], after: [{ option: expect.objectContaining({ title: 'A' }) }] },
      { ...own, attribute: 'parent', before: [], after: [expect.objectContaining({ target_record: record_id })] },
      {
        object: object.slug,
        record_id,
        attribute: 'children',
        before: [],
        after: [expect.objectContaining({ target_record: made })],
      },
    ]);
    expect(shown.events).toEqual(['record.created', 'record.updated']);
  });

  it('shows values before and after an update, and nothing where nothing changes', async () => {
    const record = await aRecord(rest, object, { name: 'Before', note: 'same' });
    const send = (query: string) =>
      rest.writer.patch(pathTo(object, record) + query, { data: { name: 'After', note: 'same' } });
    const { shown } = await both(send);
    const at = { object: object.slug, record_id: record.id.record_id, attribute: 'name' };
    expect(shown).toEqual({
      changes: [{ ...at, before: [{ value: 'Before' }], after: [{ value: 'After' }] }],
      events: ['record.updated'],
      automations: [],
    });
    expect((await both(send)).shown).toEqual({ changes: [], events: [], automations: [] });
  });

  it('shows the references that a delete clears, and what the trash does', async () => {
    const parent = await aRecord(rest, object, { name: 'Gone soon' });
    const child = await aRecord(rest, object, { name: 'Left', parent: pointingAt(object, parent) });
    const { record_id } = parent.id;
    const state = (before: unknown, after: unknown) => ({
      changes: [{ object: object.slug, record_id, attribute: null, before, after }],
    });
    const trash = await both((query) => rest.writer.post(`${pathTo(object, parent)}/trash${query}`));
    expect(trash.shown).toMatchObject({ ...state('active', 'trashed'), events: ['record.trashed'] });
    const restore = await both((query) => rest.writer.post(`${pathTo(object, parent)}/restore${query}`));
    expect(restore.shown).toMatchObject({ ...state('trashed', 'active'), events: ['record.restored'] });
    const { shown } = await both((query) => rest.writer.delete(pathTo(object, parent) + query));
    expect(shown.events).toEqual(['record.updated', 'RecordDeletedEvent']);
    expect(shown.changes.map(({ record_id: id, attribute, after }) => [id, attribute, after])).toEqual([
      [child.id.record_id, 'parent', []],
      [record_id, null, null],
      [record_id, 'name', []],
      [record_id, 'children', []],
    ]);
  });

  it('is done for objects, attributes, options and stages', async () => {
    const slug = freshSlug('tried');
    const body = { slug, singular_noun: 'One', plural_noun: 'Many' };
    const made = await both((query) => rest.admin.post(`/v1/objects${query}`, body));
    expect(made.shown.changes).toMatchObject([
      { object: slug, attribute: null, before: null, after: { singular_noun: 'One' } },
    ]);
    const path = `/v1/objects/${slug}`;
    const renamed = await both((query) => rest.admin.patch(path + query, { singular_noun: 'Single' }));
    const of = { object: slug, record_id: null, subject: expect.anything() };
    expect(renamed.shown.changes).toEqual([
      { ...of, attribute: null, before: { singular_noun: 'One' }, after: { singular_noun: 'Single' } },
    ]);
    const attribute = { slug: 'stage', title: 'Stage', type: 'pipeline', stages: [{ title: 'New' }, { title: 'Won' }] };
    await both((query) => rest.admin.post(`${path}/attributes${query}`, attribute));
    const title = await both((query) => rest.admin.patch(`${path}/attributes/stage${query}`, { title: 'Step' }));
    expect(title.shown.changes).toEqual([
      { ...of, attribute: 'stage', before: { title: 'Stage' }, after: { title: 'Step' } },
    ]);
    const stage = await both((query) => rest.admin.post(`${path}/attributes/stage/stages${query}`, { title: 'Lost' }));
    const { stage_id } = stage.wet.id;
    await both((query) => rest.admin.patch(`${path}/attributes/stage/stages/${stage_id}${query}`, { title: 'Off' }));
    await both((query) => rest.admin.delete(`${path}/attributes/stage/stages/${stage_id}${query}`));
    const relationship = { target_object_id: object.object_id, inverse_title: 'Tried', cardinality: 'many-to-many' };
    const related = { slug: 'related', title: 'Related', type: 'relationship', relationship };
    const { shown } = await both((query) => rest.admin.post(`${path}/attributes${query}`, related));
    expect(shown.changes).toHaveLength(2);
    await both((query) => rest.admin.delete(`${path}/attributes/related${query}`));
    const gone = await both((query) => rest.admin.delete(path + query));
    expect(gone.shown).toMatchObject({ changes: [{ object: slug, after: null }], events: ['object.deleted'] });
  });

  it('is done for views, webhooks and automations, without their secrets', async () => {
    const query = { filter: [{ attribute: 'name', operator: 'eq', value: 'x' }] };
    const slug = freshSlug('view');
    const view = await both((q) =>
      rest.admin.post(`/v1/views${q}`, { slug, title: 'View', object: object.slug, query }),
    );
    expect(view.shown.changes).toContainEqual({
      object: null,
      record_id: null,
      attribute: 'title',
      before: null,
      after: 'View',
      subject: { type: 'view', id: view.dry.id.view_id },
    });
    await both((q) => rest.admin.patch(`/v1/views/${slug}${q}`, { title: 'Other' }));
    await both((q) => rest.admin.delete(`/v1/views/${slug}${q}`));
    const hook = await both((q) => rest.admin.post(`/v1/webhooks${q}`, { url: 'https://example.com/hook' }));
    expect(hook.dry.secret).toBeUndefined();
    expect(hook.wet.secret).toMatch(/^whsec_/);
    expect(JSON.stringify(hook.shown)).not.toContain('whsec_');
    const path = `/v1/webhooks/${hook.wet.id.webhook_id}`;
    await both((q) => rest.admin.patch(path + q, { description: 'Ours' }));
    await both((q) => rest.admin.post(`${path}/rotate-secret${q}`));
    await both((q) => rest.admin.delete(path + q));
    const actions = [{ type: 'set_values', values: { note: 'Seen' } }];
    const automation = { name: 'Marks', kind: 'record.created', object: object.slug, actions };
    const made = await both((q) => rest.admin.post(`/v1/automations${q}`, automation));
    const own = `/v1/automations/${made.wet.id.automation_id}`;
    const off = await both((q) => rest.admin.patch(own + q, { status: 'disabled' }));
    expect(off.shown.changes).toMatchObject([{ attribute: 'status', before: 'active', after: 'disabled' }]);
    await both((q) => rest.admin.delete(own + q));
  });

  it('refuses a webhook test, which calls somebody each time', async () => {
    const hook = await rest.admin.post('/v1/webhooks', { url: 'https://example.com/hook' }).expect(200);
    const path = `/v1/webhooks/${hook.body.data.id.webhook_id}`;
    const refused = await rest.admin.post(`${path}/test?dry_run=true`);
    expectError(refused, 400);
    expect(pathsOf(refused)).toEqual(['dry_run']);
    await rest.admin.delete(path).expect(200);
  });

  it('names the automations that would run, by the values that the write leaves', async () => {
    const of = await anObject(rest);
    await anAttribute(rest, of, { type: 'text', slug: 'note' });
    // Before the automations, which would be at work on them.
    const record = await aRecord(rest, of, { name: 'One', note: 'blue' });
    const items = Array.from({ length: 60 }, (_, n) => ({ op: 'create', data: { name: `${n}` } }));
    const { body } = await rest.writer.post(`/v1/records/${of.slug}/batch`, { mode: 'each', items }).expect(200);
    const others = (body.data as { data: RecordWire }[]).map(({ data }) => data.id.record_id);
    const actions = [{ type: 'set_values', values: { note: 'Seen' } }];
    const condition = (value: string) => [{ attribute: 'note', operator: 'eq', value }];
    const view = { slug: 'green', title: 'Green', object: of.slug, query: { filter: condition('green') } };
    await rest.admin.post('/v1/views', view).expect(200);
    const add = (name: string, kind: string, more: object = {}) =>
      rest.admin.post('/v1/automations', { name, kind, object: of.slug, actions, ...more }).expect(200);
    await add('Always', 'record.updated');
    await add('Red', 'record.updated', { condition: condition('red') });
    await add('Blue', 'record.updated', { condition: condition('blue') });
    await add('Off', 'record.updated', { status: 'disabled' });
    await add('New', 'record.created');
    await add('Viewed', 'record.updated', { view: 'green' });
    await add('Viewed and red', 'record.updated', { view: 'green', condition: condition('red') });
    const names = async (data: object) =>
      dryRunOf(await rest.writer.patch(`${pathTo(of, record)}?dry_run=true`, { data }).expect(200)).automations;
    expect(await names({ name: 'Two' })).toEqual(['Always', 'Blue']);
    expect(await names({ note: 'red' })).toEqual(['Always', 'Red']);
    expect(await names({ name: 'One' })).toEqual([]);
    expect(await names({ note: 'green' })).toEqual(['Always', 'Viewed']);
    const ofMany = async (note: string) => {
      const changes = others.map((id, n) => ({ op: 'update', record: id, data: n === 59 ? { note } : { name: 'x' } }));
      const sent = { mode: 'atomic', items: changes };
      return dryRunOf(await rest.writer.post(`/v1/records/${of.slug}/batch?dry_run=true`, sent).expect(200))
        .automations;
    };
    expect(await ofMany('green')).toEqual(['Always', 'Viewed']);
    expect(await ofMany('yellow')).toEqual(['Always']);
    // At work, they would change tables under the eyes of the other tests.
    const { data } = (await rest.admin.get('/v1/automations')).body;
    for (const { id } of data) await rest.admin.delete(`/v1/automations/${id.automation_id}`).expect(200);
  });

  it('is done for what is added to lists, for references by value and for an upsert', async () => {
    const record = await aRecord(rest, object, { code: 'matched' });
    const children = { append: [pointingAt(object, await aRecord(rest, object, { name: 'Added' }))] };
    const added = await both((q) => rest.writer.patch(pathTo(object, record) + q, { data: { children } }));
    expect(added.shown.changes.map(({ attribute }) => attribute)).toEqual(['children', 'parent']);
    const parent = { match: { code: 'made on the way' }, create: true };
    const made = await both((q) => rest.writer.patch(pathTo(object, record) + q, { data: { parent } }));
    expect(made.shown.events).toEqual(['record.created', 'record.updated']);
    const upsert = (q: string, data: object) => rest.writer.put(`/v1/records/${object.slug}?match=code${q}`, { data });
    const found = await both((q) => upsert(q, { code: 'matched', note: 'Found' }), '&');
    expect(found.shown.changes).toMatchObject([{ record_id: record.id.record_id, attribute: 'note' }]);
    const created = await both(
      (q) => upsert(q, { code: 'unmatched', parent: { match: { code: 'other' }, create: true } }),
      '&',
    );
    expect(created.shown.events).toEqual(['record.created', 'record.updated']);
  });

  it('shows what is referred to as it is before the write, also where the write takes it away', async () => {
    const parent = await aRecord(rest, object, { name: 'Parent' });
    const child = await aRecord(rest, object, { name: 'Child', parent: pointingAt(object, parent) });
    const other = await aRecord(rest, object, { name: 'Other' });
    const parentBefore = async (dry: Test) =>
      dryRunOf(await dry.expect(200)).changes.find(({ attribute }) => attribute === 'parent')?.before;
    const shown = [expect.objectContaining({ display_name: 'Parent', target_deleted: false })];
    expect(await parentBefore(rest.writer.delete(`${pathTo(object, parent)}?dry_run=true`))).toEqual(shown);
    const merge = { into: other.id.record_id, from: [parent.id.record_id] };
    expect(await parentBefore(rest.writer.post(`/v1/records/${object.slug}/merge?dry_run=true`, merge))).toEqual(shown);
    const items = [
      { op: 'update', record: child.id.record_id, data: { parent: null } },
      { op: 'trash', record: parent.id.record_id },
    ];
    const batch = { mode: 'atomic', items };
    expect(await parentBefore(rest.writer.post(`/v1/records/${object.slug}/batch?dry_run=true`, batch))).toEqual(shown);
    const deleted = await rest.writer.delete(pathTo(object, parent)).expect(200);
    const undone = await rest.admin.post('/v1/undo', { request_id: deleted.headers['x-request-id'] }).expect(200);
    const again = { request_id: undone.headers['x-request-id'] };
    expect(await parentBefore(rest.admin.post('/v1/undo?dry_run=true', again))).toEqual(shown);
  });

  it('shows no reference that is in the end as it was, though its record goes into the trash', async () => {
    const [one, two] = [await aRecord(rest, object, { name: 'One' }), await aRecord(rest, object, { name: 'Two' })];
    const child = await aRecord(rest, object, { name: 'Child', parent: pointingAt(object, one) });
    const items = [
      ...[two, one].map((each) => {
        return { op: 'update', record: child.id.record_id, data: { parent: pointingAt(object, each) } };
      }),
      { op: 'trash', record: one.id.record_id },
    ];
    const batch = { mode: 'atomic', items };
    const { changes } = dryRunOf(
      await rest.writer.post(`/v1/records/${object.slug}/batch?dry_run=true`, batch).expect(200),
    );
    expect(changes).toMatchObject([{ record_id: one.id.record_id, before: 'active', after: 'trashed' }]);
  });

  it('validates as the write does', async () => {
    const taken = await aRecord(rest, object, { code: 'taken' });
    const post = (data: object, by = rest.writer) => by.post(`/v1/records/${object.slug}?dry_run=true`, { data });
    await expectNothingChanged(rest, async () => {
      const refused = await post({ code: 'taken' });
      expectError(refused, 400);
      expect(refused.body.issues).toMatchObject([{ reason: 'unique_taken', record_id: taken.id.record_id }]);
      expectError(await post({ unknown: 1 }), 400);
      expectError(await post({ name: 'x' }, rest.reader), 403);
      expectError(await post({ name: 'x' }, rest.callerWith()), 401);
      expectError(await post({ name: 'x' }, rest.stranger.admin), 404);
      expectError(
        await rest.writer.patch(`/v1/records/${object.slug}/${randomUUID()}?dry_run=true`, { data: {} }),
        404,
      );
      expectError(await rest.writer.post(`/v1/records/${object.slug}?dry_run=yes`, { data: {} }), 400);
      expectError(await rest.writer.post(`/v1/records/${object.slug}?expect_digest=short`, { data: {} }), 400);
      expectError(await rest.writer.post(`/v1/records/${object.slug}/query?dry_run=true`, {}), 400);
    });
  });

  it('keeps no answer for an idempotency key, which the write then uses with the digest', async () => {
    const key = randomUUID();
    const send = (query: string) =>
      rest.writer.post(`/v1/records/${object.slug}${query}`, { data: { name: 'Once' } }).set('Idempotency-Key', key);
    const dry = await expectNothingChanged(rest, () => send('?dry_run=true').expect(200));
    const path = `?expect_digest=${dryRunOf(dry).digest}`;
    const first = await send(path).expect(200);
    const again = await send(path).expect(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('has a digest of its input and of the state, so that anything else is refused', async () => {
    const record = await aRecord(rest, object, { name: 'Old' });
    const send = (query: string, name = 'New') => rest.writer.patch(pathTo(object, record) + query, { data: { name } });
    const { digest } = dryRunOf(await send('?dry_run=true'));
    await expectNothingChanged(rest, async () => expectError(await send(`?expect_digest=${digest}`, 'Newer'), 412));
    await rest.writer.patch(pathTo(object, record), { data: { note: 'Changed by somebody' } }).expect(200);
    await expectNothingChanged(rest, async () => {
      const refused = await send(`?expect_digest=${digest}`);
      expectError(refused, 412);
      expect(refused.body.reason).toBe('digest_mismatch');
    });
  });

  it('tells who may not read nothing of what is there', async () => {
    const record = await aRecord(rest, object, { name: 'Secret', note: 'Hidden' });
    const dry = (name: string) =>
      rest.scribe.patch(`${pathTo(object, record)}?dry_run=true`, { data: { name } }).expect(200);
    const [same, other] = [dryRunOf(await dry('Secret')), dryRunOf(await dry('Other'))];
    const nothing = { changes: [], events: [], automations: [], digest: expect.any(String) };
    expect([same, other]).toEqual([nothing, nothing]);
    await rest.writer.patch(pathTo(object, record), { data: { name: 'Third' } }).expect(200);
    expect(dryRunOf(await dry('Secret')).digest).toBe(same.digest);
  });

  it('shows as many changes as fit, and counts the others, which the digest covers', async () => {
    const of = await anObject(rest);
    await anAttribute(rest, of, { type: 'text', slug: 'notes', is_multi_select: true });
    const notes = (letter: string) => Array.from({ length: 30 }, (_, at) => `${at}${letter.repeat(20_000)}`);
    const record = await aRecord(rest, of, { notes: notes('a') });
    const data = { name: 'Long', notes: notes('b') };
    const { shown } = await both((query) => rest.writer.patch(pathTo(of, record) + query, { data }));
    expect(shown.changes).toMatchObject([{ attribute: 'name' }]);
    expect(shown.changes_left_out).toBe(1);
  });
});
