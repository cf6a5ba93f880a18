import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Deployment } from './support/deployment.js';
import type { Service } from './support/service.js';

const COUNT = 200;
/** Parts of the time that a whole batch takes, at which its service is killed. */
const MOMENTS = [0.2, 0.5, 0.8];

interface Answer {
  applied: boolean;
  data: { status: number; data?: { id: string } }[];
}

describe('a batch whose service is killed', () => {
  let deployment: Deployment;
  let service: Service;
  let pool: pg.Pool;
  /** How long a batch takes that nobody kills, in milliseconds. */
  let duration: number;
  beforeAll(async () => {
    deployment = await Deployment.make();
    pool = new pg.Pool({ connectionString: deployment.databaseUrl, max: 1 });
    await restart();
    const begun = performance.now();
    await send('first', { mode: 'each' });
    duration = performance.now() - begun;
  }, 120_000);
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await pool?.end();
    await deployment?.stop();
  });

  const restart = async () => {
    await service?.stop('SIGKILL');
    service = await deployment.start('rest-api', { RATE_LIMIT_BATCHED_WRITES_PER_SECOND: '0' });
  };

  /** Creates and one record that cannot be, unless all of them are to be or none. */
  async function send(name: string, { mode, key }: { mode: 'atomic' | 'each'; key?: string }): Promise<Answer> {
    const items: object[] = Array.from({ length: COUNT }, (_, n) => ({
      op: n % 5 ? 'create' : 'upsert',
      ...(n % 5 ? {} : { match: 'domains' }),
      data: { name, domains: [`${name}-${n}.example.com`] },
    }));
    if (mode === 'each') items[7] = { op: 'create', data: { name, domains: [`${name}-1.example.com`] } };
    const headers = {
      Authorization: `Bearer ${deployment.api_key}`,
      'Content-Type': 'application/json',
      ...(key && { 'Idempotency-Key': key }),
    };
    const body = JSON.stringify({ mode, items, format: 'concise' });
    const response = await fetch(`${service.url}/v1/records/companies/batch`, { method: 'POST', headers, body });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  const killedAt = async (part: number, name: string, how: Parameters<typeof send>[1]) => {
    const sent = send(name, how).catch(() => undefined);
    await sleep(part * duration);
    service.child.kill('SIGKILL');
    await service.ended;
    await sent;
  };

  /** The records of a batch by the order of their items. */
  async function stored(name: string): Promise<string[]> {
    const { rows } = await pool.query<{ id: string; n: number }>(
      `select r.record_id as id, substring(u.v from '-(\\d+)\\.')::int as n
        from record_unique u join record r using (workspace_id, record_id)
        where u.workspace_id = $1 and r.label = $2 order by n`,
      [deployment.workspace_id, name],
    );
    return rows.map(({ id }) => id);
  }

  it.each(MOMENTS)(
    'atomic is done as a whole or not at all, at %s of its time',
    async (part) => {
      const name = `atomic${part}`.replace('.', '');
      await killedAt(part, name, { mode: 'atomic' });
      expect([0, COUNT]).toContain((await stored(name)).length);
      await restart();
    },
    60_000,
  );

  it.each(MOMENTS)(
    'with a key is exactly what it is answered when it is sent again, at %s of its time',
    async (part) => {
      const name = `keyed${part}`.replace('.', '');
      const how = { mode: 'each', key: name } as const;
      await killedAt(part, name, how);
      await restart();
      const { data } = await send(name, how);
      expect(data.flatMap(({ status }, n) => (status === 200 ? [] : [n]))).toEqual([7]);
      expect(await stored(name)).toEqual(data.flatMap((each) => each.data?.id ?? []));
      expect(await send(name, how)).toEqual({ applied: true, data });
    },
    60_000,
  );

  it.each(MOMENTS)(
    'each has done its first items and none after them, at %s of its time',
    async (part) => {
      const name = `each${part}`.replace('.', '');
      await killedAt(part, name, { mode: 'each' });
      const done = await stored(name);
      expect(done.length).toBeLessThan(COUNT);
      await restart();
      const { rows } = await pool.query<{ n: number }>(
        `select substring(u.v from '-(\\d+)\\.')::int as n from record_unique u join record r using (workspace_id, record_id)
        where u.workspace_id = $1 and r.label = $2 order by n`,
        [deployment.workspace_id, name],
      );
      const expected = Array.from({ length: COUNT }, (_, n) => n).filter((n) => n !== 7);
      expect(rows.map(({ n }) => n)).toEqual(expected.slice(0, rows.length));
    },
    60_000,
  );
});
