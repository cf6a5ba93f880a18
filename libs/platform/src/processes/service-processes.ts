import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program of this project, to be started. */
export interface ServiceProcess {
  name: string;
  /** The compiled entry file. */
  file: string;
  env: Record<string, string>;
  /** Asked until it answers 200. */
  ready: string;
}

// The channel to the parent closes when the parent is gone, however it went; then the service ends as well.
const END_WITH_PARENT = new URL('./end-with-parent.js', import.meta.url).href;
/**
 * How Node runs a service. Left to itself it lets garbage lie in proportion to the machine's memory: half as much again
 * as with these. With half of this young generation, what belongs to requests under way would be taken for what will
 * stay, and a write would take up to a third more. The last keeps it from doing the same by where a thing was made: all
 * of it would lie until the next full collection, an eighth of a tool call's work. Source maps are left out: those of
 * the libraries alone would be a fifth of the memory. Traces name the files in `dist/`.
 */
export const SERVICE_FLAGS = [
  '--max-old-space-size=256',
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
];

const START_WITHIN = 60_000;
/** Longer than a service gives itself to finish what is under way (service-main.ts). */
const STOP_WITHIN = 27_000;

/**
 * Services as children of this process. They are in a group of their own: who stops them, and in which order, is
 * decided here.
 */
export class ServiceProcesses {
  private readonly children: { name: string; child: ChildProcess }[] = [];
  private stopping = false;
  private fail!: (sentence: string) => void;
  /** Resolves with a sentence when a service ends that should not have. */
  readonly failed = new Promise<string>((resolve) => (this.fail = resolve));

  constructor(
    private readonly log: (name: string, line: string) => void = (name, line) =>
      process.stdout.write(`[${name}] ${line}\n`),
  ) {}

  /** Gives back when the service answers. @throws when it ends or does not answer within a minute */
  async start(service: ServiceProcess): Promise<void> {
    const child = spawn(process.execPath, [...SERVICE_FLAGS, `--import=${END_WITH_PARENT}`, service.file], {
      env: { ...process.env, ...service.env, SERVICE_NAME: service.name },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.children.push({ name: service.name, child });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream! }).on('line', (line) => {
        lines.push(line);
        if (lines.length > 20) lines.shift();
        this.log(service.name, line);
      });
    }
    await this.untilReady(service, child, lines);
    child.once('exit', (code, signal) => {
      if (!this.stopping)
        this.fail(`${service.name} ended unexpectedly (${signal ?? `exit code ${code}`}).\n${lines.join('\n')}`);
    });
  }

  /** Asks all to end, the last started first, and ends those that do not. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.children.reverse().map(({ child }) => end(child)));
  }

  private async untilReady({ name, ready }: ServiceProcess, child: ChildProcess, lines: string[]): Promise<void> {
    const until = Date.now() + START_WITHIN;
    while (Date.now() < until) {
      if (hasEnded(child)) throw new Error(`${name} did not start:\n${lines.join('\n')}`);
      const answer = await fetch(ready, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(50);
    }
    throw new Error(`${name} did not answer at ${ready} within a minute:\n${lines.join('\n')}`);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const until = Date.now() + STOP_WITHIN;
  while (!hasEnded(child)) {
    if (Date.now() > until) child.kill('SIGKILL');
    await sleep(20);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
