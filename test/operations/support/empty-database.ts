import pg from 'pg';
import { newId } from '#platform';
import type { FreshDatabase } from '../../support/database.js';

/** A database in which nothing was ever made. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const name = `empty_${newId().replaceAll('-', '')}`;
  await asAdmin(`create database ${name} template template0`);
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}

async function asAdmin(statement: string): Promise<void> {
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
