import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

interface Passed {
  /** The instance that is tried first. */
  at: number;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  body: Buffer;
}

/**
 * One address before several instances of a service, with connections that are kept and used again. As common proxies
 * do, it sends a request to the next instance when a connection was refused, or when it ended before a byte of the
 * answer and the method may be repeated. Every other loss is its caller's: 502, and counted.
 */
export class KeepAliveProxy {
  /** Requests that had to be given up, with why. */
  readonly lost: string[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private next = 0;

  private constructor(private readonly targets: readonly string[]) {
    this.server = createServer((incoming, outgoing) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => this.pass({ at: this.next++, incoming, outgoing, body: Buffer.concat(parts) }, 0));
    });
  }

  static async before(targets: readonly string[]): Promise<KeepAliveProxy> {
    const proxy = new KeepAliveProxy(targets);
    await new Promise<void>((ready, fail) => proxy.server.once('error', fail).listen(0, '127.0.0.1', ready));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
    this.agent.destroy();
  }

  private pass(passed: Passed, tried: number): void {
    const { at, incoming, outgoing, body } = passed;
    const { method = '', url: path, headers } = incoming;
    const { hostname, port } = new URL(this.targets[(at + tried) % this.targets.length]!);
    const onward = request({ hostname, port, path, method, headers, agent: this.agent });
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.once('error', () => (this.lost.push(`${method}: broken off`), outgoing.destroy()));
      answer.pipe(outgoing);
    });
    onward.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return;
      if (tried + 1 < this.targets.length && (code === 'ECONNREFUSED' || IDEMPOTENT.has(method)))
        return this.pass(passed, tried + 1);
      this.lost.push(`${method} on a ${onward.reusedSocket ? 'kept' : 'new'} connection: ${code}`);
      outgoing.writeHead(502).end();
    });
    onward.end(body);
  }
}
