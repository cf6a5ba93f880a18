import pg from 'pg';
import { distribute } from '#crm-domain/operations';

/** The workers of a cluster, each as `host:port`. @param url of its coordinator */
export async function workersOf(url: string): Promise<string[]> {
  const rows = await ask<{ node: string }>(url, [
    `select nodename || ':' || nodeport as node from pg_dist_node where groupid <> 0 order by 1`,
  ]);
  return rows.map(({ node }) => node);
}

/** Runs statements on one node, one after the other. */
export async function sqlOnNode(url: string, node: string, statements: readonly string[]): Promise<void> {
  await ask(urlOfNode(url, node), statements);
}

/** The same database on one of the nodes. */
export function urlOfNode(url: string, node: string): string {
  const at = new URL(url);
  at.host = node;
  return at.href;
}

/** Has the nodes refuse what does not come through the coordinator while `work` is done. */
export async function withoutDirectWay<T>(url: string, work: () => Promise<T>): Promise<T> {
  for (const node of await workersOf(url))
    await sqlOnNode(url, node, ['set citus.enable_ddl_propagation = off', 'drop function crm_hold_shard']);
  try {
    return await work();
  } finally {
    await distribute(url);
  }
}

/** Gives the rows of the last statement. */
async function ask<Row extends object>(connectionString: string, statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
