import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './ports.js';
import { initialise, postgresFiles } from './postgres-files.js';

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
  log_min_messages: 'warning',
};
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts a Postgres of our own on this machine, for development and tests. It is in a process group of its own, so that
 * Ctrl-C in a terminal does not end it before the services that use it; a server left over by a killed parent is ended first.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const files = await postgresFiles(options.dir);
  initialise(files);
  await endLeftover(files.data);
  const port = await freePort(options.port ?? 5433);
  const settings = { ...SETTINGS, ...(options.fast ? FAST : {}), ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(files.postgres, ['-D', files.data, '-p', String(port), ...flags], { detached: true, stdio: ['ignore', 'ignore', 'pipe'], cwd: files.data, ...files.user });
  await untilReady(server, port);
  return { url: `postgres://postgres@127.0.0.1:${port}/crm`, port, stop: () => stop(server) };
}

async function untilReady(server: ChildProcess, port: number): Promise<void> {
  let log = '';
  let ended = false;
  server.stderr!.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
  server.once('exit', () => (ended = true));
  for (let attempt = 0; attempt < 600 && !ended; attempt++) {
    if (await createDatabase(port)) {
      // From here on the server does not keep this process alive, nor does a full pipe stop the server.
      (server.stderr as unknown as { unref(): void }).unref();
      server.unref();
      return;
    }
    await sleep(100);
  }
  throw new Error(`Postgres did not start:\n${log}`);
}

async function createDatabase(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  try {
    await client.connect();
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'crm'`);
    if (rowCount === 0) await client.query('create database crm');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A fast shutdown: open transactions are rolled back, everything committed is kept. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  while (server.exitCode === null && server.signalCode === null) await sleep(20);
}

async function endLeftover(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (isPostgres(pid)) {
    process.kill(pid, 'SIGINT');
    for (let waited = 0; waited < 300 && isPostgres(pid); waited++) await sleep(100);
    return;
  }
  // The number may by now be another program's, for whose sake Postgres would refuse to start.
  rmSync(file, { force: true });
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/comm`) || readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

