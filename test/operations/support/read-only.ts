import pg from 'pg';

/**
 * For sessions from now on. Those that there are when it becomes read-only are ended, and stay as they are when it
 * writes again.
 */
export async function setReadOnly(databaseUrl: string, isReadOnly: boolean): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only';
  await client.query(`alter database ${name} ${change}`);
  if (isReadOnly)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}
