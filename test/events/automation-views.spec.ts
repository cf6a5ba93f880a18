import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { WEBHOOKS_HERE, anAutomation, removeConsumers, runsOf, settled } from './support/automations.js';

describe('an automation with a view', () => {
  let rest: Rest;
  let deals: AnObject;
  let companies: AnObject;
  beforeAll(async () => {
    rest = await Rest.start(WEBHOOKS_HERE);
    [deals, companies] = [await anObject(rest), await anObject(rest)];
    await anAttribute(rest, companies, { slug: 'country', type: 'text' });
    await anAttribute(rest, deals, { slug: 'note', type: 'text' });
    await anAttribute(rest, deals, { slug: 'day', type: 'date' });
    await anAttribute(rest, deals, { slug: 'owner', type: 'actor-reference' });
    const config = { record_reference: { allowed_object_ids: [companies.object_id] } };
    await anAttribute(rest, deals, { slug: 'company', type: 'record-reference', config } as never);
  });
  afterAll(() => rest.stop());
  afterEach(() => removeConsumers(rest));

  const is = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });
  const actions = [{ type: 'set_values', values: { note: 'seen' } }];

  async function aView(object: AnObject, filter: unknown): Promise<string> {
    const slug = freshSlug('view');
    await rest.admin.post('/v1/views', { slug, title: slug, object: object.slug, query: { filter } }).expect(200);
    return slug;
  }

  async function aDeal(country: string, more: object = {}) {
    const company = await aRecord(rest, companies, { country });
    return aRecord(rest, deals, { name: country, company: pointingAt(companies, company), ...more });
  }

  it('runs for the records that the view holds, by conditions on other records and relative dates as well', async () => {
    const view = await aView(deals, [is('company.country', 'eq', 'DE'), { not: is('day', 'eq', 'today') }]);
    const automation = await anAutomation(rest, deals, { view, actions });
    const inside = await aDeal('DE');
    await aDeal('FR');
    await aDeal('DE', { day: new Date().toISOString().slice(0, 10) });
    await settled(rest, automation);
    expect(await runsOf(rest, automation)).toMatchObject([{ record_id: inside.id.record_id, state: 'done' }]);
  });

  it('runs when both the view and the conditions hold, also of what was put into the trash', async () => {
    const view = await aView(deals, is('company.country', 'eq', 'IT'));
    const condition = [is('name', 'eq', 'IT')];
    const automation = await anAutomation(rest, deals, {
      kind: 'record.trashed',
      view,
      condition,
      actions: [{ type: 'create_record', object: companies.slug, values: { name: 'made' } }],
    });
    const [inside, other] = [await aDeal('IT'), await aDeal('IT', { name: 'other' })];
    for (const record of [inside, other, await aDeal('ES')])
      await rest.admin.post(`${pathTo(deals, record)}/trash`).expect(200);
    await settled(rest, automation);
    expect(await runsOf(rest, automation)).toMatchObject([{ record_id: inside.id.record_id, state: 'done' }]);
  });

  it('shows the view by its id, takes it back as it was read, and loses it by null', async () => {
    const view = await aView(deals, is('name', 'is_not_empty', undefined));
    const { path } = await anAutomation(rest, deals, { view, actions });
    const { data } = (await rest.reader.get(path).expect(200)).body;
    const { id } = (await rest.reader.get(`/v1/views/${view}`).expect(200)).body.data;
    expect(data.view_id).toBe(id.view_id);
    expect((await rest.admin.patch(path, data).expect(200)).body.data.view_id).toBe(id.view_id);
    expect((await rest.admin.patch(path, { view: null }).expect(200)).body.data.view_id).toBeNull();
  });

  it('is refused with a view that is not there, is of another object, or has `me`', async () => {
    const others = await aView(companies, is('country', 'eq', 'DE'));
    const mine = await aView(deals, is('owner', 'eq', 'me'));
    const given = { name: 'Refused', kind: 'record.created', object: deals.slug, actions };
    for (const view of ['no-such-view', others, mine])
      expect(pathsOf(await rest.admin.post('/v1/automations', { ...given, view }))).toEqual(['view']);
    const deleted = { ...given, kind: 'RecordDeletedEvent', view: await aView(deals, is('name', 'eq', 'a')) };
    expect(
      pathsOf(
        await rest.admin.post('/v1/automations', {
          ...deleted,
          actions: [{ type: 'create_record', object: companies.slug, values: { name: 'made' } }],
        }),
      ),
    ).toEqual(['view']);
  });

  it('keeps no view of the object that it is changed from', async () => {
    const view = await aView(deals, is('name', 'eq', 'a'));
    const { path } = await anAutomation(rest, deals, {
      view,
      actions: [{ type: 'set_values', values: { name: 'a' } }],
    });
    expect(pathsOf(await rest.admin.patch(path, { object: companies.slug }))).toEqual(['view']);
    await rest.admin.patch(path, { object: companies.slug, view: null }).expect(200);
  });

  it('is broken without the view, and its runs fail and say so', async () => {
    const view = await aView(deals, is('name', 'eq', 'a'));
    const automation = await anAutomation(rest, deals, { view, actions });
    await rest.admin.delete(`/v1/views/${view}`).expect(200);
    expect((await rest.reader.get(automation.path).expect(200)).body.data).toMatchObject({
      state: 'broken',
      broken_reason: expect.stringContaining('There is no such view.'),
    });
    await aRecord(rest, deals, { name: 'a' });
    await settled(rest, automation);
    expect(await runsOf(rest, automation)).toMatchObject([{ state: 'failed', error: expect.stringContaining('View') }]);
  });

  it('is broken while its view asks for `me`, since its runs fail', async () => {
    const view = await aView(deals, is('name', 'eq', 'a'));
    const automation = await anAutomation(rest, deals, { view, actions });
    const asks = (filter: object) => rest.admin.patch(`/v1/views/${view}`, { query: { filter } }).expect(200);
    const read = async (path: string) => (await rest.reader.get(path).expect(200)).body.data;
    expect((await asks({ not: is('owner', 'in', ['me']) })).body.data.state).toBe('active');
    expect(await read(automation.path)).toMatchObject({
      state: 'broken',
      broken_reason: expect.stringContaining('nobody is "me"'),
    });
    await aRecord(rest, deals, { name: 'a' });
    await settled(rest, automation);
    expect(await runsOf(rest, automation)).toMatchObject([{ state: 'failed' }]);
    await asks(is('name', 'eq', 'me'));
    expect(await read(automation.path)).toMatchObject({ state: 'active', broken_reason: null });
  });

  it('of another workspace is not there', async () => {
    const view = await aView(deals, is('name', 'eq', 'a'));
    const { id } = (await rest.reader.get(`/v1/views/${view}`).expect(200)).body.data;
    const given = {
      name: 'Refused',
      kind: 'record.created',
      object: 'people',
      actions: [{ type: 'set_values', values: { job_title: 'a' } }],
    };
    const refused = await rest.stranger.admin.post('/v1/automations', { ...given, view: id.view_id });
    expectError(refused, 400);
    expect(pathsOf(refused)).toEqual(['view']);
  });
});
