import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';
import type { Claimed, WorkerOrder } from './worker-main.js';
import { environmentAt } from './stand-ins.js';

const PROGRAM = join(process.cwd(), 'dist/test/delivery/support/worker-main.js');

/** A worker in a process of its own, from the compiled code. */
export class WorkerProcess {
  readonly gone: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Everything it wrote. */
  output = '';
  /** Under what name it has deliveries in hand, once it has claimed one and was to tell. */
  leaseOwner?: string;

  private constructor(private readonly child: ChildProcess) {
    this.gone = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    child.on('message', ({ lease_owner }: Claimed) => (this.leaseOwner = lease_owner));
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
  }

  static start(providersUrl: string, order: WorkerOrder): WorkerProcess {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      LOG_LEVEL: 'trace',
      ...environmentAt(providersUrl),
      WORKER: JSON.stringify(order),
    };
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    return new WorkerProcess(spawn(process.execPath, [PROGRAM], { env, stdio: [...stdio] }));
  }

  /** @throws Error with what it wrote when it ends without that */
  async wrote(text: string): Promise<void> {
    const hasEnded = () => this.child.exitCode !== null || this.child.signalCode !== null;
    await eventually(async () => this.output.includes(text) || hasEnded());
    if (!this.output.includes(text)) throw new Error(`The worker ended:\n${this.output}`);
  }

  /** Resolves when it has claimed something; never where it is not to tell. */
  async claims(signal: AbortSignal): Promise<this> {
    await once(this.child, 'message', { signal });
    return this;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.gone;
  }
}
