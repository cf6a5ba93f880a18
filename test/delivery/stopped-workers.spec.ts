import { setTimeout as sleep } from 'node:timers/promises';
import { CHANNELS, DELIVERY_NUMBERS, type ChannelName } from '#crm-domain';
import { newId } from '#platform';
import { eventually } from '../support/eventually.js';
import { BRIEF } from './support/brief-times.js';
import { hearCallbacks } from './support/callbacks.js';
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
    it.each(STOPPED_AT[channel])('at %s: what arrived is what is said, and it changes neither', async (point) => {
      const body = `${channel} ${point}`;
      const { process, messageId, fate } = zombies.get(body)!;
      await process.wrote('had been given up');
      expect(await office.fate(messageId)).toEqual(fate);
      expect(await providers.arrivals({ text: body })).toHaveLength(fate!.status === 'sent' ? 1 : 0);
    });
  });
});
