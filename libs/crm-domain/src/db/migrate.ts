import type { DataSource } from 'typeorm';
import { installJobQueue } from '#platform';
import { dataSource } from './data-source.js';

// Two deployments may migrate at the same moment: the second waits for this lock and then finds nothing to do.
const MIGRATION_LOCK = 7_262_836_001;

/**
 * Applies the pending migrations, each in its own transaction, and gives their names.
 * Waits for another migration that is under way; a lock on a table is awaited for 10 s at most, then the migration fails whole.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const source = await connect(databaseUrl);
  const guard = source.createQueryRunner();
  try {
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await source.runMigrations();
    await installJobQueue(databaseUrl);
    return applied.map((migration) => migration.name.replace(/-\d{13}$/, ''));
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
    await source.destroy();
  }
}

/** Whether migrations are known to this code that the database has not seen. */
export async function isBehind(source: DataSource): Promise<boolean> {
  const rows = await source.query<{ name: string }[]>('select name from migration').catch(() => []);
  const applied = new Set(rows.map((row) => row.name));
  return source.migrations.some((migration) => !applied.has(String(migration.name)));
}

function connect(url: string): Promise<DataSource> {
  return dataSource({
    url,
    poolSize: 2,
    statementTimeout: 0,
    lockTimeout: 10_000,
    applicationName: 'crm-migrate',
  }).initialize();
}
