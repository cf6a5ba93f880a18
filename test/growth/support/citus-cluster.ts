import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync, closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';

// Citus asks for some of these, and wants its nodes to speak TLS otherwise. What is written need outlive its server
// alone, not the machine.
const SETTINGS = `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 200
max_prepared_transactions = 200
max_wal_senders = 20
max_replication_slots = 20
max_worker_processes = 64
shared_buffers = 64MB
fsync = off
jit = off
citus.shard_count = 4
citus.node_conninfo = 'sslmode=disable'
`;

interface Account {
  uid: number;
  gid: number;
}

/** The folder of a cluster, and what makes its servers. */
interface Place {
  programs: string;
  dir: string;
  owner?: Account | undefined;
}

/** Where the programs of a server with the Citus extension are; undefined when `pg_config` is of one without it. */
export function citusPrograms(pgConfig: string): string | undefined {
  const say = (what: string) => spawnSync(pgConfig, [what], { encoding: 'utf8' }).stdout?.trim();
  const [programs, shared] = [say('--bindir'), say('--sharedir')];
  if (!programs || !shared) return undefined;
  // Who has installed the development files has the first of these, and no server.
  const wanted = [join(programs, 'postgres'), join(programs, 'initdb'), join(shared, 'extension', 'citus.control')];
  return wanted.every((path) => existsSync(path)) ? programs : undefined;
}

/** A server of a cluster on this machine, which can be killed and comes back with what it had. */
export class CitusNode {
  private server?: ChildProcess;

  private constructor(
    private readonly programs: string,
    private readonly data: string,
    readonly port: number,
    private readonly owner?: Account,
  ) {}

  static async make({ programs, dir, owner }: Place, name: string): Promise<CitusNode> {
    const data = join(dir, name);
    const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    const { status, stderr } = spawnSync(join(programs, 'initdb'), args, { cwd: dir, encoding: 'utf8', ...owner });
    if (status !== 0) throw new Error(`A node could not be set up:\n${stderr}`);
    const port = await freePort();
    appendFileSync(join(data, 'postgresql.conf'), `${SETTINGS}port = ${port}\n`);
    const node = new CitusNode(programs, data, port, owner);
    await node.start();
    return node;
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Again until it answers: what a killed server leaves behind may keep the next one from starting for a moment. */
  async start(): Promise<void> {
    await eventually(async () => {
      if (!this.isAlive) this.launch();
      return this.answers();
    });
  }

  private get isAlive(): boolean {
    return this.server !== undefined && this.server.exitCode === null && this.server.signalCode === null;
  }

  private launch(): void {
    const log = openSync(`${this.data}.log`, 'a');
    const options = { cwd: this.data, detached: true, stdio: ['ignore', log, log] as ['ignore', number, number] };
    this.server = spawn(join(this.programs, 'postgres'), ['-D', this.data], { ...options, ...this.owner });
    closeSync(log);
  }

  /** As when the machine stops. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** What is under way is broken off; what was committed is kept. */
  stop(): Promise<void> {
    return this.end('SIGINT');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { server, isAlive } = this;
    if (!isAlive) return;
    const gone = new Promise((resolve) => server!.once('exit', resolve));
    server!.kill(signal);
    await gone;
  }

  private async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** A coordinator and workers on this machine, in a folder of their own. */
export class CitusCluster {
  readonly workers: CitusNode[] = [];

  private constructor(
    private readonly place: Place,
    readonly coordinator: CitusNode,
  ) {}

  static async start(programs: string, workers = 2): Promise<CitusCluster> {
    const owner = ownerOfServers();
    const dir = mkdtempSync(join(tmpdir(), 'crm-citus-'));
    if (owner) chownSync(dir, owner.uid, owner.gid);
    const place = { programs, dir, owner };
    const cluster = new CitusCluster(place, await CitusNode.make(place, 'coordinator'));
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
    await ask(url, `select citus_add_node('127.0.0.1', ${node.port})`);
    await ask(url, `select rebalance_table_shards(shard_transfer_mode => 'force_logical')`);
  }

  async remove(): Promise<void> {
    for (const node of [this.coordinator, ...this.workers]) await node.kill();
    rmSync(this.place.dir, { recursive: true, force: true, maxRetries: 5 });
  }

  private async newWorker(): Promise<CitusNode> {
    const node = await CitusNode.make(this.place, `worker${this.workers.length + 1}`);
    this.workers.push(node);
    return node;
  }
}

async function makeDatabase(node: CitusNode, name: string): Promise<void> {
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

/** Whom servers run as: Postgres refuses to be root. */
function ownerOfServers(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
