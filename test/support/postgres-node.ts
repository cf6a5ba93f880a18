import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync, closeSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';

// What is written need outlive its server alone, not the machine.
const SETTINGS = `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 64MB
fsync = off
jit = off
`;

interface Account {
  uid: number;
  gid: number;
}

/** The folder of servers, and what makes them. */
export interface Place {
  programs: string;
  dir: string;
  owner?: Account | undefined;
}

/** A new folder for servers that are made from these programs. */
export function placeOfServers(programs: string): Place {
  const owner = ownerOfServers();
  const dir = mkdtempSync(join(tmpdir(), 'crm-postgres-'));
  if (owner) chownSync(dir, owner.uid, owner.gid);
  return { programs, dir, owner };
}

/** A server on this machine from installed programs, which can be killed and comes back with what it had. */
export class PostgresNode {
  private server?: ChildProcess;

  private constructor(
    private readonly programs: string,
    private readonly data: string,
    readonly port: number,
    private readonly owner?: Account,
  ) {}

  /** @param settings lines of postgresql.conf beside those of every server */
  static async make({ programs, dir, owner }: Place, name: string, settings = ''): Promise<PostgresNode> {
    const data = join(dir, name);
    const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    const { status, stderr } = spawnSync(join(programs, 'initdb'), args, { cwd: dir, encoding: 'utf8', ...owner });
    if (status !== 0) throw new Error(`A node could not be set up:\n${stderr}`);
    const port = await freePort();
    appendFileSync(join(data, 'postgresql.conf'), `${SETTINGS}${settings}port = ${port}\n`);
    const node = new PostgresNode(programs, data, port, owner);
    await node.start();
    return node;
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Of the server, which is the parent of all its processes. */
  get pid(): number {
    return this.server!.pid!;
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

/** Whom servers run as: Postgres refuses to be root. */
function ownerOfServers(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
