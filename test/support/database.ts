import { setTimeout } from 'node:timers/promises';
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
  return { url: url.href, drop: () => dropDatabase(name) };
}

/** A database without a single table. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const url = new URL(process.env.TEST_DATABASE_URL!);
  const name = `test_${newId().replaceAll('-', '')}`;
  await asAdmin(`create database ${name} template template0`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

/** A migrated, empty database as it is before `crm distribute`, also where test files get one that is distributed. */
export async function undistributedDatabase(): Promise<FreshDatabase> {
  if (!process.env.TEST_DATABASE_NODES) return freshDatabase();
  const database = await emptyDatabase();
  await migrate(database.url);
  return database;
}

/** Ends the connections that are still open. */
async function dropDatabase(name: string): Promise<void> {
  await connectionsClosed(name);
  await asAdmin(`drop database if exists ${name} with (force)`);
}

/**
 * The end of a pool does not wait until its connections are closed. One that Postgres ends first is an error which
 * nobody listens to any more, and the test fails. Tests that leave connections open on purpose wait for a second.
 */
async function connectionsClosed(name: string): Promise<void> {
  const client = await adminOf(process.env.TEST_DATABASE_URL!);
  try {
    for (let left = 100; left > 0; left--) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1 limit 1', [name]);
      if (!rowCount) return;
      await setTimeout(10);
    }
  } finally {
    await client.end();
  }
}

/** On every node, where there are several. */
async function asAdmin(statement: string): Promise<void> {
  const { TEST_DATABASE_URL, TEST_DATABASE_NODES = TEST_DATABASE_URL! } = process.env;
  await Promise.all(TEST_DATABASE_NODES.split(' ').map((node) => asAdminOf(node, statement)));
}

async function asAdminOf(node: string, statement: string): Promise<void> {
  const client = await adminOf(node);
  try {
    await client.query('select pg_advisory_lock($1)', [CLONE_LOCK]);
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function adminOf(node: string): Promise<pg.Client> {
  const url = new URL(node);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}
