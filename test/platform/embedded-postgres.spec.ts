import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform';

const FIRST_PORT = 15_700;
const PLATFORM = pathToFileURL(resolve('dist/libs/platform/src/index.js')).href;

describe('the embedded Postgres', () => {
  const dir = join(tmpdir(), `crm-embedded-${randomUUID()}`);
  const start = () => startEmbeddedPostgres({ dir, port: FIRST_PORT, fast: true });
  let postgres: EmbeddedPostgres;

  beforeEach(async () => {
    postgres = await start();
  });
  afterEach(() => postgres.stop());
  afterAll(() => postgres.remove());

  it('keeps what was written from one start to the next', async () => {
    await query(postgres, 'create table kept as select 42 as answer');
    await postgres.stop();
    postgres = await start();
    expect(await query(postgres, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('runs with the settings the measurements ask for', async () => {
    const names = ['wal_compression', 'jit', 'gin_pending_list_limit', 'listen_addresses'];
    const rows = await query(postgres, `select name, setting from pg_settings where name = any('{${names.join()}}')`);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      wal_compression: 'off',
      jit: 'off',
      gin_pending_list_limit: '65536',
      listen_addresses: '127.0.0.1',
    });
  });

  it('takes the next port when the wanted one is taken', async () => {
    await postgres.stop();
    const other = await listenOn(FIRST_PORT);
    postgres = await start();
    other?.close();
    expect(postgres.port).toBeGreaterThan(FIRST_PORT);
  });

  it('ends by itself when the process that started it is killed', async () => {
    await postgres.stop();
    const { child, pid } = await startElsewhere(dir);
    child.kill('SIGKILL');
    while (isThere(pid)) await sleep(50);
    postgres = await start();
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts again after a kill that gave it no time to clear up', async () => {
    await postgres.stop();
    const { child, pid } = await startElsewhere(dir);
    process.kill(pid, 'SIGKILL');
    postgres = await start();
    child.kill('SIGKILL');
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('does not take the data away from a process that uses it', async () => {
    await postgres.stop();
    const { child } = await startElsewhere(dir);
    const second = start();
    await expect(second).rejects.toThrow('is it started already?');
    child.kill('SIGKILL');
    postgres = await start();
  });

  it('says so when it ends unexpectedly', async () => {
    process.kill(serverOf(dir), 'SIGKILL');
    expect(await postgres.failed).toContain('Postgres ended unexpectedly');
  });
});

async function query(postgres: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Undefined when somebody holds the port already, which serves as well. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(undefined));
    server.listen(port, () => done(server));
  });
}

/** Starts it in a process that does nothing else. Gives that process, and the number of the server. */
async function startElsewhere(dir: string): Promise<{ child: ChildProcess; pid: number }> {
  const script = `const { startEmbeddedPostgres } = await import('${PLATFORM}');
    await startEmbeddedPostgres({ dir: '${dir}', port: ${FIRST_PORT}, fast: true });
    console.log('up');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((up) => child.stdout.once('data', up));
  return { child, pid: serverOf(dir) };
}

function serverOf(dir: string): number {
  return Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A process that nobody has collected yet still has its number. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
