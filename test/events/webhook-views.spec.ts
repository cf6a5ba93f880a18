import type { DeliveryWire, WebhookWire } from '#crm-domain/events';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { WEBHOOKS_HERE, removeConsumers } from './support/automations.js';
import { Receiver } from './support/receiver.js';

describe('a webhook with a view', () => {
  let rest: Rest;
  let receiver: Receiver;
  let deals: AnObject;
  let companies: AnObject;
  beforeAll(async () => {
    rest = await Rest.start(WEBHOOKS_HERE);
    [deals, companies] = [await anObject(rest), await anObject(rest)];
    await anAttribute(rest, companies, { slug: 'country', type: 'text' });
    await anAttribute(rest, deals, { slug: 'owner', type: 'actor-reference' });
    const config = { record_reference: { allowed_object_ids: [companies.object_id] } };
    await anAttribute(rest, deals, { slug: 'company', type: 'record-reference', config } as never);
  });
  afterAll(() => rest.stop());
  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(async () => {
    await removeConsumers(rest);
    await receiver.stop();
  });

  const is = (attribute: string, operator: string, value?: unknown) => ({ attribute, operator, value });

  async function aView(filter: unknown, object = deals): Promise<string> {
    const slug = freshSlug('view');
    await rest.admin.post('/v1/views', { slug, title: slug, object: object.slug, query: { filter } }).expect(200);
    return slug;
  }

  async function aWebhook(input: object): Promise<WebhookWire & { path: string }> {
    const { body } = await rest.admin.post('/v1/webhooks', { url: receiver.url, ...input }).expect(200);
    return { ...body.data, path: `/v1/webhooks/${body.data.id.webhook_id}` };
  }

  const read = async ({ path }: { path: string }) => (await rest.reader.get(path).expect(200)).body.data as WebhookWire;
  const log = async ({ path }: { path: string }) =>
    (await rest.reader.get(`${path}/deliveries`).expect(200)).body.data as DeliveryWire[];

  /** Everything that has happened by now was sent or passed over. */
  async function settled(webhook: { path: string }): Promise<void> {
    const end = await rest.domain.feed.position(rest.workspace_id);
    await eventually(async () => (await read(webhook)).position >= end);
  }

  /** Its pause is over, and so are those of its events. */
  async function tryNow(): Promise<void> {
    await rest.sql('update webhook set next_attempt_at = now()');
    await rest.sql(`update webhook_delivery set last_attempt_at = now() - interval '2 days'`);
    rest.domain.db.eventSignal.raise(rest.workspace_id);
  }

  const sent = () => receiver.received.map(({ event }) => [event.type, event.data.subject.id]);

  it('is sent the events of records that the view holds then, in the trash as well, and of no others', async () => {
    const webhook = await aWebhook({ view: await aView(is('company.country', 'eq', 'DE')) });
    expect(webhook.object_id).toBe(deals.object_id);
    const company = await aRecord(rest, companies, { country: 'DE' });
    const inside = await aRecord(rest, deals, { company: pointingAt(companies, company) });
    const outside = await aRecord(rest, deals);
    await settled(webhook);
    for (const record of [inside, outside]) await rest.admin.post(`${pathTo(deals, record)}/trash`).expect(200);
    await settled(webhook);
    await rest.admin.post(`${pathTo(deals, inside)}/restore`).expect(200);
    await rest.admin.patch(pathTo(deals, inside), { data: { company: null } }).expect(200);
    await settled(webhook);
    await rest.admin.delete(pathTo(deals, inside)).expect(200);
    await settled(webhook);
    const { record_id } = inside.id;
    const kinds = sent().map(([kind]) => kind);
    expect(sent().every(([, id]) => id === record_id)).toBe(true);
    expect(kinds.slice(0, 2)).toEqual(['record.created', 'record.trashed']);
    expect(kinds).not.toContain('RecordDeletedEvent');
    expect(kinds).not.toContain('record.updated');
  });

  it('takes kinds and attributes beside the view', async () => {
    const view = await aView(is('name', 'starts_with', 'In'));
    const beside = { kinds: ['record.updated'], object: deals.slug, attributes: ['name'] };
    const webhook = await aWebhook({ view, ...beside });
    const [inside, outside] = [await aRecord(rest, deals, { name: 'In 1' }), await aRecord(rest, deals)];
    for (const record of [inside, outside])
      await rest.admin.patch(pathTo(deals, record), { data: { name: record === inside ? 'In 2' : 'Out' } }).expect(200);
    await settled(webhook);
    expect(sent()).toEqual([['record.updated', inside.id.record_id]]);
  });

  it('holds more events back than one query may name records, and in their order', async () => {
    const webhook = await aWebhook({ view: await aView(is('name', 'ends_with', '0')) });
    const ids: string[] = [];
    for (let n = 0; n < 120; n++) {
      const { id } = await aRecord(rest, deals, { name: `n ${n}` });
      if (n % 10 === 0) ids.push(id.record_id);
    }
    await settled(webhook);
    expect(
      sent()
        .map(([, id]) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it('gives up an event that was refused once the view holds its record no more', async () => {
    const webhook = await aWebhook({ view: await aView(is('name', 'eq', 'held')) });
    receiver.answerWith(400);
    const record = await aRecord(rest, deals, { name: 'held' });
    await eventually(async () => (await log(webhook)).length === 1);
    await rest.admin.patch(pathTo(deals, record), { data: { name: 'gone' } }).expect(200);
    await tryNow();
    await settled(webhook);
    expect(await log(webhook)).toMatchObject([
      { state: 'failed', http_status: null, error: 'The view does not hold the record any more.' },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  it('waits while its view is broken or deleted, says so, and goes on with another', async () => {
    const view = await aView(is('name', 'is_not_empty'));
    const webhook = await aWebhook({ view });
    await rest.admin.delete(`/v1/views/${view}`).expect(200);
    const record = await aRecord(rest, deals, { name: 'waiting' });
    await eventually(async () => (await read(webhook)).failing_since !== null);
    expect(await read(webhook)).toMatchObject({
      state: 'broken',
      broken_reason: 'view: The view was deleted.',
      last_error: expect.stringContaining('The view could not be asked: View'),
    });
    expect(receiver.received).toHaveLength(0);
    await rest.admin.patch(webhook.path, await read(webhook)).expect(200);
    await rest.admin.patch(webhook.path, { view: await aView(is('name', 'eq', 'waiting')) }).expect(200);
    await tryNow();
    await settled(webhook);
    expect(sent()).toEqual([['record.created', record.id.record_id]]);
    expect((await read(webhook)).state).toBe('active');
  });

  it('is broken while its view asks for `me`, and can be written back as it was read', async () => {
    const view = await aView(is('name', 'eq', 'a'));
    const webhook = await aWebhook({ view });
    await rest.admin.patch(`/v1/views/${view}`, { query: { filter: is('owner', 'eq', 'me') } }).expect(200);
    const shown = await read(webhook);
    expect([shown.state, shown.broken_reason]).toEqual(['broken', expect.stringContaining('nobody is "me"')]);
    expect((await rest.admin.patch(webhook.path, shown).expect(200)).body.data).toEqual(shown);
  });

  it('is read by its id, written back as it was read, and removed by null', async () => {
    const view = await aView(is('name', 'is_not_empty'));
    const webhook = await aWebhook({ view });
    const { id } = (await rest.reader.get(`/v1/views/${view}`).expect(200)).body.data;
    expect(webhook.view_id).toBe(id.view_id);
    const again = await rest.admin.patch(webhook.path, await read(webhook)).expect(200);
    expect(again.body.data).toEqual(await read(webhook));
    const without = await rest.admin.patch(webhook.path, { view: null }).expect(200);
    expect(without.body.data).toMatchObject({ view_id: null, object_id: deals.object_id });
  });

  it('may have a view of as many conditions as a view may have', async () => {
    const view = await aView(Array.from({ length: 25 }, () => is('name', 'is_not_empty')));
    const webhook = await aWebhook({ view });
    const record = await aRecord(rest, deals, { name: 'inside' });
    await settled(webhook);
    expect(sent()).toEqual([['record.created', record.id.record_id]]);
  });

  it('is refused with a view that is not there, is of another object or workspace, or has `me`', async () => {
    const others = await aView(is('country', 'eq', 'DE'), companies);
    const given = { url: receiver.url, object: deals.slug };
    for (const view of ['no-such-view', others, await aView(is('owner', 'eq', 'me'))])
      expect(pathsOf(await rest.admin.post('/v1/webhooks', { ...given, view }))).toEqual(['view']);
    const view = await aView(is('name', 'eq', 'a'));
    const { id } = (await rest.reader.get(`/v1/views/${view}`).expect(200)).body.data;
    const stranger = await rest.stranger.admin.post('/v1/webhooks', { url: receiver.url, view: id.view_id });
    expectError(stranger, 400);
    expect(pathsOf(stranger)).toEqual(['view']);
    const webhook = await aWebhook({ view });
    expect(pathsOf(await rest.admin.patch(webhook.path, { object: companies.slug }))).toEqual(['view']);
    await rest.admin.patch(webhook.path, { object: companies.slug, view: others }).expect(200);
  });

  it('is refused with kinds that no view can judge, whichever of the two comes later', async () => {
    const view = await aView(is('name', 'eq', 'a'));
    const kinds = ['record.created', 'RecordDeletedEvent'];
    expect(pathsOf(await rest.admin.post('/v1/webhooks', { url: receiver.url, view, kinds }))).toEqual(['view']);
    const [deleted, viewed] = [await aWebhook({ kinds }), await aWebhook({ view })];
    expect(pathsOf(await rest.admin.patch(deleted.path, { view }))).toEqual(['view']);
    expect(pathsOf(await rest.admin.patch(viewed.path, { kinds: ['message.sent'] }))).toEqual(['kinds']);
  });
});
