import pg from 'pg';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { newId } from '#platform';
import { PipelinedReads } from '../../libs/crm-domain/src/db/driver/pipelined-reads.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { holdTables } from '../support/hold-tables.js';
import { END_LOCK_WAITS, LOCK_WAITS } from '../support/lock-waits.js';

const WHO = { name: 'who', text: 'select pg_backend_pid() as pid, $1::int as n' };
const COUNT = { name: 'count', text: 'select 1 as n, $1::int, (select count(*) from workspace)' };
/** Not to be asked within a transaction, which sees one moment alone. */
const LOCKED = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
const SLEEP = { name: 'slow', text: 'select pg_backend_pid() as pid, pg_sleep($1)' };

describe('connections that brief statements share', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  let shared: PipelinedReads;
  let now = 0;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    pool = poolOf({ max: 4 });
    shared = new PipelinedReads(pool, () => now);
    // All of them are there, so that none has to be made while a test counts.
    const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    for (const client of clients) client.release();
  });
  afterEach(() => pool.end());

  function poolOf(config: pg.PoolConfig): pg.Pool {
    const made = new pg.Pool({ connectionString: database.url, pipeline: true, ...config });
    made.on('error', () => undefined);
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  }

  const ask = async (statement: { name: string; text: string }, value: number) =>
    (await shared.rows(statement, [value]))[0] as { pid: number; n: number };
  const together = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => ask(WHO, n)));

  /** Has whoever reads workspaces wait, until what it gives is called. */
  async function lock(): Promise<() => Promise<void>> {
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('lock table workspace');
    return async () => {
      await holder.query('rollback');
      holder.release();
    };
  }

  it('take what comes at once, and answer each with its own', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await together(50);
      expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
      expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
      expect([pool.idleCount, pool.totalCount]).toEqual([4, 4]);
    }
  });

  it('are left to those that are slow by those that come later', async () => {
    const slow = Promise.allSettled([ask(SLEEP, 60), ask(WHO, 1)]);
    now += 5;
    const later = await ask(WHO, 2);
    const text = 'select pid from pg_stat_activity where query = $1';
    let busy: { pid: number }[] = [];
    await eventually(async () => (busy = (await pool.query(text, [SLEEP.text])).rows).length === 1);
    expect(later.pid).not.toBe(busy[0]!.pid);
    await pool.query('select pg_cancel_backend($1::int)', [busy[0]!.pid]);
    expect((await slow)[0]).toMatchObject({ reason: { code: '57014' } });
  });

  it('fail one statement at a time, and are then given up', async () => {
    const wrong = { name: 'wrong', text: 'select 1 / $1::int as n, pg_backend_pid() as pid' };
    const asked = [ask(WHO, 1), ask(wrong, 0), ask(WHO, 2)];
    const [before, failed, after] = await Promise.allSettled(asked);
    expect(failed).toMatchObject({ reason: { code: '22012' } });
    expect([before, after]).toMatchObject([{ value: { n: 1 } }, { value: { n: 2 } }]);
    const { pid } = (before as PromiseFulfilledResult<{ pid: number }>).value;
    expect(new Set((await together(9)).map((each) => each.pid))).not.toContain(pid);
    expect([pool.idleCount, pool.totalCount]).toEqual([3, 3]);
  });

  it('fail for the same reason what was to be prepared by what failed', async () => {
    const unlock = await lock();
    const alone = poolOf({ max: 1, lock_timeout: 50 });
    shared = new PipelinedReads(alone, () => now);
    const refused = await Promise.allSettled([ask(COUNT, 1), ask(COUNT, 2)]);
    await unlock();
    expect(refused).toMatchObject([{ reason: { code: '55P03' } }, { reason: { code: '55P03' } }]);
    expect(await ask(COUNT, 3)).toMatchObject({ n: 1 });
    await alone.end();
  });

  it('are not waited for by one statement after the other where a lock is', async () => {
    const alone = poolOf({ max: 1, lock_timeout: 300 });
    await alone.query({ ...COUNT, values: [1] });
    shared = new PipelinedReads(alone, () => now);
    const unlock = await lock();
    const later = ask(COUNT, 0).catch(() => ask(WHO, 9));
    // 400 times 0.3 s are more than this test may take.
    const refused = await Promise.allSettled(Array.from({ length: 400 }, (_, n) => ask(COUNT, n)));
    await unlock();
    expect(await later).toMatchObject({ n: 9 });
    for (const each of refused) expect(each).toMatchObject({ reason: { code: '55P03' } });
    expect(await ask(COUNT, 3)).toMatchObject({ n: 1 });
    await alone.end();
  });

  it('may be lost: what they carried is asked of another once more', async () => {
    const unlock = await lock();
    const asked = [ask(COUNT, 1), ask(WHO, 2), ask(WHO, 3)];
    await eventually(async () => (await pool.query(`select pg_terminate_backend(pid) ${LOCKED}`)).rowCount === 1);
    await unlock();
    expect((await Promise.all(asked)).map(({ n }) => n)).toEqual([1, 2, 3]);
    expect((await together(3)).map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(pool.waitingCount).toBe(0);
  });

  it('tell how many wait for them', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    const asked = together(9);
    const meanwhile = [pool.waitingCount, shared.waiting];
    for (const client of clients) client.release();
    await asked;
    expect([meanwhile, [pool.waitingCount, shared.waiting]]).toEqual([
      [1, 8],
      [0, 0],
    ]);
  });

  it('say so when there is none to take', async () => {
    const alone = poolOf({ max: 1, connectionTimeoutMillis: 100 });
    shared = new PipelinedReads(alone, () => now);
    const client = await alone.connect();
    const refused = await Promise.allSettled([ask(WHO, 1), ask(WHO, 2)]);
    client.release();
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await alone.end();
  });

  it('are had by others in turn, though statements never cease', async () => {
    const alone = poolOf({ max: 1 });
    shared = new PipelinedReads(alone);
    let goesOn = true;
    let asked = 0;
    const reader = async () => {
      while (goesOn) await ask(WHO, ++asked);
    };
    const readers = Array.from({ length: 8 }, reader);
    for (let turn = 0; turn < 20; turn++) {
      const client = await alone.connect();
      await client.query('begin');
      const before = asked;
      await client.query('commit');
      // Whatever came meanwhile has waited for it.
      expect(asked - before).toBeLessThanOrEqual(8);
      client.release();
    }
    goesOn = false;
    await Promise.all(readers);
    await alone.end();
  });
});

describe('a service whose brief statements share connections', () => {
  let database: FreshDatabase;
  let domain: Domain;
  let others: pg.Pool;
  let unlock: () => Promise<void>;
  beforeEach(async () => {
    database = await freshDatabase();
    domain = await openDomain({ url: database.url, poolSize: 4 });
    others = new pg.Pool({ connectionString: database.url });
    unlock = await holdTables(others, ['workspace', 'event_head']);
  });
  afterEach(async () => {
    await others.end();
    await domain.close();
    await database.drop();
  });

  const via = { origin: 'rest-api', request_id: newId() } as const;
  const caller = { workspace_id: newId(), api_key_id: newId(), user_id: null, client_id: null, trusted: false, via };
  const find = () => domain.db.autocommit(caller.workspace_id, (stores) => stores.access.find(caller));
  const head = () => domain.db.autocommit(caller.workspace_id, (stores) => stores.events.head());

  it('sends them without waiting, and each of the others on a connection of its own', async () => {
    expect((domain.source.driver as unknown as { master: pg.Pool }).master.options.pipeline).toBe(true);
    const asked = [find(), find(), find(), head(), head(), head()];
    await eventually(async () => (await others.query(LOCK_WAITS)).rowCount === 4);
    await unlock();
    await Promise.all(asked);
  });

  it('outlives the loss of the first connection, which was there before anybody asked', async () => {
    const asked = [find(), find()];
    // On a Citus both ask the coordinator first, for the node, and may come to it on a connection each.
    await eventually(async () => (await others.query(END_LOCK_WAITS)).rowCount! > 0);
    await unlock();
    expect(await Promise.all(asked)).toEqual([undefined, undefined]);
  });
});
