import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * One address before several services: each request goes to the next of them, whoever sends it and on whatever
 * connection.
 */
export class RoundRobin {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private next = 0;

  private constructor(private readonly targets: readonly string[]) {
    // The services behind it have limits of their own.
    const most = { maxHeaderSize: 65_536 };
    this.server = createServer(most, (incoming, outgoing) => this.pass(incoming, outgoing));
    Object.assign(this.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 60_000 });
  }

  static async before(targets: readonly string[], { port = 0, host = '127.0.0.1' } = {}): Promise<RoundRobin> {
    const proxy = new RoundRobin(targets);
    await new Promise<void>((ready, fail) => proxy.server.once('error', fail).listen(port, host, ready));
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
    const { method, url, headers } = incoming;
    const { hostname, port } = new URL(this.targets[this.next++ % this.targets.length]!);
    // The path as it came: what is odd in it is for the service to judge.
    const onward = request({ hostname, port, path: url!, method, headers, agent: this.agent });
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.statusMessage, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.once('close', () => onward.destroy());
    // Before any body is there: a service may have its answer ready by then.
    onward.flushHeaders();
    incoming.pipe(onward);
  }
}
