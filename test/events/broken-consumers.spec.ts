import { randomUUID } from 'node:crypto';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { WEBHOOKS_HERE, anAutomation, removeConsumers, type Made } from './support/automations.js';

describe('an automation or a webhook of which something was deleted', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => (rest = await Rest.start(WEBHOOKS_HERE)));
  afterAll(() => rest.stop());
  beforeEach(async () => (object = await anObject(rest)));
  afterEach(() => removeConsumers(rest));

  /** The same by itself and in the list. */
  async function stateOf(path: string): Promise<{ status: string; state: string; broken_reason: string | null }> {
    const { data } = (await rest.reader.get(path).expect(200)).body;
    const list = (await rest.reader.get(path.slice(0, path.lastIndexOf('/'))).expect(200)).body.data as object[];
    const { id, status, state, broken_reason } = data;
    expect(list).toContainEqual(expect.objectContaining({ id, status, state, broken_reason }));
    return data;
  }
  const standing = { status: 'active', state: 'active', broken_reason: null };
  const broken = (reason: string) => ({
    status: 'active',
    state: 'broken',
    broken_reason: expect.stringContaining(reason),
  });

  const setting = (values: object) => ({ actions: [{ type: 'set_values', values }] });

  it('is broken when its object is gone', async () => {
    const { path } = await anAutomation(rest, object, setting({ name: 'set' }));
    const url = 'https://example.com/events';
    const { body } = await rest.admin.post('/v1/webhooks', { url, object: object.slug }).expect(200);
    const webhook = `/v1/webhooks/${body.data.id.webhook_id}`;
    for (const each of [path, webhook]) expect(await stateOf(each)).toMatchObject(standing);

    await rest.admin.delete(`/v1/objects/${object.slug}`).expect(200);
    for (const each of [path, webhook])
      expect(await stateOf(each)).toMatchObject(broken('object: The object was deleted.'));

    const { data } = (await rest.admin.patch(path, { status: 'disabled' }).expect(200)).body;
    expect(data).toMatchObject({ status: 'disabled', state: 'broken' });
  });

  it('is broken when an attribute of a condition, of an action or of a webhook is gone', async () => {
    const [condition, action, watched] = [
      await anAttribute(rest, object, { type: 'text' }),
      await anAttribute(rest, object, { type: 'text' }),
      await anAttribute(rest, object, { type: 'text' }),
    ];
    const filter = { attribute: condition.slug, operator: 'eq', value: 'a' };
    const first = await anAutomation(rest, object, { condition: [filter], ...setting({ name: 'set' }) });
    const second = await anAutomation(rest, object, setting({ [action.slug]: 'set' }));
    const follows = { url: 'https://example.com/events', object: object.slug, attributes: ['name', watched.slug] };
    const { body } = await rest.admin.post('/v1/webhooks', follows).expect(200);
    const webhook = `/v1/webhooks/${body.data.id.webhook_id}`;
    for (const { slug } of [condition, action, watched])
      await rest.admin.delete(`/v1/objects/${object.slug}/attributes/${slug}`).expect(200);

    expect(await stateOf(first.path)).toMatchObject(broken('condition[0].attribute'));
    expect(await stateOf(second.path)).toMatchObject(broken(`actions[0].values.${action.slug}`));
    expect(await stateOf(webhook)).toMatchObject(broken('attributes: 1 of 2 were deleted'));

    await rest.admin.patch(webhook, { attributes: ['name'] }).expect(200);
    await rest.admin.patch(first.path, { condition: [] }).expect(200);
    for (const each of [webhook, first.path]) expect(await stateOf(each)).toMatchObject(standing);
  });

  it('is broken while its view is, until that is mended', async () => {
    const note = await anAttribute(rest, object, { type: 'text' });
    const slug = freshSlug('view');
    const query = { filter: [{ attribute: note.slug, operator: 'eq', value: 'a' }] };
    await rest.writer.post('/v1/views', { slug, title: 'A view', object: object.slug, query }).expect(200);
    const { path } = await anAutomation(rest, object, { view: slug, ...setting({ name: 'set' }) });
    const url = 'https://example.com/events';
    const { body } = await rest.admin.post('/v1/webhooks', { url, view: slug }).expect(200);
    const webhook = `/v1/webhooks/${body.data.id.webhook_id}`;
    for (const each of [path, webhook]) expect(await stateOf(each)).toMatchObject(standing);

    await rest.admin.delete(`/v1/objects/${object.slug}/attributes/${note.slug}`).expect(200);
    for (const each of [path, webhook])
      expect(await stateOf(each)).toMatchObject(broken(`view: The view "${slug}" is broken.`));
    await rest.writer.patch(`/v1/views/${slug}`, { query: {} }).expect(200);
    for (const each of [path, webhook]) expect(await stateOf(each)).toMatchObject(standing);
  });

  describe('beside the schema', () => {
    let other: AnObject;
    let reference: { slug: string };
    let owner: { slug: string };
    let path: string;
    let paths: string[];
    let target: Awaited<ReturnType<typeof aRecord>>;
    let user_id: string;
    let email: string;
    beforeEach(async () => {
      other = await anObject(rest);
      reference = await anAttribute(rest, object, { type: 'record-reference' });
      owner = await anAttribute(rest, object, { type: 'actor-reference' });
      target = await aRecord(rest, other);
      email = `${randomUUID()}@example.com`;
      const member = { workspace_id: rest.workspace_id, subject: email, email, name: 'Sample Member' };
      ({ user_id } = await rest.domain.workspaces.addMember(member));
      const values = {
        [reference.slug]: pointingAt(other, target),
        [owner.slug]: { type: 'user', id: user_id },
      };
      const { path: automation } = await anAutomation(rest, object, setting(values));
      const filters = [
        { attribute: reference.slug, operator: 'eq', value: target.id.record_id },
        { attribute: owner.slug, operator: 'in', value: [user_id] },
      ];
      const asking = await anAutomation(rest, object, { condition: filters, ...setting({ name: 'set' }) });
      paths = [automation, asking.path];
      path = automation;
    });

    it('is broken when a record that it names is in the trash or gone, and as before when it is back', async () => {
      for (const each of paths) expect(await stateOf(each)).toMatchObject(standing);
      await rest.admin.post(`${pathTo(other, target)}/trash`).expect(200);
      expect(await stateOf(path)).toMatchObject(broken(`actions[0].values.${reference.slug}: There is no such record`));
      expect(await stateOf(paths[1]!)).toMatchObject(broken('condition[0].value: There is no such record'));
      await rest.admin.post(`${pathTo(other, target)}/restore`).expect(200);
      for (const each of paths) expect(await stateOf(each)).toMatchObject(standing);
      await rest.admin.delete(pathTo(other, target)).expect(200);
      for (const each of paths) expect(await stateOf(each)).toMatchObject(broken('There is no such record'));
    });

    it('is broken when a member that it names was removed', async () => {
      await rest.domain.workspaces.removeMember(rest.workspace_id, { email });
      expect(await stateOf(path)).toMatchObject(broken(`actions[0].values.${owner.slug}: There is no such member`));
      expect(await stateOf(paths[1]!)).toMatchObject(broken('condition[1].value: There is no such member'));
    });

    it('is not made with a record or a member that is not there', async () => {
      const input = { name: 'Copy', kind: 'record.created', object: object.slug };
      const unknown = randomUUID();
      for (const [values, said] of [
        [{ [reference.slug]: { type: other.slug, id: unknown } }, 'There is no such record'],
        [{ [owner.slug]: { type: 'user', id: unknown } }, 'There is no such member'],
      ] as const) {
        const answer = await rest.admin.post('/v1/automations', { ...input, ...setting(values) });
        expectError(answer, 400);
        expect(answer.body.message).toContain(said);
      }
    });

    it('tells nothing of what another workspace has', async () => {
      const theirs = await anObject(rest, rest.stranger.admin, other.slug);
      const record = await aRecord(rest, theirs, {}, rest.stranger.admin);
      const values = { [reference.slug]: { type: other.slug, id: record.id.record_id } };
      const input = { name: 'Copy', kind: 'record.created', object: object.slug, ...setting(values) };
      expect((await rest.admin.post('/v1/automations', input)).body.message).toContain('There is no such record');
    });
  });

  it('can be mended part by part', async () => {
    const url = 'https://example.com/events';
    const { body } = await rest.admin.post('/v1/webhooks', { url, kinds: ['object.deleted'] }).expect(200);
    const { webhook_id } = body.data.id as { webhook_id: string };
    const { path }: Made = await anAutomation(rest, object, { actions: [{ type: 'call_webhook', webhook_id }] });
    await rest.admin.delete(`/v1/webhooks/${webhook_id}`).expect(200);
    expect(await stateOf(path)).toMatchObject(broken('actions[0].webhook_id: There is no such webhook.'));
    // What is wrong with the actions does not stand in the way of the condition.
    const condition = [{ attribute: 'name', operator: 'is_not_empty' }];
    expect((await rest.admin.patch(path, { condition }).expect(200)).body.data.state).toBe('broken');
    const elsewhere = { type: 'call_webhook', webhook_id: randomUUID() };
    expectError(await rest.admin.patch(path, { actions: [elsewhere] }), 400);
    expect((await rest.admin.patch(path, setting({ name: 'set' })).expect(200)).body.data).toMatchObject(standing);
  });

  it('can be mended part by part, also within the condition and the actions, while another part is still broken', async () => {
    const url = 'https://example.com/events';
    const { body } = await rest.admin.post('/v1/webhooks', { url, kinds: ['object.deleted'] }).expect(200);
    const { webhook_id } = body.data.id as { webhook_id: string };
    const gone = await anAttribute(rest, object, { type: 'text' });
    const filter = { attribute: gone.slug, operator: 'eq', value: 'a' };
    const set = { type: 'set_values', values: { [gone.slug]: 'b' } };
    const call = { type: 'call_webhook', webhook_id };
    const { path } = await anAutomation(rest, object, { condition: [filter, filter], actions: [set, call] });
    await rest.admin.delete(`/v1/webhooks/${webhook_id}`).expect(200);
    await rest.admin.delete(`/v1/objects/${object.slug}/attributes/${gone.slug}`).expect(200);
    const patch = (changes: object) => rest.admin.patch(path, changes);
    const right = { attribute: 'name', operator: 'is_not_empty' };

    const before = await stateOf(path);
    expect(pathsOf(await patch({ condition: [right, { ...filter, value: 'other' }] }))).toEqual([
      'condition[1].attribute',
    ]);
    expect(pathsOf(await patch({ actions: [{ ...set, values: { [gone.slug]: 'other' } }, call] }))).toEqual([
      `actions[0].values.${gone.slug}`,
    ]);
    // What was right so far may not become wrong.
    expect(pathsOf(await patch({ condition: [right, { ...right, attribute: 'nowhere' }] }))).toEqual([
      'condition[1].attribute',
    ]);
    // Its worker moves on meanwhile.
    expect(await stateOf(path)).toEqual({ ...before, position: expect.any(Number) });

    await patch({ condition: [right, filter] }).expect(200);
    expect(await stateOf(path)).toMatchObject(broken('condition[1].attribute'));
    await patch({ condition: [right] }).expect(200);
    expect(await stateOf(path)).toMatchObject(broken(`actions[0].values.${gone.slug}`));
    const setName = { type: 'set_values', values: { name: 'set' } };
    await patch({ actions: [setName, call] }).expect(200);
    expect(await stateOf(path)).toMatchObject(broken('actions[1].webhook_id'));
    expect(pathsOf(await patch({ object: 'deals', condition: [{ ...right, attribute: 'nowhere' }] }))).toEqual([
      'condition[0].attribute',
    ]);
    expect(pathsOf(await patch({ kind: 'RecordDeletedEvent' }))).toEqual(['actions[0].type']);
    await patch({ actions: [setName] }).expect(200);
    expect(await stateOf(path)).toMatchObject(standing);
  });

  it('keeps working for another object than the deleted one, whatever else of it is broken', async () => {
    const { path } = await anAutomation(rest, object, {
      condition: [{ attribute: 'name', operator: 'is_not_empty' }],
      actions: [{ type: 'set_values', values: { name: 'set' } }],
    });
    await rest.admin.delete(`/v1/objects/${object.slug}`).expect(200);
    await rest.admin.patch(path, { kind: 'record.updated' }).expect(200);
    await rest.admin.patch(path, { condition: [] }).expect(200);
    expect(pathsOf(await rest.admin.patch(path, { actions: [{ type: 'set_values', values: { name: 'x' } }] }))).toEqual(
      ['object'],
    );
    await rest.admin.patch(path, { object: 'deals' }).expect(200);
    expect(await stateOf(path)).toMatchObject(standing);
  });

  it('names at most 50 records and members, and has at most 64 KiB of condition and actions', async () => {
    const owners = await anAttribute(rest, object, { type: 'actor-reference', is_multi_select: true });
    const input = { name: 'Large', kind: 'record.created', object: object.slug };
    const users = Array.from({ length: 51 }, () => ({ type: 'user', id: randomUUID() }));
    const many = await rest.admin.post('/v1/automations', { ...input, ...setting({ [owners.slug]: users }) });
    expectError(many, 400);
    expect(many.body.message).toContain('at most 50');
    const note = await anAttribute(rest, object, { type: 'text' });
    const large = await rest.admin.post('/v1/automations', {
      ...input,
      ...setting({ [note.slug]: 'é'.repeat(33_000) }),
    });
    expectError(large, 400);
    expect(large.body.message).toContain('at most 65536 bytes');
    const notes = await anAttribute(rest, object, { type: 'text', is_multi_select: true });
    const texts = (count: number) => setting({ [notes.slug]: Array.from({ length: count }, (_, n) => `${n}`) }).actions;
    const create = (actions: unknown[]) => rest.admin.post('/v1/automations', { ...input, actions });
    const full = Array.from({ length: 4 }, () => texts(50)).flat();
    const { body } = await create(full).expect(200);
    for (const refused of [
      await create([...full, ...texts(1)]),
      await rest.admin.patch(`/v1/automations/${body.data.id.automation_id}`, { actions: [...full, ...texts(1)] }),
    ])
      expect(expectError(refused, 400).message).toContain('at most 200 values in all actions, got 201');
  });
});
