import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { COMMANDS } from '../../apps/cli/src/commands/registry.js';
import { runProgram } from '../../apps/cli/src/program.js';

const MAIN = resolve('dist/apps/cli/src/main.js');
// What the developer's shell has set must not decide over a test.
const NEUTRAL = {
  DATABASE_URL: '',
  MCP_AUTH_URL: '',
  DEBUG: '',
  NO_COLOR: '1',
  REST_PORT: '',
  BASE_URL: '',
  CREDENTIALS_KEYS: '',
};

export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A directory of its own to run the command line in, which every user of this machine may enter. */
export function workDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'crm-cli-'));
  chmodSync(dir, 0o755);
  return dir;
}

/** The command line, or another `main`, as a process that runs on; `run` is there once it has ended. */
export class Cli {
  stdout = '';
  stderr = '';
  readonly child: ChildProcess;
  readonly run: Promise<CliRun>;

  constructor(
    args: readonly string[],
    at: { cwd: string; env?: Record<string, string>; stdin?: string; main?: string },
  ) {
    const env = { ...process.env, ...NEUTRAL, ...at.env };
    this.child = spawn(process.execPath, [at.main ?? MAIN, ...args], {
      cwd: at.cwd,
      env,
      stdio: [at.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.child.stdin?.end(at.stdin);
    this.child.stdout!.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.run = new Promise((end) => {
      this.child.once('close', (code) => end({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  /** Waits for a text on stdout. @throws when the process ends without it */
  async until(text: string): Promise<void> {
    let ended = false;
    void this.run.then(() => (ended = true));
    while (!this.stdout.includes(text)) {
      if (ended) throw new Error(`It ended without "${text}":\n${this.stdout}${this.stderr}`);
      await new Promise((wake) => setTimeout(wake, 25));
    }
  }
}

/** The command line without a process of its own: quicker, with the same streams and exit codes, one at a time. */
export async function inProcess(args: readonly string[], env: Record<string, string> = {}): Promise<CliRun> {
  const run = { code: 0, stdout: '', stderr: '' };
  const { stdout, stderr } = process;
  const restore = (['stdout', 'stderr'] as const).map((name) => {
    const stream = { stdout, stderr }[name];
    const write = stream.write;
    stream.write = (chunk: unknown) => ((run[name] += String(chunk)), true);
    return () => (stream.write = write);
  });
  try {
    run.code = await runProgram(COMMANDS, args, env);
  } finally {
    for (const each of restore) each();
  }
  return run;
}

/** What the last line of stdout says as JSON. */
export function jsonOf<T>({ stdout, stderr }: CliRun): T {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (!last) throw new Error(`Nothing on stdout; stderr: ${stderr}`);
  return JSON.parse(last) as T;
}
