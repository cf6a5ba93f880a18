import { CHANNELS, DELIVERY_NUMBERS, type ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';
import { eventually } from '../support/eventually.js';
import { PATIENT } from './support/brief-times.js';
import { hearCallbacks } from './support/callbacks.js';
import { PostOffice } from './support/post-office.js';
import { StandIns } from './support/stand-ins.js';
import { POINTS, type Point } from './support/strike.js';
import { WorkerProcess } from './support/worker-process.js';

const sent = { status: 'sent', arrivals: 1 };
const unknown = { status: 'failed', failure_code: 'outcome_unknown', arrivals: 0 };

const isMail = (channel: ChannelName) => channel === 'gmail' || channel === 'outlook';

/** Only mail has something to prepare; and whoever is gone at the fence is gone before the write. */
function killedAt(channel: ChannelName): Point[] {
  return POINTS.filter((point) => point !== 'FENCED' && (point !== 'P1' || isMail(channel)));
}

/** Gmail shows that a message has not left; of the others one that may have left is never sent twice. */
function expected(channel: ChannelName, point: Point) {
  return channel !== 'gmail' && point === 'P3' ? unknown : sent;
}

describe('a worker that is killed', () => {
  let office: PostOffice;
  let providers: StandIns;
  let callbacks: Awaited<ReturnType<typeof hearCallbacks>>;
  const messages = new Map<string, string>();

  beforeAll(async () => {
    [office, providers] = [await PostOffice.open(), await StandIns.start()];
    callbacks = await hearCallbacks(office, office.deliveries());
    await providers.control('behaviour', { meta_webhook_url: callbacks.url });
    for (const channel of CHANNELS) for (const point of killedAt(channel)) await killAt(channel, point);
    // What the dead had in hand is given up at once instead of after a minute.
    await office.sql(`update message_delivery set lease_until = now(), run_at = now() where lease_owner is not null`);
    await recover();
  }, 600_000);

  afterAll(async () => {
    await callbacks.close();
    await providers.close();
    await office.close();
  });

  const killAt = async (channel: ChannelName, point: Point) => {
    const external = newId();
    const sender = await office.sender(channel, { external, seal: await providers.account(channel, external) });
    const body = `${channel} ${point}`;
    messages.set(body, await office.queue(sender, { body }));
    const strike = { point, signal: 'SIGKILL' } as const;
    // However long the killing takes, none finds what those before had in hand.
    const numbers = { ...PATIENT, leaseMs: DELIVERY_NUMBERS.giveUpMs };
    const { gone } = WorkerProcess.start(providers.url, { databaseUrl: office.url, numbers, strike });
    expect(await gone).toMatchObject({ signal: 'SIGKILL' });
  };
  const recover = async () => {
    const worker = WorkerProcess.start(providers.url, { databaseUrl: office.url, numbers: PATIENT });
    const isPending = async () => (await office.sql(`select 1 from message where status = 'pending'`)).length > 0;
    await eventually(async () => !(await isPending()), 180_000).finally(() => worker.end());
    await providers.allTold();
  };

  describe.each(CHANNELS)('on the way to %s', (channel) => {
    it.each(killedAt(channel))('at %s: what arrived is what is said', async (point) => {
      const body = `${channel} ${point}`;
      const { status, failure_code } = await office.fate(messages.get(body)!);
      const arrivals = (await providers.arrivals({ text: body })).length;
      expect({ status, failure_code, arrivals }).toMatchObject(expected(channel, point));
    });
  });

  it('makes one draft for each mail, however often it is begun', async () => {
    const drafts = await providers.calls({ channel: 'gmail', call: 'draft' });
    const made = drafts.filter(({ path, outcome }) => path.endsWith('/drafts') && outcome === 200);
    expect(made).toHaveLength(killedAt('gmail').length);
  });
});
