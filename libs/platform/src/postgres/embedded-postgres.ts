import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { platform } from 'node:os';
import pg from 'pg';
import { freePort } from '../processes/ports.js';
import { makeCluster } from './postgres-cluster.js';
import { postgresFiles, type PostgresFiles } from './postgres-files.js';
import { endLeftover } from './postgres-leftover.js';

/** Where it keeps its data and how it runs. */
export interface EmbeddedPostgresOptions {
  /** Directory of the data; made when missing. */
  dir: string;
  /** First port to try. */
  port?: number;
  /** For tests: a crash of the machine may lose data. */
  fast?: boolean;
  settings?: Record<string, string>;
}

/** A running Postgres of our own. */
export interface EmbeddedPostgres {
  /** Of the database `crm`, which exists. */
  url: string;
  port: number;
  /** Resolves with a sentence when the server ends that should not have. */
  failed: Promise<string>;
  stop(): Promise<void>;
  /** Stops it and deletes the data, which may lie elsewhere than in `dir` when this process is root. */
  remove(): Promise<void>;
}

const SUPERUSER = { host: '127.0.0.1', user: 'postgres', database: 'postgres' };
const START_WITHIN = 60_000;
const STOP_WITHIN = 15_000;

// What passes: somebody else was quicker to take the port, or processes of a killed server are still on their way out.
const PASSING = /could not bind|shared memory block|lock file "postmaster\.pid" already exists/;
const ATTEMPTS = 20;

/**
 * Starts a Postgres of our own on this machine, for development and tests. It is in a process group of its own, so that
 * Ctrl-C in a terminal does not end it before the services that use it. When this process is killed it ends by itself.
 * @throws Error with what Postgres said when it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const files = await postgresFiles(options.dir);
  await endLeftover(files.data);
  await makeCluster(files);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(options.port ?? 5433);
    const server = new Server(files, port, options);
    if (await server.isUp()) return handle(server, { port, data: [files.data, resolve(options.dir)] });
    if (attempt === ATTEMPTS || !PASSING.test(server.log)) throw new Error(`Postgres did not start:\n${server.log}`);
    await sleep(250);
  }
}

function handle(server: Server, { port, data }: { port: number; data: string[] }): EmbeddedPostgres {
  const remove = async (): Promise<void> => {
    await server.stop();
    for (const dir of data) rmSync(dir, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/crm`;
  return { url, port, failed: server.failed, stop: () => server.stop(), remove };
}

/** One run of the program. */
class Server {
  /** The end of what it said. */
  log = '';
  private readonly child: ChildProcess;
  private readonly callOffGuard: () => void;
  private stopping = false;
  private fail!: (sentence: string) => void;
  readonly failed = new Promise<string>((resolve) => (this.fail = resolve));

  constructor(
    private readonly files: PostgresFiles,
    private readonly port: number,
    options: EmbeddedPostgresOptions,
  ) {
    const args = ['-D', files.data, '-p', String(port), ...settingFlags(options)];
    this.child = spawn(files.postgres, args, {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: files.data,
      ...files.user,
    });
    this.child.stderr!.on('data', (chunk: Buffer) => (this.log = (this.log + chunk.toString()).slice(-4000)));
    this.child.once('error', (error) => (this.log += error.message));
    this.callOffGuard = this.child.pid === undefined ? () => undefined : killWithParent(this.child.pid);
  }

  /** Waits until it can be used; false when it ended instead. */
  async isUp(): Promise<boolean> {
    const until = Date.now() + START_WITHIN;
    while (!(await this.makeDatabase())) {
      if (Date.now() > until) await this.stop();
      if (this.hasEnded()) {
        this.callOffGuard();
        return false;
      }
      await sleep(50);
    }
    this.child.once('exit', () => {
      if (!this.stopping) this.fail(`Postgres ended unexpectedly:\n${this.log}`);
    });
    // From here on the server does not keep this process alive.
    (this.child.stderr as unknown as { unref(): void }).unref();
    this.child.unref();
    return true;
  }

  /** A fast shutdown: open transactions are rolled back, everything committed is kept. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.callOffGuard();
    if (!this.hasEnded()) this.child.kill('SIGINT');
    const until = Date.now() + STOP_WITHIN;
    while (!this.hasEnded()) {
      // As after a power cut: what was committed is found again at the next start.
      if (Date.now() > until) this.child.kill('SIGQUIT');
      await sleep(20);
    }
  }

  private hasEnded(): boolean {
    return this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async makeDatabase(): Promise<boolean> {
    const client = new pg.Client({ ...SUPERUSER, port: this.port });
    try {
      await client.connect();
      // Another server may have come first on this port.
      const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') dir`);
      if (resolve(rows[0]?.dir ?? '') !== this.files.data) return false;
      const { rowCount } = await client.query(`select 1 from pg_database where datname = 'crm'`);
      if (rowCount === 0) await client.query('create database crm');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  // Makes creates two to three times dearer in this build, which knows only pglz.
  wal_compression: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  max_connections: '200',
  // In kB. With the usual 4 MB a request now and then waits for the text index to be put in order.
  gin_pending_list_limit: '65536',
  log_min_messages: 'warning',
};
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Flags for `postgres`: ours, those that trade safety for speed, and what the caller says, which goes before both. */
function settingFlags({ fast, settings }: { fast?: boolean; settings?: Record<string, string> }): string[] {
  return Object.entries({ ...SETTINGS, ...(fast && FAST), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}

/**
 * Sees to it that a program in a group of its own ends when this process is gone, however it went: a shell waits at the
 * other end of a pipe, which closes with this process. Gives the way to call that off.
 */
function killWithParent(pid: number): () => void {
  if (platform() === 'win32') return () => undefined;
  const guard = spawn('sh', ['-c', 'read _; kill -INT "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // No shell: then whoever starts the program next has to end this one.
  guard.once('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return () => guard.kill('SIGKILL');
}
