import pg from 'pg';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Deployment } from './support/deployment.js';
import type { Service } from './support/service.js';

const COUNT = 60;
/** The item that cannot be done, unless all of them are to be or none. */
const WRONG = 7;
// `KILL_POINTS` tries as many as one likes of the messages that a service sends to its database during a batch.
const POINTS = Number(process.env.KILL_POINTS ?? 4);

interface Answer {
  applied: boolean;
  data: { status: number; data?: { id: string } }[];
}

type Mode = 'atomic' | 'each';

describe('a batch whose service is killed', () => {
  let deployment: Deployment;
  let proxy: TcpProxy;
  let url: string;
  let service: Service;
  let pool: pg.Pool;
  beforeAll(async () => {
    deployment = await Deployment.make();
    pool = new pg.Pool({ connectionString: deployment.databaseUrl, max: 1 });
    ({ proxy, url } = await TcpProxy.before(deployment.databaseUrl));
    await restart();
  }, 120_000);
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await proxy?.cut();
    await pool?.end();
    await deployment?.stop();
  });

  const restart = async () => {
    await service?.stop('SIGKILL');
    const env = { DATABASE_URL: url, RATE_LIMIT_BATCHED_WRITES_PER_SECOND: '0' };
    service = await deployment.start('rest-api', env);
  };

  /** Creates, upserts, and updates of what was created just before. */
  async function send(name: string, { mode, key }: { mode: Mode; key?: string }): Promise<Answer> {
    const items: object[] = Array.from({ length: COUNT }, (_, n) => {
      if (isUpdate(n)) return { op: 'update', record: { $ref: String(n - 1) }, data: { employee_count: n } };
      const data = { name, domains: [`${name}-${n}.example.com`] };
      return n % 5 ? { op: 'create', data, ref: String(n) } : { op: 'upsert', match: 'domains', data };
    });
    if (mode === 'each') items[WRONG] = { op: 'create', data: { name, domains: [`${name}-1.example.com`] } };
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

  const isUpdate = (n: number) => n % 10 === 9;

  /** How many messages the service sends to its database during a batch that nobody kills. */
  async function messagesOf(name: string, how: Parameters<typeof send>[1]): Promise<number> {
    let count = 0;
    proxy.onPiece = () => count++;
    await send(name, how);
    proxy.onPiece = undefined;
    return count;
  }

  /** The service is gone as soon as it has sent so many messages: what was sent still arrives. */
  async function killedAfter(messages: number, name: string, how: Parameters<typeof send>[1]): Promise<void> {
    let count = 0;
    proxy.onPiece = () => {
      if (++count === messages) service.child.kill('SIGKILL');
    };
    await send(name, how).catch(() => undefined);
    proxy.onPiece = undefined;
    service.child.kill('SIGKILL');
    await service.ended;
    await restart();
  }

  /** The items that have been done, by their places, with the records that they wrote. */
  async function done(name: string): Promise<{ n: number; id: string }[]> {
    const { rows } = await pool.query<{ id: string; n: number; updated: number | null }>(
      `select r.record_id as id, substring(u.v from '-(\\d+)\\.')::int as n,
          (select max(i.v)::int from index_number i where i.workspace_id = $1 and i.record_id = r.record_id) as updated
        from record_unique u join record r using (workspace_id, record_id)
        where u.workspace_id = $1 and r.label = $2`,
      [deployment.workspace_id, name],
    );
    const items = rows.flatMap(({ id, n, updated }) => [{ n, id }, ...(updated === null ? [] : [{ n: updated, id }])]);
    return items.sort((a, b) => a.n - b.n);
  }

  const PLACES = Array.from({ length: COUNT }, (_, n) => n);

  /** Does what `check` says after kills at moments that are spread over a whole batch. */
  async function atEachPoint(how: Parameters<typeof send>[1], check: (name: string) => Promise<void>): Promise<void> {
    const stem = `${how.mode}${how.key ?? ''}`;
    const whole = await messagesOf(`${stem}whole`, { ...how, ...(how.key && { key: `${how.key}whole` }) });
    const points = Math.min(POINTS, whole);
    for (let point = 1; point <= points; point++) {
      const name = `${stem}${point}`;
      await killedAfter(Math.ceil((point * whole) / points), name, { ...how, ...(how.key && { key: name }) });
      await check(name);
    }
  }

  it(
    'atomic is done as a whole or not at all',
    () =>
      atEachPoint({ mode: 'atomic' }, async (name) => {
        expect([0, COUNT]).toContain((await done(name)).length);
      }),
    60_000 + POINTS * 20_000,
  );

  it(
    'each has done its first items and none after them',
    () =>
      atEachPoint({ mode: 'each' }, async (name) => {
        const places = (await done(name)).map(({ n }) => n);
        expect(places).toEqual(PLACES.filter((n) => n !== WRONG).slice(0, places.length));
      }),
    60_000 + POINTS * 20_000,
  );

  it(
    'with a key is exactly what it is answered when it is sent again',
    () =>
      atEachPoint({ mode: 'each', key: 'key' }, async (name) => {
        const how = { mode: 'each', key: name } as const;
        const { data } = await send(name, how);
        expect(data.flatMap(({ status }, n) => (status === 200 ? [] : [n]))).toEqual([WRONG]);
        expect(await done(name)).toEqual(data.flatMap((each, n) => (each.data ? [{ n, id: each.data.id }] : [])));
        expect(await send(name, how)).toEqual({ applied: true, data });
      }),
    60_000 + POINTS * 20_000,
  );
});
