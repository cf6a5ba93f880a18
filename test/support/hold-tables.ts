import pg from 'pg';

// What tenants' statements lock on a node of a Citus, where they run against these.
const SHARDS = `select string_agg(shard_name(logicalrelid, shardid), ', ') as names
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
  where logicalrelid = any($1::text[]::regclass[])`;

/** Locks tables, on a Citus on each of its nodes, until what it gives is called. */
export async function holdTables(
  { options }: pg.Pool,
  tables: readonly string[],
  mode = 'access exclusive',
): Promise<() => Promise<void>> {
  const databaseUrl = options.connectionString!;
  const clients: pg.Client[] = [];
  const free = async () => {
    for (const client of clients) await client.end();
  };
  const begin = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    clients.push(client);
    await client.query('begin');
    return client;
  };
  const lock = (client: pg.Client, names: string) => client.query(`lock table ${names} in ${mode} mode`);
  try {
    await lock(await begin(databaseUrl), tables.join(', '));
    for (const node of process.env.TEST_DATABASE_NODES?.split(' ') ?? []) {
      const url = new URL(node);
      url.pathname = new URL(databaseUrl).pathname;
      const client = await begin(url.href);
      await client.query('set local citus.enable_manual_changes_to_shards = on');
      const { rows } = await client.query<{ names: string | null }>(SHARDS, [tables]);
      if (rows[0]!.names) await lock(client, rows[0]!.names);
    }
  } catch (error) {
    await free();
    throw error;
  }
  return free;
}
