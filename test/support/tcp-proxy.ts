import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/**
 * Stands between a service and its database, and can take the database away: connections break, new ones are refused.
 */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  /** Bytes that the database has sent. */
  sent = 0;
  /** Called for each piece of what the service sends, just before it is passed on. */
  onPiece?: () => void;
  private server?: Server;
  private isSilent = false;

  private constructor(
    private readonly port: number,
    private target: { host: string; port: number },
  ) {}

  /** Gives the proxy, and the URL under which the database answers behind it. */
  static async before(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(databaseUrl);
    const proxy = new TcpProxy(await freePort(), { host: url.hostname, port: Number(url.port) });
    await proxy.restore();
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    return { proxy, url: url.href };
  }

  /** Where new connections lead from now on. */
  redirect(databaseUrl: string): void {
    const url = new URL(databaseUrl);
    this.target = { host: url.hostname, port: Number(url.port) };
  }

  /** Breaks every connection and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.server;
    if (!server) return;
    this.server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Passes nothing on any more, and takes connections as a machine does whose programs hang. */
  hang(): void {
    this.isSilent = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Lets connections through again, on the same port. */
  async restore(): Promise<void> {
    this.isSilent = false;
    for (const socket of this.sockets) socket.resume();
    if (this.server) return;
    const server = createServer((client) => this.join(client, connect(this.target)));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  private join(client: Socket, database: Socket): void {
    database.on('data', (chunk) => (this.sent += chunk.length));
    client.on('data', () => this.onPiece?.());
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
      if (this.isSilent) one.pause();
    }
  }
}
