import pg from 'pg';
import { openDomain } from '#auth';
import type { Caller, Domain } from '#crm-domain';
import { migrate } from '#crm-domain/operations';
import { SchemaStore, type Session, type WorkspaceSchema } from '../product.js';
import { bulkLoad } from './bulk-load.js';
import { company, contact } from './contact.js';
import { withoutIndexes } from './indexes.js';
import { makeWorld } from './make-world.js';
import { TABLES } from './rows.js';
import { OBJECT, type World } from './world.js';

const COMPANIES_SHARE = 0.05;
const SAMPLE = 20_000;

/** Fills a fresh database with a workspace for each size. */
export async function prepare(url: string, sizes: readonly number[]): Promise<void> {
  await migrate(url);
  const domain = await openDomain(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    options: '-c maintenance_work_mem=1GB -c synchronous_commit=off',
  });
  try {
    const worlds: World[] = [];
    for (const size of sizes) worlds.push(await makeWorld(domain, size));
    await withoutIndexes(pool, Object.keys(TABLES), async () => {
      for (const world of worlds) await fill(domain, pool, world);
    });
    await pool.query('create table bench_world (records int primary key, world jsonb not null)');
    for (const world of worlds)
      await pool.query('insert into bench_world values ($1, $2)', [world.records, JSON.stringify(world)]);
    await pool.query('vacuum (freeze, analyze)');
    await pool.query('checkpoint');
  } finally {
    await pool.end();
    await domain.close();
  }
}

export async function readWorlds(url: string): Promise<World[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { rows } = await pool.query<{ world: World }>('select world from bench_world order by records');
    return rows.map((row) => row.world);
  } finally {
    await pool.end();
  }
}

async function fill(domain: Domain, pool: pg.Pool, world: World): Promise<void> {
  const caller = await domain.apiKeys.identify(world.api_key, {
    origin: 'rest-api',
    request_id: '00000000-0000-4000-8000-000000000000',
  });
  const schema = await loadSchema(pool, caller);
  const companies = Math.max(1, Math.round(world.records * COMPANIES_SHARE));
  world.companies = await bulkLoad(pool, {
    caller,
    object: schema.find('companies')!,
    count: companies,
    input: company,
  });
  const input = (n: number) => contact(n, world);
  const ids = await bulkLoad(pool, { caller, object: schema.find(OBJECT)!, count: world.records, input });
  world.contacts = sample(ids);
  world.companies = sample(world.companies);
}

/** The schema as the product sees it. */
export async function loadSchema(pool: pg.Pool, caller: Pick<Caller, 'workspace_id'>): Promise<WorkspaceSchema> {
  const session: Session = {
    query: async <Row>(statement: { text: string }, values: unknown[]) =>
      (await pool.query(statement.text, values)).rows as Row[],
  };
  return (await new SchemaStore(session, caller.workspace_id).load())!;
}

/** Ids spread evenly over all. */
function sample(ids: string[]): string[] {
  const step = Math.max(1, ids.length / SAMPLE);
  return Array.from({ length: Math.min(ids.length, SAMPLE) }, (_, at) => ids[Math.floor(at * step)]!);
}
