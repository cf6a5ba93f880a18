import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Cli, workDir } from '../../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';

const MAIN = resolve('dist/apps/cli/src/main.js');

// Writes down how each call was answered, and is curl in every other way.
const CURL = `#!/bin/sh
exec "$REAL_CURL" --write-out '%{stderr}%{http_code} %{url_effective}\\n' "$@" 2>> "$CALLS"
`;

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  /** What curl wrote to stderr: status and address of each call, or what went wrong. */
  calls: string[];
}

/** What `npm start` runs, in a folder of its own in which commands are run as a reader of the pages would. */
export class Demo {
  private constructor(
    readonly dir: string,
    private readonly database: FreshDatabase,
    private readonly cli: Cli,
  ) {}

  static async start(): Promise<Demo> {
    const database = await freshDatabase();
    const dir = workDir();
    const names = ['REST_PORT', 'MCP_PORT', 'DEV_IDP_PORT', 'DEV_PROVIDERS_PORT'];
    const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())])));
    const cli = new Cli(['up'], { cwd: dir, env: { ...ports, DATABASE_URL: database.url } as Record<string, string> });
    const demo = new Demo(dir, database, cli);
    await cli.until('Ctrl-C stops everything');
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { crm: `"${process.execPath}" "${MAIN}"` } }));
    mkdirSync(join(dir, 'bin'));
    writeFileSync(join(dir, 'bin', 'curl'), CURL);
    chmodSync(join(dir, 'bin', 'curl'), 0o755);
    return demo;
  }

  /** Gives `input` to a program on its stdin. */
  async run([program, ...args]: readonly [string, ...string[]], input = ''): Promise<Finished> {
    const calls = join(this.dir, 'calls');
    rmSync(calls, { force: true });
    const env = {
      ...process.env,
      PATH: `${join(this.dir, 'bin')}:${process.env.PATH}`,
      REAL_CURL: pathOf('curl'),
      CALLS: calls,
      // Neither prompts nor what the developer's shells are set to.
      HOME: this.dir,
      PS1: '',
      PS2: '',
      DATABASE_URL: this.database.url,
    };
    const child = spawn(program, args, { cwd: this.dir, env });
    child.stdin.end(input);
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => (texts[name] += chunk.toString()));
    const code = await new Promise<number | null>((end, fail) => child.once('close', end).once('error', fail));
    const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
    return { code, ...texts, calls: lines };
  }

  async stop(): Promise<void> {
    this.cli.child.kill('SIGTERM');
    await this.cli.run;
    await this.database.drop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Where a program is, or nothing where this machine has it not. */
export function pathOf(program: string): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}
