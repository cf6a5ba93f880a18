import pg from 'pg';

/**
 * For sessions from now on. Those that there are when it becomes read-only are ended, and stay as they are when it
 * writes again. Where there are several nodes, all of them.
 */
export async function setReadOnly(databaseUrl: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only';
  for (const node of process.env.TEST_DATABASE_NODES?.split(' ') ?? [databaseUrl]) {
    const url = new URL(node);
    url.pathname = '/postgres';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(`alter database ${name} ${change}`);
    if (isReadOnly)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await client.end();
  }
}
