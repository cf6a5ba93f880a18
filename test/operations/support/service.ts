import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SERVICE_FLAGS } from '#platform';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';

export interface ServiceOptions {
  app: 'rest-api' | 'mcp-gateway';
  env: Record<string, string>;
  /** Root of another build than this checkout's. */
  root?: string;
}

/** Loaded before a program's own code, with a channel to us: it ends when we are gone, however we went. */
export const END_WITH_PARENT = pathToFileURL(resolve('dist/libs/platform/src/processes/end-with-parent.js')).href;

/** One of the services as the process that is delivered, with everything it writes. */
export class Service {
  output = '';
  readonly ended: Promise<number | string | null>;

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((end) => child.once('close', (code, signal) => end(signal ?? code)));
  }

  /** Starts it and waits until it is ready. @throws Error with its output when it ends before */
  static async start({ app, env, root = '.' }: ServiceOptions): Promise<Service> {
    const service = await Service.launch({ app, env, root });
    try {
      await service.until(async () => (await service.get('/readyz')).status === 200);
      return service;
    } catch (error) {
      await service.stop('SIGKILL');
      throw error;
    }
  }

  /** Starts it without waiting. */
  static async launch({ app, env, root = '.' }: ServiceOptions): Promise<Service> {
    const port = String(await freePort());
    const file = resolve(root, `dist/apps/${app}/src/main.js`);
    const ports = { REST_PORT: port, MCP_PORT: port, LOG_LEVEL: 'info', RATE_LIMIT_WRITES_PER_SECOND: '0' };
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [...SERVICE_FLAGS, `--import=${END_WITH_PARENT}`, file], {
      env: { PATH, NODE_COMPILE_CACHE, RATE_LIMIT_READS_PER_SECOND: '0', ...ports, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    // It tells the child that we are gone, and keeps us from nothing.
    child.channel?.unref();
    return new Service(child, `http://127.0.0.1:${port}`);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers });
  }

  /** Waits for something about a living service. */
  async until(holds: () => Promise<boolean>, patience?: number): Promise<void> {
    await eventually(async () => {
      const { exitCode, signalCode } = this.child;
      if (exitCode !== null || signalCode !== null) throw new Error(`It ended:\n${this.output}`);
      return holds().catch(() => false);
    }, patience);
  }

  /** Every JSON line it wrote to its end. */
  get lines(): Record<string, unknown>[] {
    return this.output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The lines of requests. */
  get requests(): Record<string, unknown>[] {
    return this.lines.filter(({ msg }) => msg === 'request');
  }

  /** Asks it to end; gives exit code or signal. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> {
    this.child.kill(signal);
    return this.ended;
  }
}
