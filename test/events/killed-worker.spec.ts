import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlacedEvent } from '#crm-domain/events';
import { JobQueue } from '#platform';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { Receiver, verified } from './support/receiver.js';

const WRITERS = 8;
/** All of them together; `EVENT_WRITES=10000` is the long run. */
const WRITES = Number(process.env.EVENT_WRITES ?? 400);
const KEY = Buffer.alloc(32, 9);

describe('a webhook worker that is killed again and again', () => {
  let rest: Rest;
  let receiver: Receiver;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    const settings = { CREDENTIALS_KEYS: new Map([['k1', KEY]]), WEBHOOK_PRIVATE_ADDRESSES: true };
    rest = await Rest.start(settings, { alone: 'only the process that is killed delivers' });
    receiver = await Receiver.start();
    await rest.app.get(JobQueue).stop();
  });
  afterAll(async () => {
    for (const worker of started) worker.kill('SIGKILL');
    await receiver.stop();
    await rest.stop();
  });

  it('loses nothing and reorders nothing of a record, while eight write', async () => {
    const { body } = await rest.admin.post('/v1/webhooks', { url: receiver.url }).expect(200);
    const secret = body.data.secret as string;
    let writing = true;
    const workers = killAgainAndAgain(() => writing);
    await Promise.all([...Array(WRITERS).keys()].map((writer) => write(writer)));
    writing = false;
    const { kills, last } = await workers;
    const feed = await wholeFeed();
    await eventually(() => arrivals().size === feed.length, 300_000);
    last.kill('SIGKILL');

    expect(kills).toBeGreaterThan(2);
    expect(feed.map((event) => event.position)).toEqual(feed.map((_, at) => at + 1));
    expect(feed.filter((event) => event.kind.startsWith('record.'))).toHaveLength(WRITES);
    const first = arrivals();
    expect([...first.keys()].sort()).toEqual(feed.map((event) => event.event_id).sort());
    const disordered = [...bySubject([...first.values()])].filter(
      ([, positions]) => !positions.every((position, at) => at === 0 || position > positions[at - 1]!),
    );
    expect(disordered).toEqual([]);
    for (const each of receiver.received.slice(-50)) verified(each, secret);
  }, 600_000);

  /** Each event as it came for the first time, in the order of coming. */
  function arrivals(): Map<string, { position: number; subject: string }> {
    const first = new Map<string, { position: number; subject: string }>();
    for (const { event } of receiver.received) {
      const { event_id, position, subject } = event.data;
      if (!first.has(event_id)) first.set(event_id, { position, subject: subject.id });
    }
    return first;
  }

  function bySubject(events: { position: number; subject: string }[]): Map<string, number[]> {
    const subjects = new Map<string, number[]>();
    for (const { subject, position } of events) subjects.set(subject, [...(subjects.get(subject) ?? []), position]);
    return subjects;
  }

  async function write(writer: number): Promise<void> {
    const object = await anObject(rest);
    const { id } = await aRecord(rest, object, { name: 'start' });
    for (let n = 1; n < WRITES / WRITERS; n++) {
      if (n % 3 === 0) await aRecord(rest, object, { name: `${writer}-${n}` });
      else await rest.admin.patch(pathTo(object, id.record_id), { data: { name: `${writer}-${n}` } }).expect(200);
    }
  }

  async function wholeFeed(): Promise<PlacedEvent[]> {
    const events: PlacedEvent[] = [];
    for (let after = 0; ;) {
      const { body } = await rest.reader.get(`/v1/events?after=${after}&limit=500`).expect(200);
      events.push(...(body.data as PlacedEvent[]));
      after = body.pagination.next_after as number;
      if (!body.pagination.has_more) return events;
    }
  }

  async function killAgainAndAgain(writing: () => boolean): Promise<{ kills: number; last: ChildProcess }> {
    for (let kills = 0; ; kills++) {
      const worker = await startWorker();
      if (!writing() && kills > 2) return { kills, last: worker };
      const arrived = receiver.received.length;
      // Once all is written there may be nothing left to come.
      await eventually(() => receiver.received.length > arrived || !writing(), 120_000);
      await sleep(50 + Math.random() * 400);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
  }

  async function startWorker(): Promise<ChildProcess> {
    const file = new URL('../../dist/test/events/support/worker-main.js', import.meta.url).pathname;
    const { connectionString } = rest.pool.options as { connectionString: string };
    const env = { ...process.env, DATABASE_URL: connectionString, VAULT_KEY: KEY.toString('hex') };
    const worker = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(worker);
    const ended = once(worker, 'exit').then(() => Promise.reject(new Error('The worker did not start.')));
    await Promise.race([once(worker.stdout!, 'data'), ended]);
    return worker;
  }
});
