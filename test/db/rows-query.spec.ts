import pg from 'pg';
import { performance as loop } from 'node:perf_hooks';
import { WorkTime } from '#crm-domain';
import { PipelinedReads } from '../../libs/crm-domain/src/db/driver/pipelined-reads.js';
import { rowsOf } from '../../libs/crm-domain/src/db/driver/rows-query.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const CIRCLE = pg.types.builtins.CIRCLE;

describe('rows of a statement', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are what the driver makes of them, of every type, each time', async () => {
    const text = `select n::int2 as small, n::int4 as whole, (n * 10000000000)::int8 as big, n::float8 / 3 as real, n::numeric as exact,
      case when n = 2 then null else 'text ' || n end as words, n = 1 as flag, now() as at, date '2026-01-31' as day, gen_random_uuid() is null as never,
      array['0197f000-0000-7000-8000-000000000001'::uuid] as ids, array['a,b', null, '"'] as texts, '{"a": [1]}'::json as plain, jsonb_build_object('n', n) as document
      from generate_series(1, $1::int) n`;
    const client = await pool.connect();
    await client.query('begin');
    for (const count of [3, 0, 1]) {
      const { rows } = await client.query({ text, values: [count] });
      expect(rows).toHaveLength(count);
      const named = await rowsOf(client, { name: 'every-type', text }, [count]);
      expect(named.map((row) => ({ ...(row as object) }))).toEqual(rows.map((row) => ({ ...(row as object) })));
      expect(await rowsOf(client, { text }, [count])).toEqual(named);
    }
    await client.query('commit');
    client.release();
  });

  it('have the columns of this moment though the name is known with others', async () => {
    const [one, two, three] = [await pool.connect(), await pool.connect(), await pool.connect()];
    await one.query('create table shifting (a int, b text)');
    await one.query(`insert into shifting values (1, 'b')`);
    const read = (by: pg.PoolClient) => rowsOf(by, { name: 'shifting', text: 'select * from shifting' }, []);
    expect(await read(one)).toEqual([{ a: 1, b: 'b' }]);
    await one.query('alter table shifting add column c int default 3');
    expect(await read(two)).toEqual([{ a: 1, b: 'b', c: 3 }]);
    await one.query('alter table shifting alter column a type text');
    expect(await read(three)).toEqual([{ a: '1', b: 'b', c: 3 }]);
    // What was prepared for other columns is refused, not misread.
    await expect(read(one)).rejects.toMatchObject({ code: '0A000' });
    for (const client of [one, two, three]) client.release();
  });

  it.each([
    ['alone', (statement: { text: string }) => rowsOf(pool, statement, [])],
    ['with others', (statement: { text: string }) => new PipelinedReads(pool).rows(statement, [])],
  ])('are not timed while they wait for a connection %s', async (_, ask) => {
    let idle = 0;
    const clock = jest
      .spyOn(loop, 'eventLoopUtilization')
      .mockImplementation(() => ({ idle, active: 0, utilization: 0 }));
    const taken = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    try {
      const time = new WorkTime();
      const rows = time.of(() => ask({ text: 'select 1 as n' }));
      idle = 5000;
      taken.pop()!.release();
      expect(await rows).toEqual([{ n: 1 }]);
      expect(time.seconds).toBe(0);
    } finally {
      for (const client of taken) client.release();
      clock.mockRestore();
    }
  });

  it('fail with what Postgres says, and leave a connection that goes on', async () => {
    const client = await pool.connect();
    const divided = (by: number) => rowsOf(client, { name: 'divided', text: 'select 1 / $1::int as n' }, [by]);
    await expect(divided(0)).rejects.toMatchObject({
      code: '22012',
    });
    await expect(rowsOf(client, { text: 'no statement' }, [])).rejects.toMatchObject({ code: '42601' });
    expect(await divided(1)).toEqual([{ n: 1 }]);
    client.release();
    await expect(rowsOf(pool, { text: 'select pg_terminate_backend(pg_backend_pid())' }, [])).rejects.toThrow();
    expect(await rowsOf(pool, { text: 'select 1 as n' }, [])).toEqual([{ n: 1 }]);
  });

  it('fail when one of them cannot be read', async () => {
    pg.types.setTypeParser(CIRCLE, () => {
      throw new Error('no circle');
    });
    const text = `select n, circle '((0,0),1)' from generate_series(1, 3) n`;
    await expect(rowsOf(pool, { text }, [])).rejects.toThrow('no circle');
    pg.types.setTypeParser(CIRCLE, (text) => text);
  });
});
