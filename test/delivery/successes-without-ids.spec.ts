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
