import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#crm-domain/operations';
import { startEmbeddedPostgres } from '#platform';
import { prepare } from './dataset/prepare.js';

const SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  wal_compression: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  synchronous_commit: 'on',
  max_connections: '100',
};

/** Goes up with what a loaded record is spread over; what was loaded before is loaded anew. */
const TABLES_VERSION = 4;

export interface BenchDatabase {
  /** Of this run's own copy. */
  url: string;
  stop(): Promise<void>;
}

/** A copy of the loaded database, so that every run begins with the same data. Loads it when this is the first run. */
export async function openDatabase(
  dir: string,
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<BenchDatabase> {
  const server = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), port: 15_500, settings: SETTINGS });
  const at = (database: string) => server.url.replace(/[^/]*$/, database);
  const admin = new pg.Client({ connectionString: at('postgres') });
  try {
    await admin.connect();
    const loaded = ['loaded', TABLES_VERSION, ...sizes].join('_');
    if (!(await exists(admin, loaded))) await load(admin, { name: loaded, sizes, at }, say);
    say('Copying the loaded database');
    await admin.query('drop database if exists run with (force)');
    await admin.query(`create database run template ${loaded} strategy file_copy`);
    await migrate(at('run'));
    await admin.query('checkpoint');
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await admin.end().catch(() => undefined);
  }
  return { url: at('run'), stop: () => server.stop() };
}

/** Where a client is connected to. */
export function urlOf({ host, port, user, database }: pg.Client): string {
  return `postgres://${user}@${host}:${port}/${database}`;
}

async function load(
  admin: pg.Client,
  { name, sizes, at }: { name: string; sizes: readonly number[]; at: (database: string) => string },
  say: (line: string) => void,
): Promise<void> {
  say(`Loading workspaces of ${sizes.join(', ')} records (once; several minutes for a million)`);
  await admin.query('drop database if exists loading with (force)');
  await admin.query('create database loading');
  await prepare(at('loading'), sizes);
  await admin.query(`alter database loading rename to ${name}`);
}

async function exists(admin: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [database]);
  return rowCount === 1;
}
