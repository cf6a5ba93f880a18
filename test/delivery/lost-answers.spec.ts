import { AccountTokens, DeliveryWorker, channelsFor } from '#channels';
import { CHANNELS, type ChannelName } from '#crm-domain';
import { newId } from '#platform';
import { eventually } from '../support/eventually.js';
import { BRIEF, BRIEF_GRACE } from './support/brief-times.js';
import { hearCallbacks } from './support/callbacks.js';
import { Desk } from './support/desk.js';
import { PostOffice } from './support/post-office.js';
import { StandIns, vault } from './support/stand-ins.js';

const sent = { status: 'sent', arrivals: 1 };
const failed = (failure_code: unknown) => ({ status: 'failed', arrivals: 0, failure_code });

/** Of calls that hang those that do not are told apart, on a busy machine, too. */
const NUMBERS = { ...BRIEF, callMs: 15_000, leaseMs: 30_000, fenceMs: 10_000, unknownMs: 20_000 };

interface Case {
  name: string;
  fault: object;
  /** Gmail shows that a message has not left; the others do not. */
  gmail: object;
  others: object;
}

const CASES: Case[] = [
  { name: 'all is well', fault: { action: 'slow', ms: 5 }, gmail: sent, others: sent },
  { name: 'it was taken and the connection broke', fault: { action: 'reset_after' }, gmail: sent, others: sent },
  { name: 'it was taken and the answer never came', fault: { action: 'hang_after' }, gmail: sent, others: sent },
  {
    name: 'it was taken and the answer said otherwise',
    ...{ fault: { action: 'accept_then_answer', status: 503 }, gmail: sent, others: sent },
  },
  {
    name: 'the connection broke before it was taken',
    ...{ fault: { action: 'reset_before' }, gmail: sent, others: failed('outcome_unknown') },
  },
  {
    name: 'it was not taken and nothing was answered',
    ...{ fault: { action: 'hang_before' }, gmail: sent, others: failed('outcome_unknown') },
  },
  {
    name: 'it was not taken and the provider was down',
    ...{ fault: { action: 'answer', status: 503 }, gmail: sent, others: failed('outcome_unknown') },
  },
  {
    name: 'there was too much for a moment',
    ...{ fault: { action: 'answer', status: 429, headers: { 'retry-after': '1' } }, gmail: sent, others: sent },
  },
  {
    name: 'it was refused',
    fault: { action: 'answer', status: 400 },
    ...{ gmail: failed(expect.any(String)), others: failed(expect.any(String)) },
  },
];

describe('a message of which', () => {
  let office: PostOffice;
  let providers: StandIns;
  let worker: DeliveryWorker;
  let callbacks: Awaited<ReturnType<typeof hearCallbacks>>;
  const messages = new Map<string, string>();

  beforeAll(async () => {
    [office, providers] = [await PostOffice.open(), await StandIns.start()];
    const deliveries = office.deliveries(NUMBERS);
    callbacks = await hearCallbacks(office, deliveries);
    await providers.control('behaviour', { meta_webhook_url: callbacks.url });
    for (const channel of CHANNELS) for (const { name, fault } of CASES) await post(channel, name, fault);
    const accounts = new AccountTokens(office.domain.db, vault, providers.settings);
    const channels = channelsFor(providers.settings, BRIEF_GRACE);
    worker = new DeliveryWorker({ deliveries, accounts, channels, databaseUrl: office.url });
    worker.start();
    const isPending = async () => (await office.sql(`select 1 from message where status = 'pending'`)).length > 0;
    await eventually(async () => !(await isPending()), 120_000);
    await providers.allTold();
  }, 240_000);

  afterAll(async () => {
    await worker.stop();
    await callbacks.close();
    await providers.close();
    await office.close();
  });

  const post = async (channel: ChannelName, name: string, fault: object) => {
    const external = newId();
    const sender = await office.sender(channel, { external, seal: await providers.account(channel, external) });
    await providers.fault({ channel, account: external, ...fault });
    const body = `${channel}: ${name}`;
    messages.set(body, await office.queue(sender, { body }));
  };

  describe.each(CHANNELS)('through %s', (channel) => {
    it.each(CASES)('$name', async ({ name, ...outcome }) => {
      const body = `${channel}: ${name}`;
      const { status, failure_code } = await office.fate(messages.get(body)!);
      const arrivals = (await providers.arrivals({ text: body })).length;
      const expected = channel === 'gmail' ? outcome.gmail : outcome.others;
      expect({ status, failure_code, arrivals }).toMatchObject(expected);
    });
  });
});

describe('a mail that Outlook took, and shows as a draft for long', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(() => desk.close());

  it('leaves once though the answer was lost', async () => {
    await desk.providers.control('behaviour', { graph_move_ms: 60_000 });
    const from = await desk.sender('outlook');
    await desk.providers.fault({ channel: 'outlook', account: from.external_account_id, action: 'reset_after' });
    const id = await desk.office.queue(from, { body: 'A draft for long' });
    desk.work();
    const fate = await desk.settled(id);
    expect(fate).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown', transmit_count: 1 });
    expect(await desk.providers.arrivals({ text: 'A draft for long' })).toHaveLength(1);
  });
});
