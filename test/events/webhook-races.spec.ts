import { randomUUID } from 'node:crypto';
import type { DeliveryWire, WebhookWire } from '#crm-domain/events';
import { OUTGOING } from '../../apps/rest-api/src/webhooks/outgoing-webhooks.service.js';
import type { CallerOptions } from '../../apps/rest-api/src/webhooks/webhook-caller.js';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { Receiver, type Received } from './support/receiver.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

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

type Made = WebhookWire & { path: string };

async function webhooks(): Promise<WebhookWire[]> {
  return (await rest.reader.get('/v1/webhooks').expect(200)).body.data as WebhookWire[];
}

async function aWebhook(input: object = {}): Promise<Made> {
  const { body } = await rest.admin.post('/v1/webhooks', { url: `${receiver.url}/in`, ...input }).expect(200);
  return { ...body.data, path: `/v1/webhooks/${body.data.id.webhook_id}` };
}

async function read({ path }: Made): Promise<WebhookWire> {
  return (await webhooks()).find(({ id }) => path.endsWith(id.webhook_id))!;
}

async function log({ path }: Made): Promise<DeliveryWire[]> {
  return (await rest.reader.get(`${path}/deliveries?limit=100`).expect(200)).body.data as DeliveryWire[];
}

/** Has the endpoint keep one request open. Gives the way to answer it. */
function heldOpen(isHeld: (request: Received) => boolean): () => void {
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  receiver.behaviour = async (request, response) => {
    if (isHeld(request)) await held;
    response.writeHead(204).end();
  };
  return answer;
}

/** Brings the attempt after a failure forward. */
async function tryNow(): Promise<void> {
  await rest.sql('update webhook set next_attempt_at = now() where attempts > 0');
  await rest.sql(`update webhook_delivery set last_attempt_at = now() - interval '2 days'`);
  rest.domain.db.eventSignal.raise(rest.workspace_id);
}

const nameOf = ({ event }: Received) => (event.data.changes as { after: { value: string }[] }[])[0]?.after[0]?.value;

describe('a replay', () => {
  /** A webhook that has delivered some events. Gives their deliveries, the oldest first. */
  async function delivered(count: number): Promise<{ webhook: Made; deliveries: DeliveryWire[] }> {
    const webhook = await aWebhook({ kinds: ['record.created'] });
    for (let n = 0; n < count; n++) await aRecord(rest, COMPANIES, { name: `Company ${n}` });
    const done = async () => (await log(webhook)).filter(({ state }) => state === 'delivered').reverse();
    await eventually(async () => (await done()).length === count);
    return { webhook, deliveries: await done() };
  }

  it('goes as far back as the farthest of those that are asked for at once', async () => {
    const { webhook, deliveries } = await delivered(4);
    const positions = deliveries.map(({ position }) => position);
    receiver.received.length = 0;
    const holder = await rest.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from webhook where workspace_id = $1 and webhook_id = $2 for update', [
      rest.workspace_id,
      webhook.id.webhook_id,
    ]);
    const replays = [];
    for (const after of [positions[0]! - 1, positions[3]! - 1]) {
      replays.push(rest.admin.post(`${webhook.path}/replay`, { after }).then(({ status }) => status));
      await eventually(async () => (await rest.sql(LOCK_WAITS)).length >= replays.length);
    }
    await holder.query('rollback');
    holder.release();
    expect(await Promise.all(replays)).toEqual([200, 200]);
    const sent = () => new Set(receiver.received.map(({ event }) => event.data.position));
    await eventually(() => positions.every((position) => sent().has(position)));
  });

  it('is not undone by a redelivery that fails afterwards', async () => {
    const { webhook, deliveries } = await delivered(1);
    const [{ event_id, position }] = deliveries as [DeliveryWire];
    await rest.admin.patch(webhook.path, { status: 'disabled' }).expect(200);
    let answer = () => undefined as void;
    receiver.behaviour = (_, response) => void (answer = () => void response.writeHead(500).end());
    const again = rest.admin.post(`${webhook.path}/deliveries/${event_id}/redeliver`).then(({ status }) => status);
    await eventually(() => receiver.received.length === 2);
    await rest.admin.post(`${webhook.path}/replay`, { after: position - 1 }).expect(200);
    answer();
    expect(await again).toBe(404);
    receiver.answerWith(204);
    await rest.admin.patch(webhook.path, { status: 'active' }).expect(200);
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
    expect(receiver.received).toHaveLength(3);
  });
});

describe('an attempt', () => {
  it('that was asked for and fails late leaves what came of the event meanwhile', async () => {
    const answers: (() => void)[] = [];
    receiver.behaviour = (_, response) => {
      if (receiver.received.length === 2) answers.push(() => void response.writeHead(500).end());
      else response.writeHead(receiver.received.length === 1 ? 500 : 204).end();
    };
    const webhook = await aWebhook({ kinds: ['record.created'] });
    await aRecord(rest, COMPANIES, { name: 'Twice' });
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    const { event_id } = (await log(webhook))[0]!;
    const again = rest.admin.post(`${webhook.path}/deliveries/${event_id}/redeliver`).then((answer) => answer);
    await eventually(() => answers.length === 1);
    for (const status of ['disabled', 'active']) await rest.admin.patch(webhook.path, { status }).expect(200);
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
    answers[0]!();
    expect((await again).body.data).toMatchObject({ state: 'delivered', attempts: 3 });
    expect((await log(webhook))[0]!.state).toBe('delivered');
  });
});

describe('a delivery that is under way', () => {
  it('is made again when a replay is asked for meanwhile, although it then succeeds', async () => {
    const webhook = await aWebhook();
    const answer = heldOpen(() => receiver.received.length === 1);
    await aRecord(rest, COMPANIES, { name: 'Lost over there' });
    await eventually(() => receiver.received.length === 1);
    const after = receiver.received[0]!.event.data.position - 1;
    await rest.admin.post(`${webhook.path}/replay`, { after }).expect(200);
    answer();
    await eventually(() => receiver.received.length >= 2);
    expect(new Set(receiver.received.map(({ event }) => event.data.event_id)).size).toBe(1);
    await eventually(async () => (await read(webhook)).position === after + 1);
  });

  it.each<[string, { url?: string; [field: string]: unknown }]>([
    ['address', { url: '/elsewhere' }],
    ['kinds', { kinds: ['record.trashed'] }],
    ['state', { status: 'disabled' }],
  ])('is the last one before a change of the %s', async (_, { url, ...changes }) => {
    const record = await aRecord(rest, COMPANIES, { name: '0' });
    for (const name of ['1', '2']) await rest.admin.patch(pathTo(COMPANIES, record), { data: { name } }).expect(200);
    const { body } = await rest.reader.get('/v1/events?kinds=record.created&limit=500').expect(200);
    const webhook = await aWebhook();
    const answer = heldOpen(() => receiver.received.length === 1);
    await rest.admin.post(`${webhook.path}/replay`, { after: body.data.at(-1).position - 1 }).expect(200);
    await eventually(() => receiver.received.length === 1);
    await rest.admin.patch(webhook.path, { ...changes, ...(url && { url: receiver.url + url }) }).expect(200);
    await aWebhook({ url: `${receiver.url}/end` });
    answer();
    await aRecord(rest, COMPANIES, { name: '3' });
    await eventually(() => receiver.at('/end').length === 1);
    if (url) await eventually(() => receiver.at(url).length === 4);
    expect(receiver.at('/in').map(nameOf)).toEqual(['0']);
  });

  it('switches nothing off with a 410 from an address that was left meanwhile', async () => {
    const webhook = await aWebhook();
    let answer = () => undefined as void;
    receiver.behaviour = ({ path }, response) => {
      if (path === '/in') answer = () => void response.writeHead(410).end();
      else response.writeHead(204).end();
    };
    await aRecord(rest, COMPANIES);
    await eventually(() => receiver.received.length === 1);
    await rest.admin.patch(webhook.path, { url: `${receiver.url}/new` }).expect(200);
    answer();
    await eventually(async () => (await log(webhook))[0]?.state === 'delivered');
    const { body } = await rest.admin.get(webhook.path).expect(200);
    expect(body.data).toMatchObject({ status: 'active', url: `${receiver.url}/new` });
  });
});

describe('two who change a webhook at once', () => {
  it('both have their way', async () => {
    const { path } = await aWebhook({ status: undefined });
    for (let n = 0; n < 10; n++) {
      const kinds = [n % 2 ? 'record.created' : 'record.updated'];
      await Promise.all([
        rest.admin.patch(path, { description: `Number ${n}` }).expect(200),
        rest.admin.patch(path, { kinds }).expect(200),
      ]);
      expect((await webhooks())[0]).toMatchObject({ description: `Number ${n}`, kinds });
    }
  });
});

describe('an endpoint that was given up', () => {
  it('has three days again once it is switched on again', async () => {
    const webhook = await aWebhook();
    receiver.answerWith(500);
    await aRecord(rest, COMPANIES);
    await eventually(async () => (await log(webhook))[0]?.state === 'failing');
    await rest.sql(`update webhook_delivery set first_attempt_at = now() - interval '73 hours'`);
    await rest.sql(`update webhook set updated_at = now() - interval '73 hours'`);
    await eventually(async () => (await read(webhook)).next_attempt_at !== null);
    await tryNow();
    await eventually(async () => (await read(webhook)).status === 'disabled');
    await rest.admin.patch(webhook.path, { status: 'active' }).expect(200);
    await eventually(async () => (await log(webhook))[0]!.attempts === 3);
    await eventually(async () => (await read(webhook)).next_attempt_at !== null);
    expect(await read(webhook)).toMatchObject({ status: 'active', disabled_reason: null });
  });
});

describe('an endpoint that refuses', () => {
  async function companies(count: number): Promise<number> {
    const object = await anObject(rest);
    const { body } = await rest.reader.get('/v1/events?kinds=object.created&limit=500').expect(200);
    for (let n = 0; n < count; n++) await aRecord(rest, object, { name: String(n) });
    return body.data.at(-1).position as number;
  }

  it('one event of a record gets all those of others, however many come behind it', async () => {
    const after = await companies(130);
    const webhook = await aWebhook({ kinds: ['record.created'] });
    receiver.behaviour = (request, response) => void response.writeHead(nameOf(request) === '0' ? 422 : 204).end();
    await rest.admin.post(`${webhook.path}/replay`, { after }).expect(200);
    const taken = () => new Set(receiver.received.map(nameOf));
    await eventually(() => taken().size === 130);
    await eventually(async () => (await read(webhook)).next_attempt_at !== null);
    expect(Date.parse((await read(webhook)).next_attempt_at!)).toBeLessThan(Date.now() + 90_000);
    // What is refused rests on its own; what comes new does not wait for it.
    await rest.sql('update webhook set next_attempt_at = now() where attempts > 0');
    await aRecord(rest, COMPANIES, { name: 'New' });
    await eventually(() => taken().has('New'));
    expect(receiver.received.filter((each) => nameOf(each) === '0')).toHaveLength(1);
  });

  it('everything is not asked for each event there is', async () => {
    const after = await companies(60);
    const webhook = await aWebhook({ kinds: ['record.created'] });
    receiver.answerWith(404);
    await rest.admin.post(`${webhook.path}/replay`, { after }).expect(200);
    await eventually(async () => (await read(webhook)).next_attempt_at !== null);
    expect(receiver.received.length).toBeLessThan(30);
  });
});

describe('many endpoints that never answer', () => {
  // However long this takes, none of them is given up meanwhile.
  const options = () => rest.app.get<CallerOptions>(OUTGOING);
  beforeAll(() => void (options().timeoutMs = 120_000));
  afterAll(() => void delete options().timeoutMs);

  it('do not hold up one that does', async () => {
    let open = 0;
    receiver.behaviour = ({ path }, response, socket) => {
      if (path !== '/slow') return void response.writeHead(204).end();
      open++;
      socket.once('close', () => open--);
    };
    const slow = 40;
    for (let n = 0; n < slow; n++) await aWebhook({ url: `${receiver.url}/slow` });
    await aWebhook({ url: `${receiver.url}/fast` });
    await aRecord(rest, COMPANIES);
    await eventually(() => receiver.at('/fast').length === 1);
    await eventually(() => receiver.at('/slow').length === slow);
    expect(open).toBe(slow);
  });
});

describe('an idempotency key', () => {
  it('keeps no secret: the same request again shows the webhook without it', async () => {
    const key = randomUUID();
    const create = () =>
      rest.admin
        .post('/v1/webhooks', { url: `${receiver.url}/in` })
        .set('Idempotency-Key', key)
        .expect(200);
    const [first, again] = [await create(), await create()];
    const { secret, ...shown } = first.body.data as { secret: string };
    expect(again.body.data).toEqual(shown);
    const rotate = await rest.admin
      .post(`/v1/webhooks/${first.body.data.id.webhook_id}/rotate-secret`)
      .set('Idempotency-Key', randomUUID())
      .expect(200);
    const kept = JSON.stringify(await rest.sql('select answer from idempotency'));
    for (const each of [secret, rotate.body.data.secret as string]) expect(kept).not.toContain(each.slice(6, 26));
  });
});
