import { randomUUID } from 'node:crypto';
import type { WebhookWire } from '#crm-domain/events';
import { aRecord } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest, type Caller } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };

describe('GET /v1/webhooks/{webhook}', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start({
      CREDENTIALS_KEYS: new Map([['k1', Buffer.alloc(32, 7)]]),
      WEBHOOK_PRIVATE_ADDRESSES: true,
    });
  });
  afterAll(() => rest.stop());

  const aWebhook = async (by: Caller = rest.admin): Promise<string> => {
    // Nobody answers there.
    const { body } = await by.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', object: 'companies' }).expect(200);
    return `/v1/webhooks/${body.data.id.webhook_id}`;
  };
  const read = async (path: string) => (await rest.reader.get(path).expect(200)).body.data as WebhookWire;

  it('answers 200 with the webhook as it is listed, without its secret, and nothing failing', async () => {
    const webhook = await read(await aWebhook());
    expect((await rest.reader.get('/v1/webhooks').expect(200)).body.data).toEqual([webhook]);
    expect(webhook).not.toHaveProperty('secret');
    expect(webhook).toMatchObject({ status: 'active', failing_since: null, attempts: 0, last_error: null });
  });

  it('says of one that fails since when, how often and why, wherever it is shown', async () => {
    const path = await aWebhook();
    await aRecord(rest, COMPANIES, { name: 'First' });
    await eventually(async () => (await read(path)).next_attempt_at !== null);
    await aRecord(rest, COMPANIES, { name: 'Second' });
    const [delivery] = (await rest.reader.get(`${path}/deliveries`).expect(200)).body.data as object[];
    const failing = {
      failing_since: (delivery as { first_attempt_at: string }).first_attempt_at,
      attempts: 1,
      last_error: 'Nothing answers at this address.',
    };
    const listed = (await rest.reader.get('/v1/webhooks').expect(200)).body.data as WebhookWire[];
    expect(listed.find(({ id }) => path.endsWith(id.webhook_id))).toMatchObject(failing);
    expect(await read(path)).toMatchObject({ status: 'active', ...failing });
    const { body } = await rest.admin.patch(path, { status: 'disabled' }).expect(200);
    expect(body.data).toMatchObject({ status: 'disabled', ...failing });
    expect((await rest.admin.delete(path).expect(200)).body.data).toMatchObject(failing);
  });

  it('shows who does not manage webhooks the host of its address alone, and no messages in its log', async () => {
    const path = await aWebhook();
    expect((await read(path)).url).toBe('http://127.0.0.1:9');
    expect((await rest.admin.get(path).expect(200)).body.data.url).toBe('http://127.0.0.1:9/');
    await aRecord(rest, COMPANIES, { name: 'Followed' });
    const kindsFor = async (by: Caller) =>
      ((await by.get(`${path}/deliveries`).expect(200)).body.data as { kind: string }[]).map(({ kind }) => kind);
    await eventually(async () => (await kindsFor(rest.reader)).length === 1);
    // As it is written for a message.
    await rest.sql(
      `insert into webhook_delivery select (jsonb_populate_record(d, jsonb_build_object('event_id', $1::text,
        'position', d.position + 1, 'kind', 'message.sent'))).* from webhook_delivery d where d.webhook_id = $2`,
      [randomUUID(), path.split('/').at(-1)],
    );
    expect(await kindsFor(rest.admin)).toEqual(['message.sent', 'record.created']);
    expect(await kindsFor(rest.reader)).toEqual(['record.created']);
  });

  it('says nothing of events that were delivered or given up', async () => {
    const path = await aWebhook();
    await aRecord(rest, COMPANIES, { name: 'Given up' });
    await eventually(async () => (await read(path)).failing_since !== null);
    for (const state of ['delivered', 'failed']) {
      await rest.sql('update webhook_delivery set state = $1', [state]);
      expect(await read(path)).toMatchObject({ failing_since: null, attempts: 0, last_error: null });
    }
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await aWebhook(rest.stranger.admin);
    const missing = () => rest.admin.get(`/v1/webhooks/${randomUUID()}`);
    await expectHidden(rest, rest.admin.get(theirs), missing());
    await expectHidden(rest, rest.admin.get('/v1/webhooks/no-uuid'), missing());
  });

  refusesStrangers(
    () => rest,
    (by) => by.get(`/v1/webhooks/${randomUUID()}`),
    'read:data',
  );
});
