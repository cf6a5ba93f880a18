import { randomUUID } from 'node:crypto';
import { trustedClaim } from '#crm-domain';
import type { DeliveryWire, WebhookWire } from '#crm-domain/events';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { SchemaReader, type OpenApi } from '../support/open-api.js';
import { Rest } from '../support/rest.js';
import { Receiver, verified } from './support/receiver.js';

const COMPANIES = { slug: 'companies' };
const KEYS = new Map([['k1', Buffer.alloc(32, 7)]]);

let rest: Rest;
let receiver: Receiver;
beforeAll(async () => {
  rest = await Rest.start({ CREDENTIALS_KEYS: KEYS, WEBHOOK_PRIVATE_ADDRESSES: true });
});
afterAll(() => rest.stop());
beforeEach(async () => (receiver = await Receiver.start()));
afterEach(async () => {
  for (const { id } of await webhooks()) await rest.admin.delete(`/v1/webhooks/${id.webhook_id}`);
  await receiver.stop();
});

async function webhooks(): Promise<WebhookWire[]> {
  return (await rest.reader.get('/v1/webhooks').expect(200)).body.data as WebhookWire[];
}

async function aWebhook(input: object = {}): Promise<WebhookWire & { secret: string; path: string }> {
  const { body } = await rest.admin.post('/v1/webhooks', { url: `${receiver.url}/in`, ...input }).expect(200);
  return { ...body.data, path: `/v1/webhooks/${body.data.id.webhook_id}` };
}

async function read(webhook: { path: string }): Promise<WebhookWire> {
  return (await webhooks()).find(({ id }) => webhook.path.endsWith(id.webhook_id))!;
}

async function log(webhook: { path: string }, query = ''): Promise<DeliveryWire[]> {
  return (await rest.reader.get(`${webhook.path}/deliveries${query}`).expect(200)).body.data as DeliveryWire[];
}

/** Pauses between attempts are long; this takes one away, and waits until the attempt after it was made. */
async function tryAgain(webhook: { path: string }): Promise<void> {
  const before = receiver.received.length;
  await eventually(async () => (await read(webhook)).next_attempt_at !== null);
  await rest.sql('update webhook set next_attempt_at = now() where attempts > 0');
  await rest.sql(`update webhook_delivery set last_attempt_at = now() - interval '2 days'`);
  rest.domain.db.eventSignal.raise(rest.workspace_id);
  await eventually(() => receiver.received.length > before);
}

/** As if what fails had failed for three days, and nobody had changed the webhook since. */
async function age(): Promise<void> {
  await rest.sql(`update webhook_delivery set first_attempt_at = now() - interval '73 hours'`);
  await rest.sql(`update webhook set updated_at = now() - interval '73 hours'`);
}

describe('a webhook', () => {
  it('gets every event as it is committed, signed so that the public library verifies it', async () => {
    const webhook = await aWebhook();
    const record = await aRecord(rest, COMPANIES, { name: 'Example Ltd' });
    await eventually(() => receiver.received.length === 1);
    const [got] = receiver.received;
    expect(verified(got!, webhook.secret)).toMatchObject({
      type: 'record.created',
      timestamp: record.created_at,
      data: { subject: { type: 'record', id: record.id.record_id }, changes: [{ after: [{ value: 'Example Ltd' }] }] },
    });
    expect(got!.headers['webhook-id']).toBe(got!.event.data.event_id);
    expect(() => verified(got!, webhook.secret.replace(/.{5}=$/, 'AAAA='))).toThrow();
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
    expect((await log(webhook))[0]).toMatchObject({
      kind: 'record.created',
      attempts: 1,
      http_status: 204,
      error: null,
    });
  });

  it('sends what the OpenAPI document describes: of the feed, of a test and of an automation', async () => {
    const webhook = await aWebhook({ kinds: ['record.created'] });
    const call = { type: 'call_webhook', webhook_id: webhook.id.webhook_id };
    const automation = { name: 'Call', kind: 'record.created', object: 'companies', actions: [call] };
    const { body } = await rest.admin.post('/v1/automations', automation).expect(200);
    await aRecord(rest, COMPANIES, { name: 'Described Ltd' });
    await rest.admin.post(`${webhook.path}/test`).expect(200);
    await eventually(() => receiver.received.length === 3);
    await rest.admin.delete(`/v1/automations/${body.data.id.automation_id}`).expect(200);
    const document = (await rest.callerWith().get('/v1/openapi.json').expect(200)).body as OpenApi;
    const { requestBody, parameters } = document.webhooks['event']!['post']!;
    const reader = new SchemaReader(document, true);
    for (const { event, headers } of receiver.received) {
      expect(reader.problems(requestBody!.content['application/json']!.schema, event)).toBe('');
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(parameters!.map(({ name }) => name)));
    }
    const kinds = receiver.received.map(({ event }) => event.type + ('automation' in event ? ' by an automation' : ''));
    expect(kinds.sort()).toEqual(['record.created', 'record.created by an automation', 'webhook.test']);
  });

  it('gets the kinds, the object and the attributes that it asked for, and nothing else', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'number' });
    await aWebhook({ kinds: ['record.updated'], object: object.slug, attributes: [slug] });
    const [record, other] = [await aRecord(rest, object, { [slug]: 1 }), await aRecord(rest, COMPANIES, { name: 'A' })];
    await rest.admin.patch(pathTo(COMPANIES, other), { data: { name: 'B' } }).expect(200);
    await rest.admin.patch(pathTo(object, record), { data: { name: 'Named' } }).expect(200);
    await rest.admin.patch(pathTo(object, record), { data: { [slug]: 2 } }).expect(200);
    await eventually(() => receiver.received.length > 0);
    expect(receiver.received.map(({ event }) => event.data.changes)).toMatchObject([[{ attribute_slug: slug }]]);
  });

  it('never shows its secret again, nor keeps it readable', async () => {
    const { secret } = await aWebhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await webhooks())[0]).not.toHaveProperty('secret');
    const rows = await rest.sql<{ secret: string }>('select secret from webhook');
    expect(rows[0]!.secret).not.toContain(secret.slice(6, 20));
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const { path, secret: old } = await aWebhook();
    const { body } = await rest.admin.post(`${path}/rotate-secret`).expect(200);
    await aRecord(rest, COMPANIES);
    await eventually(() => receiver.received.length === 1);
    verified(receiver.received[0]!, old);
    verified(receiver.received[0]!, body.data.secret as string);
    await rest.sql(`update webhook set old_secret_until = now() - interval '1 second'`);
    await aRecord(rest, COMPANIES);
    await eventually(() => receiver.received.length === 2);
    expect(() => verified(receiver.received[1]!, old)).toThrow();
    verified(receiver.received[1]!, body.data.secret as string);
  });

  it('says so when its secret cannot be read any more', async () => {
    const webhook = await aWebhook();
    await rest.sql(`update webhook set secret = 'v1.gone.' || secret`);
    await aRecord(rest, COMPANIES);
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    expect((await log(webhook))[0]!.error).toContain('The secret of this webhook');
    expect(receiver.received).toEqual([]);
  });

  it('can be tried with an event of its own', async () => {
    const { path, secret } = await aWebhook();
    const { body } = await rest.admin.post(`${path}/test`).expect(200);
    expect(body.data).toEqual({ delivered: true, http_status: 204, error: null, duration_ms: expect.any(Number) });
    expect(verified(receiver.received[0]!, secret)).toMatchObject({ type: 'webhook.test' });
    receiver.answerWith(500);
    expect((await rest.admin.post(`${path}/test`).expect(200)).body.data).toMatchObject({
      delivered: false,
      http_status: 500,
      error: 'Answered 500.',
    });
  });

  it('sends one event of the log again when asked, and everything after a position', async () => {
    const webhook = await aWebhook();
    for (const name of ['a', 'b', 'c']) await aRecord(rest, COMPANIES, { name });
    await eventually(async () => (await log(webhook)).filter((each) => each.state === 'delivered').length === 3);
    const [, second, first] = await log(webhook);
    const { body } = await rest.admin.post(`${webhook.path}/deliveries/${second!.event_id}/redeliver`).expect(200);
    expect(body.data).toMatchObject({ event_id: second!.event_id, attempts: 2, state: 'delivered' });
    expect(receiver.received.at(-1)!.event.data.event_id).toBe(second!.event_id);
    await rest.admin.post(`${webhook.path}/replay`, { after: first!.position }).expect(200);
    await eventually(() => receiver.received.length === 6);
    expect(receiver.received.slice(4).map(({ event }) => event.data.position)).toEqual([
      second!.position,
      second!.position + 1,
    ]);
    for (const id of [randomUUID(), 'no-uuid'])
      expectError(await rest.admin.post(`${webhook.path}/deliveries/${id}/redeliver`), 404);
    expect(pathsOf(await rest.admin.post(`${webhook.path}/replay`, { after: 99_999_999 }))).toEqual(['after']);
  });

  it('passes over nothing that waits when all after a later position is asked for', async () => {
    receiver.answerWith(500);
    const webhook = await aWebhook();
    await aRecord(rest, COMPANIES, { name: 'Waits' });
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    const [waiting] = await log(webhook);
    receiver.answerWith(204);
    await rest.admin.post(`${webhook.path}/replay`, { after: waiting!.position }).expect(200);
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
  });

  it('sends nothing and shows no secret to who may not read', async () => {
    const webhook = await aWebhook();
    await aRecord(rest, COMPANIES, { name: 'Kept back' });
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
    const redeliver = `deliveries/${(await log(webhook))[0]!.event_id}/redeliver`;
    for (const action of ['test', 'rotate-secret', redeliver])
      expectError(await rest.architect.post(`${webhook.path}/${action}`), 403);
    expectError(await rest.architect.post(`${webhook.path}/replay`, { after: 0 }), 403);
    expectError(await rest.architect.patch(webhook.path, { description: 'Mine' }), 403);
    expect(receiver.received).toHaveLength(1);
  });

  it('comes with a log in pages', async () => {
    const webhook = await aWebhook();
    for (const name of ['a', 'b', 'c']) await aRecord(rest, COMPANIES, { name });
    await eventually(async () => (await log(webhook)).length === 3);
    const { body } = await rest.reader.get(`${webhook.path}/deliveries?limit=2`).expect(200);
    expect(body.pagination).toEqual({ has_more: true, next_cursor: String(body.data[1].position) });
    expect(await log(webhook, `?cursor=${body.pagination.next_cursor}`)).toHaveLength(1);
  });

  it('comes with a log that shows deliveries of one state alone', async () => {
    const webhook = await aWebhook();
    await aRecord(rest, COMPANIES, { name: 'a' });
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
    receiver.answerWith(400);
    await aRecord(rest, COMPANIES, { name: 'b' });
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    const all = await log(webhook);
    expect(await log(webhook, '?state=failing')).toEqual([expect.objectContaining({ event_id: all[0]!.event_id })]);
    expect(await log(webhook, '?state=delivered')).toEqual(all.slice(1));
    expect(await log(webhook, '?state=failed')).toEqual([]);
    expect(pathsOf(await rest.reader.get(`${webhook.path}/deliveries?state=lost`))).toEqual(['state']);
  });

  it.each([
    ['seconds', () => '7200', 7200],
    ['a date', () => new Date(Date.now() + 7_200_000).toUTCString(), 7200],
    ['more than the longest pause', () => '999999', 43_200],
  ])('is left alone for as long as its endpoint asks with Retry-After: %s', async (_, header, seconds) => {
    receiver.answerWith(503, { 'Retry-After': header() });
    const webhook = await aWebhook();
    await aRecord(rest, COMPANIES, { name: 'Later' });
    await eventually(async () => (await read(webhook)).next_attempt_at !== null);
    const pause = (new Date((await read(webhook)).next_attempt_at!).getTime() - Date.now()) / 1000;
    expect(pause).toBeGreaterThan(seconds - 120);
    expect(pause).toBeLessThan(seconds + 5);
  });

  it('is left alone for the longest that one of several answers at once asks for', async () => {
    const webhook = await aWebhook();
    await rest.admin.patch(webhook.path, { status: 'disabled' }).expect(200);
    for (const name of ['First', 'Second']) await aRecord(rest, COMPANIES, { name });
    const held: ((seconds: number) => void)[] = [];
    receiver.behaviour = (_, response) =>
      void held.push((seconds) => void response.writeHead(503, { 'Retry-After': `${seconds}` }).end());
    await rest.admin.patch(webhook.path, { status: 'active' }).expect(200);
    await eventually(() => held.length === 2);
    held[0]!(3600);
    await eventually(async () => (await log(webhook)).length === 1);
    held[1]!(60);
    await eventually(async () => (await read(webhook)).next_attempt_at !== null);
    expect(new Date((await read(webhook)).next_attempt_at!).getTime() - Date.now()).toBeGreaterThan(3_000_000);
  });

  it.each([[409], [404]])(
    'does not send an event again that was refused with %i before the time that Retry-After asks for, but sends others',
    async (status) => {
      const webhook = await aWebhook({ kinds: ['record.created'] });
      const refused = await aRecord(rest, COMPANIES, { name: 'Refused' });
      receiver.behaviour = ({ event }, response) =>
        event.data.subject.id === refused.id.record_id
          ? void response.writeHead(status, { 'Retry-After': '3600' }).end()
          : void response.writeHead(204).end();
      const attempts = () => receiver.received.filter(({ event }) => event.data.subject.id === refused.id.record_id);
      const lookAgain = async () => {
        await rest.sql(`update webhook_delivery set last_attempt_at = now() - interval '2 days'`);
        const { id } = await aRecord(rest, COMPANIES, { name: 'Other' });
        await rest.sql('update webhook set next_attempt_at = now()');
        rest.domain.db.eventSignal.raise(rest.workspace_id);
        await eventually(() => receiver.received.some(({ event }) => event.data.subject.id === id.record_id));
      };
      await eventually(async () => (await log(webhook))[0]?.state === 'failing');
      await lookAgain();
      await lookAgain();
      expect(attempts()).toHaveLength(1);
      await rest.sql('update webhook_delivery set left_alone_until = now()');
      await lookAgain();
      await eventually(() => attempts().length === 2);
    },
  );

  it('misses nothing while it is switched off', async () => {
    const webhook = await aWebhook();
    await rest.admin.patch(webhook.path, { status: 'disabled' }).expect(200);
    expect(await read(webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'Switched off.' });
    await aRecord(rest, COMPANIES, { name: 'Meanwhile' });
    const other = await aWebhook({ url: `${receiver.url}/other` });
    await aRecord(rest, COMPANIES, { name: 'Later' });
    await eventually(async () => (await log(other))[0]?.state === 'delivered');
    expect(receiver.at('/in')).toEqual([]);
    await rest.admin.patch(webhook.path, { status: 'active' }).expect(200);
    await eventually(() => receiver.at('/in').length === 2);
  });
});

describe('an endpoint that fails', () => {
  const FAULTS: [string, () => void, object][] = [
    ['answers 500', () => receiver.answerWith(500), { http_status: 500, error: 'Answered 500.' }],
    [
      'resets the connection',
      () => (receiver.behaviour = (_, __, socket) => void socket.resetAndDestroy()),
      { http_status: null, error: 'The connection was lost.' },
    ],
    [
      'redirects',
      () => receiver.answerWith(302, { location: `${receiver.url}/elsewhere` }),
      { http_status: 302, error: 'Answered 302, a redirect; redirects are not followed.' },
    ],
  ];
  it.each(FAULTS)('because it %s gets the event again, with the same id', async (_, fail, logged) => {
    const webhook = await aWebhook();
    fail();
    await aRecord(rest, COMPANIES);
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    expect((await log(webhook))[0]).toMatchObject({ attempts: 1, ...logged });
    receiver.answerWith(200);
    await tryAgain(webhook);
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
    const [one, two] = receiver.received;
    expect(two!.headers['webhook-id']).toBe(one!.headers['webhook-id']);
    expect(receiver.at('/elsewhere')).toEqual([]);
    expect((await log(webhook))[0]).toMatchObject({ attempts: 2, http_status: 200, error: null });
  });

  it('gets what comes meanwhile afterwards, each record in its order', async () => {
    const webhook = await aWebhook({ kinds: ['record.created', 'record.updated'] });
    receiver.answerWith(503);
    const record = await aRecord(rest, COMPANIES, { name: '0' });
    await eventually(async () => (await log(webhook)).length === 1);
    for (const name of ['1', '2', '3'])
      await rest.admin.patch(pathTo(COMPANIES, record), { data: { name } }).expect(200);
    receiver.answerWith(204);
    await tryAgain(webhook);
    await eventually(() => receiver.received.length === 5);
    const positions = receiver.received.slice(1).map(({ event }) => event.data.position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  it('does not hold up other records when it dislikes one event, nor another endpoint', async () => {
    const picky = await aWebhook({ kinds: ['record.created'] });
    const other = await aWebhook({ url: `${receiver.url}/other`, kinds: ['record.created'] });
    const [bad, good] = [
      await aRecord(rest, COMPANIES, { name: 'bad' }),
      await aRecord(rest, COMPANIES, { name: 'good' }),
    ];
    const isBad = (id: string) => id === bad.id.record_id;
    // Both had both; from here on what was counted is of the replay.
    await eventually(() => receiver.received.length === 4);
    receiver.received.length = 0;
    receiver.behaviour = ({ path, event }, response) =>
      void response.writeHead(path === '/in' && isBad(event.data.subject.id) ? 400 : 204).end();
    const { data } = (await rest.reader.get(`/v1/events?kinds=record.created&limit=500`)).body;
    const after = data.find((event: { subject: { id: string } }) => isBad(event.subject.id)).position - 1;
    for (const { path } of [picky, other]) await rest.admin.post(`${path}/replay`, { after }).expect(200);
    await eventually(() => receiver.at('/other').length === 2 && receiver.at('/in').length >= 2);
    await eventually(async () => (await log(picky)).some((each) => each.state === 'failing'));
    const states = Object.fromEntries((await log(picky)).map((each) => [each.position, each.state]));
    expect(Object.values(states)).toEqual(['failing', 'delivered']);
    expect(receiver.at('/in').some(({ event }) => event.data.subject.id === good.id.record_id)).toBe(true);
  });

  it('comes soon to others while one event is refused again and again', async () => {
    const webhook = await aWebhook();
    await rest.sql('update webhook set attempts = 9');
    receiver.answerWith(400);
    await aRecord(rest, COMPANIES, { name: 'Refused' });
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    await eventually(async () => (await rest.sql('select 1 from webhook where attempts > 9')).length > 0);
    const [{ seconds }] = (await rest.sql<{ seconds: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as seconds from webhook',
    )) as [{ seconds: number }];
    expect(seconds).toBeLessThanOrEqual(1);
  });

  it('is told nothing while its workspace has no API access, and all of it afterwards', async () => {
    await aWebhook();
    await rest.sql('update workspace set api_access = false where workspace_id = $1', [rest.workspace_id]);
    const caller = trustedClaim(rest.workspace_id, { origin: 'system', request_id: randomUUID() });
    await rest.domain.recordWriter.create(caller, COMPANIES.slug, { data: { name: 'Meanwhile' }, path: 'data' });
    rest.domain.db.eventSignal.raise(rest.workspace_id);
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      rest.domain.db.eventSignal.raise(rest.workspace_id);
      statuses.push((await rest.reader.get('/v1/self')).status);
    }
    const meanwhile = receiver.received.length;
    await rest.sql('update workspace set api_access = true where workspace_id = $1', [rest.workspace_id]);
    expect({ statuses: new Set(statuses), meanwhile }).toEqual({ statuses: new Set([403]), meanwhile: 0 });
    rest.domain.db.eventSignal.raise(rest.workspace_id);
    await eventually(() => receiver.received.length === 1);
  });

  it('is made and changed only by who may read what it is sent', async () => {
    const webhook = await aWebhook();
    const builder = await rest.newCaller(rest.workspace_id, ['write:schema']);
    expectError(await builder.post('/v1/webhooks', { url: receiver.url }), 403);
    expectError(await builder.patch(webhook.path, { url: `${receiver.url}/other` }), 403);
  });

  it('keeps its attributes when it is told the object that it has', async () => {
    const attributes = ['name'];
    const webhook = await aWebhook({ object: 'companies', attributes });
    const before = await read(webhook);
    await rest.admin.patch(webhook.path, { object: 'companies' }).expect(200);
    expect((await read(webhook)).attribute_ids).toEqual(before.attribute_ids);
  });

  it('is switched off at once when it says that it is gone', async () => {
    const webhook = await aWebhook();
    receiver.answerWith(410);
    await aRecord(rest, COMPANIES);
    await eventually(async () => (await read(webhook)).status === 'disabled');
    expect((await read(webhook)).disabled_reason).toBe('The endpoint answered 410: it is gone.');
  });

  it('is switched off, with the reason, when nothing was taken for three days', async () => {
    const webhook = await aWebhook();
    receiver.answerWith(500);
    await aRecord(rest, COMPANIES);
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    await age();
    await tryAgain(webhook);
    await eventually(async () => (await read(webhook)).status === 'disabled');
    expect((await read(webhook)).disabled_reason).toContain('Answered 500.');
  });

  it('loses after three days only the one event it would not take, when it took others', async () => {
    const webhook = await aWebhook();
    receiver.answerWith(422);
    await aRecord(rest, COMPANIES);
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    await age();
    await rest.sql('update webhook set last_success_at = now()');
    await tryAgain(webhook);
    await eventually(async () => (await log(webhook))[0]?.state === 'failed');
    await eventually(async () => (await read(webhook)).next_attempt_at === null);
    expect((await read(webhook)).status).toBe('active');
  });
});

describe('/v1/webhooks', () => {
  it.each([
    [{ url: 'ftp://example.com' }, ['url']],
    [{ url: 'example.com' }, ['url']],
    [{ url: 'https://user:secret@example.com' }, ['url']],
    [{ url: 5 }, ['url']],
    [{}, ['url']],
    [{ url: 'https://example.com', kinds: ['record.exploded'] }, ['kinds']],
    [{ url: 'https://example.com', kinds: [] }, ['kinds']],
    [{ url: 'https://example.com', attributes: ['name'] }, ['attributes[0]']],
    [{ url: 'https://example.com', object: 'people', attributes: ['unicorn'] }, ['attributes[0]']],
    [{ url: 'https://example.com', secret: 'mine' }, ['secret']],
  ])('refuses %j and saves nothing', async (input, paths) => {
    expect(pathsOf(await rest.admin.post('/v1/webhooks', input))).toEqual(paths);
    expect(await webhooks()).toEqual([]);
  });

  it('does not know an object that is not there', async () => {
    const lost = { url: 'https://example.com', object: 'unicorns' };
    expect(pathsOf(await rest.admin.post('/v1/webhooks', lost))).toEqual(['object']);
  });

  it('changes what is sent and keeps what was not named', async () => {
    const { path } = await aWebhook({ kinds: ['record.created'], object: 'people', attributes: ['job_title'] });
    const { body } = await rest.admin.patch(path, { description: 'CRM to warehouse', attributes: null }).expect(200);
    expect(body.data).toMatchObject({
      description: 'CRM to warehouse',
      kinds: ['record.created'],
      attribute_ids: null,
    });
    expect(body.data.object_id).not.toBeNull();
    expect(pathsOf(await rest.admin.patch(path, { status: 'gone' }))).toEqual(['status']);
  });

  it('is hidden from other workspaces', async () => {
    const { path } = await aWebhook();
    const missing = `/v1/webhooks/${randomUUID()}`;
    const theirs = rest.stranger.admin;
    expect((await theirs.get('/v1/webhooks').expect(200)).body.data).toEqual([]);
    await expectHidden(rest, theirs.get(`${path}/deliveries`), theirs.get(`${missing}/deliveries`));
    await expectHidden(rest, theirs.delete(path), theirs.delete(missing));
    await expectHidden(rest, theirs.post(`${path}/rotate-secret`), theirs.post(`${missing}/rotate-secret`));
    expectError(await rest.admin.delete('/v1/webhooks/no-uuid'), 404);
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/webhooks'),
    'read:data',
  );
  describe('to change', () =>
    refusesStrangers(
      () => rest,
      (by) => by.post('/v1/webhooks', { url: 'https://example.com' }),
      'write:schema',
    ));
});
