import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { JobQueue, installJobQueue, logger, type JobKind } from '#platform';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

logger.level = process.env.LOG_LEVEL ?? 'silent';

interface Errand {
  what: string;
}

const ERRAND: JobKind<Errand> = { name: 'errand', retries: 3, expires: 60 };

describe('the job queue', () => {
  let database: FreshDatabase;
  let queues: JobQueue[];
  let sql: pg.Pool;
  beforeEach(async () => {
    database = await freshDatabase();
    queues = [];
    sql = new pg.Pool({ connectionString: database.url, max: 1 });
    sql.on('error', () => undefined);
  });
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop()));
    await sql.end();
    await database.drop();
  });

  function opened(prepare: (queue: JobQueue) => void = () => undefined): JobQueue {
    const queue = new JobQueue(database.url);
    prepare(queue);
    queue.start();
    queues.push(queue);
    return queue;
  }

  /** Sends as soon as the queue is open. */
  function send(queue: JobQueue, data: Errand, sending = {}): Promise<void> {
    return eventually(async () =>
      queue.send(ERRAND, data, sending).then(
        () => true,
        () => false,
      ),
    );
  }

  it('runs in one process what another one sent', async () => {
    const done: string[] = [];
    opened((queue) => queue.work(ERRAND, async ({ what }) => void done.push(what)));
    await send(opened(), { what: 'post the letter' });
    await eventually(async () => done.length > 0);
    expect(done).toEqual(['post the letter']);
  });

  it('keeps a job for whoever works on it later', async () => {
    await send(opened(), { what: 'wait for me' });
    const done: string[] = [];
    opened((queue) => queue.work(ERRAND, async ({ what }) => void done.push(what)));
    await eventually(async () => done.length > 0);
    expect(done).toEqual(['wait for me']);
  });

  it('works through jobs that have waited without a pause in between', async () => {
    const sender = opened();
    for (let n = 0; n < 20; n++) await send(sender, { what: `${n}` }, { key: `${n}` });
    let done = 0;
    opened((queue) => queue.work(ERRAND, async () => void done++));
    // With the pause after which a queue is looked at anew it would be twice as long as this waits.
    await eventually(() => done === 20, 50_000);
  });

  it('drops what is sent beside a waiting job of the same key', async () => {
    const sender = opened();
    for (const what of ['first', 'second']) await send(sender, { what }, { key: 'same' });
    await send(sender, { what: 'third' }, { key: 'other' });
    const { rows } = await sql.query<{ what: string }>(
      `select data ->> 'what' as what from pgboss.job where name = 'errand' order by created_on`,
    );
    expect(rows.map(({ what }) => what)).toEqual(['first', 'third']);
  });

  it('leaves a place for others beside one tenant with many jobs that take long', async () => {
    const kind: JobKind<Errand> = { ...ERRAND, ofOneTenant: 3 };
    const begun: string[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const run = async ({ what }: Errand) => {
      begun.push(what);
      await ended;
    };
    const queue = opened((each) => each.work(kind, run, 4));
    const sendLong = (n: number) => send(queue, { what: 'long' }, { key: `${n}`, tenant: 'one' });
    for (let n = 1; n <= 3; n++) {
      await sendLong(n);
      await eventually(async () => begun.length === n);
    }
    for (let n = 4; n <= 20; n++) await sendLong(n);
    await send(queue, { what: 'other' }, { key: 'other', tenant: 'other' });
    await eventually(async () => begun.length === 4);
    expect(begun).toEqual(['long', 'long', 'long', 'other']);
    end();
    await eventually(async () => begun.length === 21, 60_000);
  });

  it('soon gives the places of a killed process to the other jobs of their tenant', async () => {
    const kind: JobKind<Errand> = { ...ERRAND, ofOneTenant: 3 };
    const sender = opened();
    for (const key of ['1', '2', '3']) await send(sender, { what: 'killed' }, { key, tenant: 'one' });
    // As their process left them, two minutes after it was killed.
    await sql.query(`update pgboss.job set state = 'active', expire_seconds = 900, started_on = now() - interval '2 minutes',
      heartbeat_on = now() - interval '2 minutes' where name = 'errand'`);
    await send(sender, { what: 'next' }, { key: '4', tenant: 'one' });
    await supervise(kind.name);
    const done: string[] = [];
    opened((queue) => queue.work(kind, async ({ what }) => void done.push(what), 4));
    await eventually(async () => done.length === 4, 30_000);
    expect(done.sort()).toEqual(['killed', 'killed', 'killed', 'next']);
  });

  /** What pg-boss does once a minute. */
  async function supervise(name: string): Promise<void> {
    await sql.query(`update pgboss.queue set monitor_claim_on = null, monitor_on = null`);
    const boss = new PgBoss({
      connectionString: database.url,
      schema: 'pgboss',
      max: 1,
      supervise: false,
      schedule: false,
    });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.supervise(name);
    await boss.stop({ graceful: false });
  }

  it('begins those of a larger priority first', async () => {
    const sender = opened();
    for (const priority of [-2, 0, -1]) await send(sender, { what: `${priority}` }, { key: `${priority}`, priority });
    const done: string[] = [];
    opened((queue) => queue.work(ERRAND, async ({ what }) => void done.push(what)));
    await eventually(async () => done.length === 3);
    expect(done).toEqual(['0', '-1', '-2']);
  });

  it('begins a job with the largest priority that it was sent with', async () => {
    const sender = opened();
    for (const key of ['low', 'middle', 'late']) await send(sender, { what: key }, { key, priority: -2 });
    await send(sender, { what: 'high' }, { key: 'high', priority: -1 });
    for (const priority of [0, -3]) await send(sender, { what: 'again' }, { key: 'late', priority });
    const done: string[] = [];
    opened((queue) => queue.work(ERRAND, async ({ what }) => void done.push(what)));
    await eventually(async () => done.length === 4);
    expect(done).toEqual(['late', 'high', 'low', 'middle']);
  });

  it('does a job again that failed', async () => {
    let runs = 0;
    const worker = opened((queue) =>
      queue.work(ERRAND, async () => {
        if (++runs === 1) throw new Error('not yet');
      }),
    );
    await send(worker, { what: 'twice' });
    await eventually(async () => runs === 2);
  });

  it('opens once the database has its tables, and never makes them itself', async () => {
    await sql.query('drop schema pgboss cascade');
    const queue = opened();
    await expect(queue.send(ERRAND, { what: 'too early' })).rejects.toThrow('not open');
    await installJobQueue(database.url);
    await send(queue, { what: 'now' });
  });

  it('says that crm migrate is what a database without its tables lacks', async () => {
    await sql.query('drop schema pgboss cascade');
    const { warn } = logger;
    const said: string[] = [];
    logger.warn = ({ err }: { err: Error }) => void said.push(err.message);
    opened();
    await eventually(async () => said.length > 0);
    logger.warn = warn;
    expect(said).toEqual([expect.stringMatching(/run "crm migrate"\.$/)]);
  });

  it('asks running jobs to end when it stops', async () => {
    let hasEnded = false;
    const queue = new JobQueue(database.url);
    let begun!: () => void;
    const running = new Promise<void>((resolve) => (begun = resolve));
    queue.work(ERRAND, async (_errand, signal) => {
      begun();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      hasEnded = true;
    });
    queue.start();
    await send(queue, { what: 'endless' });
    await running;
    await queue.stop();
    expect(hasEnded).toBe(true);
  });
});
