import pg from 'pg';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** Whether this run has a cluster to test on. */
export const IS_CITUS = process.env.TEST_DATABASE_NODES !== undefined;

/** What can be taken away and given back. */
export type Distant = Pick<TcpProxy, 'cut' | 'restore'>;

/** Has the nodes of a distributed database reach its last worker through something that can take it away. */
export async function distantWorker(url: string): Promise<{ proxy: TcpProxy; groupId: number }> {
  return (await distantWorkers(url, 1))[0]!;
}

/** Has a database be reached through something that takes it away, on a Citus with all of its nodes. */
export async function distantDatabase(url: string): Promise<{ proxy: Distant; url: string }> {
  const { proxy, url: behind } = await TcpProxy.before(url);
  if (!IS_CITUS) return { proxy, url: behind };
  const all = [proxy, ...(await distantWorkers(url)).map((worker) => worker.proxy)];
  const cut = async () => void (await Promise.all(all.map((each) => each.cut())));
  const restore = async () => void (await Promise.all(all.map((each) => each.restore())));
  return { proxy: { cut, restore }, url: behind };
}

async function distantWorkers(url: string, most?: number): Promise<{ proxy: TcpProxy; groupId: number }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ nodeid: number; groupid: number; nodename: string; nodeport: number }>(
      'select nodeid, groupid, nodename, nodeport from pg_dist_node where groupid <> 0 order by groupid desc limit $1',
      [most],
    );
    const workers = [];
    for (const { nodeid, groupid, nodename, nodeport } of rows) {
      const direct = new URL(url);
      [direct.hostname, direct.port] = [nodename, String(nodeport)];
      const behind = await TcpProxy.before(direct.href);
      const { hostname, port } = new URL(behind.url);
      await client.query('select citus_update_node($1, $2, $3)', [nodeid, hostname, Number(port)]);
      workers.push({ proxy: behind.proxy, groupId: groupid });
    }
    // Until the workers know it, nothing is sent on to them.
    await client.query('select start_metadata_sync_to_all_nodes()');
    return workers;
  } finally {
    await client.end();
  }
}
