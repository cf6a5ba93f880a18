import { Desk } from './support/desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.close());

describe('a message that was taken with a success that names no id', () => {
  it.each(['gmail', 'whatsapp', 'facebook', 'instagram'] as const)('is sent, once, through %s', async (channel) => {
    const sender = await desk.sender(channel);
    const fault = { channel, account: sender.external_account_id, action: 'accept_then_answer', status: 200, body: {} };
    await desk.providers.fault(fault);
    const body = `${channel}: taken without an id`;
    const id = await desk.office.queue(sender, { body });
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', failure_code: null, transmit_count: 1 });
    expect(await desk.providers.arrivals({ text: body })).toHaveLength(1);
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
