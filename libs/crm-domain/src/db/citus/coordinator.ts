import type { DataSource } from 'typeorm';
import { DomainError } from '../../errors.js';

/** Where `DATABASE_URL` leads when it should lead to a coordinator. */
export const AT_A_WORKER = 'DATABASE_URL leads to a worker of a Citus cluster; it must lead to the coordinator';

/** Runs one statement without parameters, and gives its rows. */
export type Ask = (sql: string) => Promise<object[]>;

/**
 * Whether a connection leads to a worker of a Citus. What belongs to no workspace is on the coordinator alone, so a
 * worker looks like a database that was never migrated.
 */
export async function isWorker(ask: Ask): Promise<boolean> {
  const [{ is_citus }] = (await ask(
    `select to_regclass('pg_catalog.pg_dist_local_group') is not null as is_citus`,
  )) as [{ is_citus: boolean }];
  if (!is_citus) return false;
  const [{ is_worker }] = (await ask('select groupid <> 0 as is_worker from pg_catalog.pg_dist_local_group')) as [
    { is_worker: boolean },
  ];
  return is_worker;
}

/** The address of the coordinator as this node knows it: that of the node at `url` with its host and port. */
export async function coordinatorOf(ask: Ask, url: string): Promise<string | undefined> {
  const nodes = await ask('select nodename as host, nodeport as port from pg_catalog.pg_dist_node where groupid = 0');
  const [node] = nodes as { host: string; port: number }[];
  return node && atNode(url, node.host, node.port);
}

/** The same address at another host and port. @param host a name, or an address of either version of IP */
export function atNode(address: string, host: string, port: number): string {
  const url = new URL(address);
  // The driver believes these before the place where a host stands.
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  [url.hostname, url.port] = [host.includes(':') ? `[${host}]` : host, String(port)];
  return url.href;
}

/** Gives the source back. @throws DomainError conflict where it leads to a worker; it is closed then */
export async function notAWorker(source: DataSource): Promise<DataSource> {
  const isSo = await isWorker((sql) => source.query(sql)).catch(async (error: unknown) => {
    await source.destroy();
    throw error;
  });
  if (!isSo) return source;
  await source.destroy();
  throw new DomainError('conflict', `${AT_A_WORKER}.`);
}
