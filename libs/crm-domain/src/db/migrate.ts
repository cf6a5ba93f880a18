import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { installJobQueue, jobQueueSql } from '#platform';
import { notAWorker } from './citus/coordinator.js';
import { dataSource, migrationSql } from './data-source.js';
import { DomainError } from '../errors.js';

/** Two deployments may migrate at the same moment: the second waits for this lock and then finds nothing to do. */
const MIGRATION_LOCK = 7_262_836_001;
/** Milliseconds that one who does not wait for another's end waits for a session that is about to end. */
const PATIENCE = 3000;

const UNDEFINED_TABLE = '42P01';

/**
 * Applies the pending migrations, each in its own transaction, and gives their names.
 * Waits for another migration that is under way; a lock on a table is awaited for 10 s at most, then the migration
 * fails whole.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const source = await connect(databaseUrl);
  const guard = source.createQueryRunner();
  try {
    // Whoever is ahead may take its time; tables alone are waited for only so long.
    await guard.query('set lock_timeout = 0');
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await source.runMigrations();
    await installJobQueue(databaseUrl);
    return applied.map(({ name }) => fileOf(name));
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
    await source.destroy();
  }
}

/**
 * Keeps others from migrating and distributing until the session ends. The server may hold the lock for a moment longer
 * than lives the command that took it, which has just ended or was killed.
 *
 * @throws DomainError conflict while another is at work
 */
export async function aloneWith(session: QueryRunner): Promise<void> {
  const text = 'select pg_try_advisory_lock($1) as is_free';
  const until = performance.now() + PATIENCE;
  for (;;) {
    const [{ is_free }] = (await session.query(text, [MIGRATION_LOCK])) as [{ is_free: boolean }];
    if (is_free) return;
    if (performance.now() > until)
      throw new DomainError(
        'conflict',
        'Another crm distribute or crm migrate is at work on this database. Nothing was changed; wait until it has ended.',
      );
    await wait(100);
  }
}

/** What `migrate` would do now, in its order, without doing any of it: names, and the SQL that would be run. */
export async function pendingMigrations(databaseUrl: string): Promise<{ name: string; sql: string }[]> {
  const source = await connect(databaseUrl);
  try {
    const pending = (await pendingIn(source)).map((name) => ({ name, sql: migrationSql(name, 'up') }));
    const queueSql = await pendingOfQueue(source);
    return queueSql ? [...pending, { name: 'job-queue', sql: queueSql }] : pending;
  } finally {
    await source.destroy();
  }
}

/** Whether migrations are known to this code, or to its job queue, that the database has not seen. */
export async function isBehind(source: DataSource): Promise<boolean> {
  return (await pendingIn(source)).length > 0 || (await pendingOfQueue(source)) !== undefined;
}

function pendingOfQueue(source: DataSource): Promise<string | undefined> {
  return jobQueueSql(async (text) => source.query<object[]>(text));
}

async function pendingIn(source: DataSource): Promise<string[]> {
  const rows = await source.query<{ name: string }[]>('select name from migration').catch((error: unknown) => {
    // Whoever may not read it does not know that nothing was applied.
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    return [];
  });
  const applied = new Set(rows.map((row) => row.name));
  return source.migrations
    .map(({ name }) => String(name))
    .filter((name) => !applied.has(name))
    .map(fileOf);
}

/** Without the digits by which TypeORM orders them. */
function fileOf(name: string): string {
  return name.replace(/-\d{13}$/, '');
}

/** @throws DomainError conflict at a worker of a Citus, where migrations would make tables of its own */
async function connect(url: string): Promise<DataSource> {
  const options = { url, poolSize: 2, statementTimeout: 0, lockTimeout: 10_000, applicationName: 'crm-migrate' };
  return notAWorker(await dataSource(options).initialize());
}
