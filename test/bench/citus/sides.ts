import pg from 'pg';
import { distribute, migrate } from '#crm-domain/operations';
import type { CitusCluster } from '../../growth/support/citus-cluster.js';
import type { World } from '../dataset/world.js';
import { Driver } from '../driver/driver.js';
import { launch, type Launched } from '../processes.js';
import { serviceSettings, type Stop } from '../servers.js';
import { fillTenants, makeTenants } from './tenants.js';

const SHARDS = 8;

/** A service, what drives it, and the processes that are the servers of its database. */
export interface Side {
  name: string;
  service: Launched;
  driver: Driver;
  servers: readonly number[];
}

/**
 * One Postgres on the coordinator's server, and a distributed database of which one service is given the address of
 * the coordinator and another one those of the workers. Puts the end of each into `stops`.
 */
export async function startSides(cluster: CitusCluster, tenants: number, stops: Stop[]): Promise<Side[]> {
  const { coordinator, workers } = cluster;
  const plain = await plainDatabase(cluster);
  const distributed = await distributedDatabase(cluster);
  const all = [coordinator, ...workers].map(({ pid }) => pid);
  const hosts = workers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const atWorkers = distributed.replace(`127.0.0.1:${coordinator.port}`, hosts);

  const one = await start('one Postgres', plain, stops);
  const driver = await drive(one, await makeTenants(plain, tenants), stops);
  const first = await start('Citus, by the coordinator', distributed, stops);
  const ofCluster = await drive(first, await makeTenants(distributed, tenants, workers.length), stops);
  const second = await start('Citus, by the workers', atWorkers, stops);
  return [
    { name: one.name, service: one, driver, servers: [coordinator.pid] },
    { name: first.name, service: first, driver: ofCluster, servers: all },
    { name: second.name, service: second, driver: ofCluster, servers: all },
  ];
}

async function plainDatabase({ coordinator }: CitusCluster): Promise<string> {
  await run(coordinator.url('postgres'), 'create database plain');
  await migrate(coordinator.url('plain'));
  return coordinator.url('plain');
}

async function distributedDatabase(cluster: CitusCluster): Promise<string> {
  const url = await cluster.database('crm');
  await run(url, `alter database crm set citus.shard_count = ${SHARDS}`);
  await migrate(url);
  await distribute(url, { isAtOnce: true });
  return url;
}

async function start(name: string, url: string, stops: Stop[]): Promise<Launched> {
  const env = serviceSettings(url, 'http://localhost');
  const entry = 'apps/rest-api/src/main.js';
  const service = await launch({ name, application: 'crm-rest-api', entry, firstPort: 15_700, env });
  stops.push(service.stop);
  return service;
}

/** Drives the first of the workspaces as a world of 1, and all of them as one of so many. */
async function drive(service: Launched, worlds: World[], stops: Stop[]): Promise<Driver> {
  await fillTenants(service, worlds);
  const [first] = worlds;
  const driver = new Driver([
    { ...first!, records: 1 },
    { ...first!, records: worlds.length, tenants: worlds },
  ]);
  stops.push(() => driver.stop());
  return driver;
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
