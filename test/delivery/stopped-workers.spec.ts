import { setTimeout as sleep } from 'node:timers/promises';
import { CHANNELS, DELIVERY_NUMBERS, type ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';
import { eventually } from '../support/eventually.js';
import { BRIEF } from './support/brief-times.js';
import { hearCallbacks } from './support/callbacks.js';
import { Desk } from './support/desk.js';
import { PostOffice, type Fate } from './support/post-office.js';
import { StandIns } from './support/stand-ins.js';
import type { Point } from './support/strike.js';
import { WorkerProcess } from './support/worker-process.js';

/** Stopped where a message is about to leave, or has left: in its own eyes it is in time when it goes on. */
const STOPPED_AT: Record<ChannelName, Point[]> = {
  gmail: ['P2', 'FENCED', 'P4'],
  outlook: ['FENCED'],
  whatsapp: ['FENCED'],
  facebook: ['P2', 'FENCED', 'P4'],
  instagram: ['FENCED'],
};

interface Zombie {
  process: WorkerProcess;
  messageId: string;
  /** As others had left it when it went on. */
  fate?: Fate;
}

describe('a worker that was stopped until others had given it up', () => {
  let office: PostOffice;
  let providers: StandIns;
  let callbacks: Awaited<ReturnType<typeof hearCallbacks>>;
  const zombies = new Map<string, Zombie>();

  beforeAll(async () => {
    [office, providers] = [await PostOffice.open(), await StandIns.start()];
    callbacks = await hearCallbacks(office, office.deliveries());
    await providers.control('behaviour', { meta_webhook_url: callbacks.url });
    for (const channel of CHANNELS) for (const point of STOPPED_AT[channel]) await stopAt(channel, point);
    await office.sql(`update message_delivery set lease_until = now(), run_at = now() where lease_owner is not null`);
    const others = WorkerProcess.start(providers.url, { databaseUrl: office.url, numbers: BRIEF });
    const isPending = async () => (await office.sql(`select 1 from message where status = 'pending'`)).length > 0;
    await eventually(async () => !(await isPending()), 180_000).finally(() => others.end());
    await providers.allTold();
    await sleep(BRIEF.fenceMs!);
    for (const zombie of zombies.values()) zombie.fate = await office.fate(zombie.messageId);
    for (const { process } of zombies.values()) process.kill('SIGCONT');
  }, 600_000);

  afterAll(async () => {
    await Promise.all([...zombies.values()].map(({ process }) => process.end()));
    await callbacks.close();
    await providers.close();
    await office.close();
  });

  const stopAt = async (channel: ChannelName, point: Point) => {
    const external = newId();
    const sender = await office.sender(channel, { external, seal: await providers.account(channel, external) });
    const body = `${channel} ${point}`;
    const messageId = await office.queue(sender, { body });
    const strike = { point, signal: 'SIGSTOP' } as const;
    const numbers = { ...BRIEF, leaseMs: DELIVERY_NUMBERS.leaseMs, pollMs: DELIVERY_NUMBERS.giveUpMs };
    const process = WorkerProcess.start(providers.url, { databaseUrl: office.url, numbers, strike });
    await process.wrote('struck');
    zombies.set(body, { process, messageId });
  };

  describe.each(CHANNELS)('on the way to %s', (channel) => {
    it.each(STOPPED_AT[channel])('at %s: what arrived is what is said, and it sends nothing', async (point) => {
      const body = `${channel} ${point}`;
      const { process, messageId, fate } = zombies.get(body)!;
      // It alone knows that nothing left.
      const isTold = point === 'FENCED' && fate!.failure_code === 'outcome_unknown';
      await process.wrote(isTold ? 'woke_up_late' : 'had been given up');
      expect(await office.fate(messageId)).toEqual(isTold ? { ...fate, failure_code: 'woke_up_late' } : fate);
      expect(await providers.arrivals({ text: body })).toHaveLength(fate!.status === 'sent' ? 1 : 0);
    });
  });
});

describe('a worker that was stopped while it waited for the answer', () => {
  let desk: Desk;
  let process: WorkerProcess | undefined;

  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    await process?.end();
    await desk.rest();
  });
  afterAll(() => desk.close());

  it('has a message sent that others look for, when the answer it finds is that it was not taken for the moment', async () => {
    const from = await desk.sender('whatsapp');
    await desk.providers.fault({
      action: 'answer',
      status: 429,
      account: from.external_account_id,
      headers: { 'retry-after': '1' },
    });
    const messageId = await desk.office.queue(from);
    const strike = { point: 'P4', signal: 'SIGSTOP' } as const;
    const numbers = { ...BRIEF, leaseMs: DELIVERY_NUMBERS.leaseMs, pollMs: DELIVERY_NUMBERS.giveUpMs };
    process = WorkerProcess.start(desk.providers.url, { databaseUrl: desk.office.url, numbers, strike });
    await process.wrote('struck');
    await desk.office.sql(`update message_delivery set lease_until = now(), run_at = now()`);
    desk.work({ lookMs: 100 });
    const lookedFor = async () => (await desk.office.fate(messageId)).attempt > 1;
    await eventually(lookedFor);
    expect(await desk.office.fate(messageId)).toMatchObject({ status: 'pending', transmit_count: 1 });
    process.kill('SIGCONT');
    expect(await desk.settled(messageId)).toMatchObject({ status: 'sent', transmit_count: 2 });
    expect(await desk.providers.arrivals({ channel: 'whatsapp' })).toHaveLength(1);
    await desk.providers.calmDown();
  });

  it('makes a message sent that others had given up, when the answer it finds is that it was accepted', async () => {
    // Nothing can be looked up at WhatsApp, and nothing is called back here.
    const from = await desk.sender('whatsapp');
    const account = from.external_account_id;
    const [callMs, slow] = [8000, 4000];
    await desk.providers.fault({ action: 'slow', ms: slow, account });
    const messageId = await desk.office.queue(from);
    const numbers = { ...BRIEF, callMs, leaseMs: DELIVERY_NUMBERS.leaseMs, pollMs: DELIVERY_NUMBERS.giveUpMs };
    process = WorkerProcess.start(desk.providers.url, { databaseUrl: desk.office.url, numbers });
    await eventually(async () => (await desk.office.fate(messageId)).state === 'transmitting');
    // Until the call is written, of which the stand-in says nothing before it has answered.
    await sleep(slow / 4);
    process.kill('SIGSTOP');
    const answered = () => desk.providers.calls({ call: 'send', account });
    await eventually(async () => (await answered()).some(({ outcome }) => outcome === 200));
    await sleep(callMs);
    await desk.office.sql(
      `update message_delivery set lease_until = now(), run_at = now() where lease_owner is not null`,
    );
    desk.work({ unknownMs: 0 });
    expect(await desk.settled(messageId)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
    process.kill('SIGCONT');
    await eventually(async () => (await desk.office.fate(messageId)).status === 'sent');
    expect(await desk.office.fate(messageId)).toMatchObject({ transmit_count: 1, failure_code: null });
    expect(await desk.providers.calls({ call: 'send', account })).toHaveLength(1);
  });
});
