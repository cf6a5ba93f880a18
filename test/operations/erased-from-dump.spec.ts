import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, type ErasureWire } from '#crm-domain/operations';
import { eventually } from '../support/eventually.js';
import { placeOfServers, PostgresNode } from '../support/postgres-node.js';
import { Caller } from '../support/rest.js';
import { Deployment } from './support/deployment.js';
import { aPersonAmongOthers, EMAIL, tracesIn } from './support/person-to-erase.js';
import type { Service } from './support/service.js';

/** Where the programs of a whole installation of Postgres are: pg_dump reads no server newer than itself. */
function installedPostgres(pgConfig: string): string | undefined {
  const programs = spawnSync(pgConfig, ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const isWhole = programs && ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(join(programs, name)));
  return isWhole ? programs : undefined;
}

const programs = installedPostgres(process.env.PG_CONFIG ?? 'pg_config');
const DUMP_TITLE = 'leaves nothing in what pg_dump writes, and every row of another workspace as it was';
const ends: (() => unknown)[] = [];

let deployment: Deployment;
let service: Service & { metricsUrl: string };
let neighbour: string;
let pool: pg.Pool;
let before: string;
let done: ErasureWire;

beforeAll(async () => {
  if (programs) await useOwnServer(programs);
  deployment = await Deployment.make();
  ends.push(() => deployment.stop());
  service = await deployment.start('rest-api', { LOG_LEVEL: 'trace' });
  pool = new pg.Pool({ connectionString: deployment.databaseUrl, max: 1 });
  ends.push(() => pool.end());

  neighbour = deployment.workspace_id;
  await new Caller(service.url, `Bearer ${deployment.api_key}`)
    .post('/v1/records/people', { data: { name: 'Ina Neighbour', email_addresses: ['ina@other.example'] } })
    .expect(200);
  const { workspace_id, api_key } = await deployment.newWorkspace();
  await aPersonAmongOthers({ sql }, new Caller(service.url, `Bearer ${api_key}`), workspace_id);
  await eventually(async () => (await sql('select from event_pending limit 1')).length === 0);
  if (programs) before = dumped(programs);
  done = await erased();
}, 240_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** From here on the databases of this file are on a server that pg_dump can read. */
async function useOwnServer(from: string): Promise<void> {
  const place = placeOfServers(from);
  ends.push(() => rmSync(place.dir, { recursive: true, force: true, maxRetries: 5 }));
  const node = await PostgresNode.make(place, 'data');
  ends.push(() => node.stop());
  await migrate(node.url('template1'));
  process.env.TEST_DATABASE_URL = node.url('template1');
  delete process.env.TEST_DATABASE_NODES;
}

async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row & pg.QueryResultRow>(text, values)).rows;
}

/** As an admin asks for it, over HTTP. */
async function erased(): Promise<ErasureWire> {
  const { domain, idp, subject, workspace_id, env } = deployment;
  const admin = { email: 'ada@example.com', name: 'Ada Example', role: 'admin' as const };
  await domain.workspaces.addMember({ workspace_id, issuer: idp.url, subject, ...admin });
  const by = new Caller(service.url, `Bearer ${deployment.token(env.BASE_URL)}`);
  const { body } = await by.post('/v1/persons/erase', { email: EMAIL }).expect(200);
  const path = `/v1/persons/erasures/${(body.data as ErasureWire).id.erasure_id}`;
  let last: ErasureWire | undefined;
  await eventually(async () => {
    last = (await by.get(path).expect(200)).body.data as ErasureWire;
    return last.finished_at !== null;
  }, 120_000);
  return last!;
}

function dumped(from: string): string {
  const options = { encoding: 'utf8' as const, maxBuffer: 1024 ** 3 };
  return execFileSync(join(from, 'pg_dump'), [`--dbname=${deployment.databaseUrl}`], options);
}

const linesOfNeighbour = (dump: string) => dump.split('\n').filter((line) => line.includes(neighbour));

describe('a person who was erased over HTTP', () => {
  it('is gone by the certificate', () => {
    expect(done).toMatchObject({ state: 'completed', failure: null, certificate: { records: 50 } });
    expect(done.certificate!.erased).toMatchObject({ message: 303 });
  });

  it('is in no line that the service has logged, before or since', () => {
    expect(service.requests.length).toBeGreaterThan(90);
    expect(tracesIn(service.output)).toEqual([]);
  });

  it('is in no metric', async () => {
    const metrics = await (await fetch(service.metricsUrl)).text();
    expect(metrics).toContain('http_');
    expect(tracesIn(metrics)).toEqual([]);
  });

  if (programs)
    it(DUMP_TITLE, () => {
      expect(tracesIn(before).length).toBeGreaterThan(300);
      const after = dumped(programs);
      expect(tracesIn(after)).toEqual([]);
      expect(linesOfNeighbour(before).length).toBeGreaterThan(10);
      expect(linesOfNeighbour(after).sort()).toEqual(linesOfNeighbour(before).sort());
    });
  else process.stderr.write(`NOT RUN, since pg_config names no server with pg_dump: ${DUMP_TITLE}\n`);
});
