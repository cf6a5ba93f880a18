import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './ports.js';
import { initialise, postgresFiles, type PostgresFiles } from './postgres-files.js';
import { endLeftover } from './postgres-leftover.js';

export interface EmbeddedPostgresOptions {
  /** Directory of the data; made when missing. */
  dir: string;
  /** First port to try. */
  port?: number;
  /** For tests: a crash of the machine may lose data. */
  fast?: boolean;
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Of the database `crm`, which exists. */
  url: string;
  port: number;
  /** Resolves with a sentence when the server ends that should not have. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

// wal_compression makes creates two to three times dearer in this build, which knows only pglz.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  wal_compression: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  max_connections: '200',
  // In kB. With the usual 4 MB a request now and then waits for the text index to be put in order.
  gin_pending_list_limit: '65536',
  log_min_messages: 'warning',
};
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const SUPERUSER = { host: '127.0.0.1', user: 'postgres', database: 'postgres' };

/**
 * Starts a Postgres of our own on this machine, for development and tests. It is in a process group of its own, so that
 * Ctrl-C in a terminal does not end it before the services that use it; a server left over by a killed parent is ended first.
 * @throws Error with what Postgres said when it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const files = await postgresFiles(options.dir);
  initialise(files);
  await endLeftover(files.data);
  for (let first = options.port ?? 5433; ; ) {
    const port = await freePort(first);
    const server = new Server(files, port, options);
    if (await server.isUp()) return { url: `postgres://postgres@127.0.0.1:${port}/crm`, port, failed: server.failed, stop: () => server.stop() };
    // Somebody else was quicker to take the port.
    first = port + 1;
  }
}

class Server {
  private readonly child: ChildProcess;
  private log = '';
  private stopping = false;
  private ready = false;
  private fail!: (sentence: string) => void;
  readonly failed = new Promise<string>((resolve) => (this.fail = resolve));

  constructor(
    private readonly files: PostgresFiles,
    private readonly port: number,
    { fast, settings }: EmbeddedPostgresOptions,
  ) {
    const flags = Object.entries({ ...SETTINGS, ...(fast && FAST), ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', files.data, '-p', String(port), ...flags];
    this.child = spawn(files.postgres, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'], cwd: files.data, ...files.user });
    this.child.stderr!.on('data', (chunk: Buffer) => (this.log = (this.log + chunk.toString()).slice(-4000)));
    this.child.once('error', (error) => (this.log += error.message));
    this.child.once('exit', () => {
      if (this.ready && !this.stopping) this.fail(`Postgres ended unexpectedly:\n${this.log}`);
    });
  }

  /** Waits for it; false when its port was taken. @throws when it does not start for any other reason */
  async isUp(): Promise<boolean> {
    for (let attempt = 0; attempt < 1200 && !this.hasEnded(); attempt++) {
      this.ready = await this.makeDatabase();
      if (this.ready) {
        // From here on the server does not keep this process alive.
        (this.child.stderr as unknown as { unref(): void }).unref();
        this.child.unref();
        return true;
      }
      await sleep(50);
    }
    if (/could not bind/.test(this.log)) return false;
    await this.stop();
    throw new Error(`Postgres did not start:\n${this.log}`);
  }

  /** A fast shutdown: open transactions are rolled back, everything committed is kept. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (!this.hasEnded()) this.child.kill('SIGINT');
    while (!this.hasEnded()) await sleep(20);
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
      if (rows[0]?.dir !== this.files.data) return false;
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
