import { hearCallbacks } from './support/callbacks.js';
import { Desk } from './support/desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.close());

describe('a message that was taken with a success that names no id', () => {
  it.each(['gmail', 'facebook', 'instagram'] as const)(
    'is looked for, and is sent, once, through %s',
    async (channel) => {
      const sender = await desk.sender(channel);
      const fault = {
        channel,
        account: sender.external_account_id,
        action: 'accept_then_answer',
        status: 200,
        body: {},
      };
      await desk.providers.fault(fault);
      const body = `${channel}: taken without an id`;
      const id = await desk.office.queue(sender, { body });
      desk.work();
      expect(await desk.settled(id)).toMatchObject({ status: 'sent', failure_code: null, transmit_count: 1 });
      expect(await desk.providers.arrivals({ text: body })).toHaveLength(1);
      await desk.rest();
    },
  );
});

describe('a message that WhatsApp was given, with a success that names no message', () => {
  it('is sent once a webhook says so', async () => {
    const callbacks = await hearCallbacks(desk.office, desk.office.deliveries());
    await desk.providers.control('behaviour', { meta_webhook_url: callbacks.url });
    const sender = await desk.sender('whatsapp');
    const answer = { status: 200, body: {} };
    await desk.providers.fault({ account: sender.external_account_id, action: 'accept_then_answer', ...answer });
    const id = await desk.office.queue(sender, { body: 'taken without an id' });
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', failure_code: null, transmit_count: 1 });
    await desk.rest();
    await desk.providers.control('behaviour', { meta_webhook_url: null });
    await callbacks.close();
  });

  it('is not told to be sent while none does', async () => {
    const sender = await desk.sender('whatsapp');
    const answer = { status: 200, body: {} };
    await desk.providers.fault({ account: sender.external_account_id, action: 'answer', ...answer });
    const id = await desk.office.queue(sender, { body: 'not taken' });
    desk.work({ unknownMs: 1000 });
    const expected = { status: 'failed', failure_code: 'outcome_unknown', transmit_count: 1 };
    expect(await desk.settled(id)).toMatchObject(expected);
    await desk.rest();
  });
});

describe('a message that was taken with a success that names an error', () => {
  it.each(['facebook', 'instagram'] as const)('is looked for, and not sent again, through %s', async (channel) => {
    const sender = await desk.sender(channel);
    const answer = { status: 200, body: { error: { code: 4, message: 'Some text.' } } };
    await desk.providers.fault({
      channel,
      account: sender.external_account_id,
      action: 'accept_then_answer',
      ...answer,
    });
    const body = `${channel}: taken with an error`;
    const id = await desk.office.queue(sender, { body });
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', failure_code: null, transmit_count: 1 });
    expect(await desk.providers.arrivals({ text: body })).toHaveLength(1);
    await desk.rest();
  });
});
