import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address before several services: each request goes to the next of them, whoever sends it and on whatever connection. */
export class RoundRobin {
  /** How many requests each of the services was given. */
  readonly given: number[];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private next = 0;

  private constructor(private readonly targets: readonly string[]) {
    this.given = targets.map(() => 0);
    this.server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
    // The services behind it have limits of their own.
    Object.assign(this.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 60_000 });
  }

  static async before(targets: readonly string[], port = 0): Promise<RoundRobin> {
    const proxy = new RoundRobin(targets);
    await new Promise<void>((ready, fail) => proxy.server.once('error', fail).listen(port, '127.0.0.1', ready));
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

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const at = this.next++ % this.targets.length;
    this.given[at]! += 1;
    const { method, url, headers } = incoming;
    const { hostname, port } = new URL(this.targets[at]!);
    // The path as it came: what is odd in it is for the service to judge.
    const onward = request({ hostname, port, path: url!, method, headers, agent: this.agent });
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.statusMessage, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}
