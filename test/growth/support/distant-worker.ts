import pg from 'pg';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** Whether this run has a cluster to test on. */
export const IS_CITUS = process.env.TEST_DATABASE_NODES !== undefined;

/** Has the nodes of a distributed database reach its last worker through something that can take it away. */
export async function distantWorker(url: string): Promise<{ proxy: TcpProxy; groupId: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ nodeid: number; groupid: number; nodename: string; nodeport: number }>(
      'select nodeid, groupid, nodename, nodeport from pg_dist_node order by groupid desc limit 1',
    );
    const { nodeid, groupid, nodename, nodeport } = rows[0]!;
    const direct = new URL(url);
    [direct.hostname, direct.port] = [nodename, String(nodeport)];
    const behind = await TcpProxy.before(direct.href);
    const { hostname, port } = new URL(behind.url);
    await client.query('select citus_update_node($1, $2, $3)', [nodeid, hostname, Number(port)]);
    // Until the workers know it, nothing is sent on to them.
    await client.query('select start_metadata_sync_to_all_nodes()');
    return { proxy: behind.proxy, groupId: groupid };
  } finally {
    await client.end();
  }
}
