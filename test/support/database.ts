import pg from 'pg';
import { migrate } from '#crm-domain/operations';
import { newId } from '#platform';

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

// Postgres refuses to clone a template that is being cloned, or that anybody is connected to: tests connect to clones
// alone.
const CLONE_LOCK = 7_262_836_002;

/** A migrated, empty database for one test file. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = new URL(process.env.TEST_DATABASE_URL!);
  const name = `test_${newId().replaceAll('-', '')}`;
  await asAdmin(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}

/** A database without a single table. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const url = new URL(process.env.TEST_DATABASE_URL!);
  const name = `test_${newId().replaceAll('-', '')}`;
  await asAdmin(`create database ${name} template template0`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}

/** A migrated, empty database as it is before `crm distribute`, also where test files get one that is distributed. */
export async function undistributedDatabase(): Promise<FreshDatabase> {
  if (!process.env.TEST_DATABASE_NODES) return freshDatabase();
  const database = await emptyDatabase();
  await migrate(database.url);
  return database;
}

/** On every node, where there are several. */
async function asAdmin(statement: string): Promise<void> {
  const { TEST_DATABASE_URL, TEST_DATABASE_NODES = TEST_DATABASE_URL! } = process.env;
  for (const node of TEST_DATABASE_NODES.split(' ')) await asAdminOf(node, statement);
}

async function asAdminOf(node: string, statement: string): Promise<void> {
  const url = new URL(node);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [CLONE_LOCK]);
    await client.query(statement);
  } finally {
    await client.end();
  }
}
