import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { expectNothingChanged } from '../support/database-state.js';
import { ORG, WebhookReceiver, newPerson, outcome } from './support/webhook-receiver.js';
import { NEXT_SECRET, SECRET, WORKOS_SECRET, clerk, deliverAsWorkos, now, sign, workos } from './support/webhooks.js';
import type { Sending } from './support/webhooks.js';

let crm: WebhookReceiver;
beforeAll(async () => {
  crm = await WebhookReceiver.start();
});
afterAll(() => crm.stop());

describe('deliveries', () => {
  it.each<[string, Sending]>([
    ['Standard Webhooks', {}],
    ['Svix', { prefix: 'svix' }],
    ['a secret that is being replaced', { secret: NEXT_SECRET }],
    ['a clock four minutes behind', { time: now() - 240 }],
  ])('are taken from %s', async (_sender, sending) => {
    expect(await outcome(crm.send(clerk.user(newPerson(), 'Ines'), sending))).toBe('applied');
  });

  it('may be signed by several secrets', async () => {
    expectError(await crm.send('{}', { signature: `v2,AAAA v1,${'A'.repeat(43)}= v1a,BBBB` }), 401);
    const body = JSON.stringify(clerk.user(newPerson(), 'Ines'));
    const [id, time] = ['msg_several', now()];
    expect(
      await outcome(crm.send(body, { id, time, signature: `v1,${'A'.repeat(43)}= ${sign(body, { id, time })}` })),
    ).toBe('applied');
  });

  it.each<[string, Sending]>([
    ['a wrong secret', { secret: `whsec_${Buffer.from('somebody else has this..').toString('base64')}` }],
    ['an unknown version', { signature: `v2,${'A'.repeat(43)}=` }],
    ['an empty signature', { signature: 'v1,' }],
    ['another body', { arrives: JSON.stringify(clerk.user('user_other', 'Mallory')) }],
    ['a body of other bytes with the same meaning', { arrives: ` ${JSON.stringify(clerk.user('user_other', 'M'))}` }],
    ['a time six minutes ago', { time: now() - 360 }],
    ['a time in six minutes', { time: now() + 360 }],
    ['a time that is none', { time: NaN }],
    ['no known header', { prefix: 'x' }],
    ['the secret of another scheme', { secret: Buffer.from(WORKOS_SECRET).toString('base64') }],
  ])('are refused with %s', async (_what, sending) => {
    await expectNothingChanged(crm.rest, async () => {
      expectError(await crm.send(clerk.user(newPerson(), 'Mallory'), sending), 401);
    });
  });

  it('are taken from WorkOS with its own signature, in milliseconds or microseconds', async () => {
    const event = workos.user(newPerson());
    expect(await outcome(deliverAsWorkos(crm.rest.url, event))).toBe('applied');
    expect(await outcome(deliverAsWorkos(crm.rest.url, event))).toBe('repeated');
    expect(await outcome(deliverAsWorkos(crm.rest.url, workos.user(newPerson()), `${Date.now()}000`))).toBe('applied');
  });

  it('are refused with a signature of WorkOS that is wrong or old', async () => {
    await expectNothingChanged(crm.rest, async () => {
      const event = workos.user(newPerson());
      expectError(await deliverAsWorkos(crm.rest.url, event, undefined, 'another secret of WorkOS'), 401);
      expectError(await deliverAsWorkos(crm.rest.url, event, undefined, SECRET), 401);
      expectError(await deliverAsWorkos(crm.rest.url, event, String(Date.now() - 360_000)), 401);
    });
  });

  it('change nothing when repeated', async () => {
    const subject = newPerson();
    const id = `msg_${randomUUID()}`;
    expect(await outcome(crm.send(clerk.user(subject, 'First'), { id }))).toBe('applied');
    await expectNothingChanged(crm.rest, async () => {
      expect(await outcome(crm.send(clerk.user(subject, 'Second'), { id }))).toBe('repeated');
    });
  });

  it('of one id at the same moment are taken once', async () => {
    for (let round = 0; round < 10; round++) {
      const event = clerk.membership(newPerson(), ORG);
      const id = `msg_${randomUUID()}`;
      const outcomes = await Promise.all([1, 2, 3].map(() => outcome(crm.send(event, { id }))));
      expect(outcomes.sort()).toEqual(['applied', 'repeated', 'repeated']);
    }
  });

  it('are remembered for a day', async () => {
    const ids = ['msg_recent', 'msg_old'];
    await crm.rest.sql(
      `insert into identity_event values ($1, now() - interval '23 hours'), ($2, now() - interval '25 hours')`,
      ids,
    );
    await crm.send(clerk.user(newPerson(), 'Ines')).expect(200);
    const left = await crm.rest.sql('select event_id from identity_event where event_id = any($1)', [ids]);
    expect(left).toEqual([{ event_id: 'msg_recent' }]);
  });

  it('of a kind that does not concern us are taken and left', async () => {
    await expectNothingChanged(crm.rest, async () => {
      expect(await outcome(crm.send({ object: 'event', type: 'session.created', data: {} }))).toBe('ignored');
      expect(await outcome(crm.send({ id: 'event_1', event: 'session.created', data: {} }))).toBe('ignored');
    });
  });

  it.each([
    ['no JSON', 'user=ines'],
    ['no object', '[]'],
    ['no kind', '{"data":{}}'],
    ['no person', '{"type":"user.updated","data":{}}'],
    ['an id that is none', '{"type":"user.updated","data":{"id":"a\\u0000b"}}'],
    ['a time beyond all calendars', '{"type":"user.updated","data":{"id":"a","updated_at":8640000000000000}}'],
  ])('are refused as malformed with %s', async (_what, body) => {
    await expectNothingChanged(crm.rest, async () => {
      expectError(await crm.send(body), 400);
    });
  });

  it('take names of any length and kind', async () => {
    const subject = newPerson();
    expect(await outcome(crm.send(clerk.user(subject, `a\0b${'😀'.repeat(300)}`)))).toBe('applied');
    expect((await crm.known(subject))!.name).toMatch(/^a b😀/);
  });

  it.each(['event\0', 'event\ud800', 'e'.repeat(256), ''])(
    'of WorkOS are refused as malformed with the id %.20j',
    async (id) => {
      await expectNothingChanged(crm.rest, async () => {
        expectError(await deliverAsWorkos(crm.rest.url, { ...workos.user(newPerson()), id }), 400);
      });
    },
  );

  it('take an address of any kind', async () => {
    for (const email of ['a\0@example.com', 'a\ud800@example.com', `${'İ'.repeat(5000)}@example.com`, '']) {
      const event = workos.user(newPerson());
      expect(await outcome(crm.send({ ...event, data: { ...event.data, email } }))).toBe('applied');
    }
  });
});
