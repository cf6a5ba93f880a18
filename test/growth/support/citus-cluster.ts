import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { placeOfServers, PostgresNode, type Place } from '../../support/postgres-node.js';

// Citus asks for some of these, and wants its nodes to speak TLS otherwise.
const SETTINGS = `shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 200
max_prepared_transactions = 200
max_wal_senders = 20
max_replication_slots = 20
max_worker_processes = 64
citus.shard_count = 4
citus.recover_2pc_interval = '10s'
citus.node_conninfo = 'sslmode=disable'
`;

const REBALANCE = `select rebalance_table_shards(shard_transfer_mode => 'force_logical')`;

/** Where the programs of a server with the Citus extension are; undefined when `pg_config` is of one without it. */
export function citusPrograms(pgConfig: string): string | undefined {
  const say = (what: string) => spawnSync(pgConfig, [what], { encoding: 'utf8' }).stdout?.trim();
  const [programs, shared] = [say('--bindir'), say('--sharedir')];
  if (!programs || !shared) return undefined;
  // Who has installed the development files has the first of these, and no server.
  const wanted = [join(programs, 'postgres'), join(programs, 'initdb'), join(shared, 'extension', 'citus.control')];
  return wanted.every((path) => existsSync(path)) ? programs : undefined;
}

/** A coordinator and workers on this machine, in a folder of their own. */
export class CitusCluster {
  readonly workers: PostgresNode[] = [];

  private constructor(
    private readonly place: Place,
    readonly coordinator: PostgresNode,
  ) {}

  static async start(programs: string, workers = 2): Promise<CitusCluster> {
    const place = placeOfServers(programs);
    const cluster = new CitusCluster(place, await PostgresNode.make(place, 'coordinator', SETTINGS));
    for (let n = 0; n < workers; n++) await cluster.newWorker();
    return cluster;
  }

  /** A database without tables on every node, that knows its nodes. Gives its address. */
  async database(name: string): Promise<string> {
    for (const node of [this.coordinator, ...this.workers]) await makeDatabase(node, name);
    const url = this.coordinator.url(name);
    await ask(url, `select citus_set_coordinator_host('127.0.0.1', ${this.coordinator.port})`);
    for (const { port } of this.workers) await ask(url, `select citus_add_node('127.0.0.1', ${port})`);
    return url;
  }

  /** Adds a worker to a database, and has shards moved there while it is worked with. */
  async grow(name: string): Promise<void> {
    const node = await this.newWorker();
    await makeDatabase(node, name);
    const url = this.coordinator.url(name);
    await ask(url, `select citus_add_node('127.0.0.1', ${node.port})`, REBALANCE);
  }

  /** Moves all shards away from a worker of a database, and some there again, while it is worked with. */
  async drain(name: string, { port }: PostgresNode): Promise<void> {
    const at = `'127.0.0.1', ${port}`;
    await ask(
      this.coordinator.url(name),
      `select citus_drain_node(${at}, shard_transfer_mode => 'force_logical')`,
      `select citus_set_node_property(${at}, 'shouldhaveshards', true)`,
      REBALANCE,
    );
  }

  async remove(): Promise<void> {
    for (const node of [this.coordinator, ...this.workers]) await node.kill();
    rmSync(this.place.dir, { recursive: true, force: true, maxRetries: 5 });
  }

  private async newWorker(): Promise<PostgresNode> {
    const node = await PostgresNode.make(this.place, `worker${this.workers.length + 1}`, SETTINGS);
    this.workers.push(node);
    return node;
  }
}

async function makeDatabase(node: PostgresNode, name: string): Promise<void> {
  await ask(node.url('postgres'), `create database ${name}`);
  await ask(node.url(name), 'set client_min_messages = warning', 'create extension citus');
}

async function ask(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
