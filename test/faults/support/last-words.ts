import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const READY = Buffer.from('5a0000000549', 'hex');

/** What a backend says when its server is gone, as it comes on the wire. */
function fatal(message: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', `M${message}`].map((field) => `${field}\0`).join('');
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + fields.length + 1);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(`${fields}\0`)]);
}

/**
 * Stands before a Postgres and lets it die at the most awkward moment: each new connection is told in one breath that
 * it is ready and that it is over.
 */
export class LastWords {
  /** From now on. */
  isSpeaking = false;
  /** How many connections have heard them. */
  heard = 0;
  private connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.join(client));
  }

  static async before(databaseUrl: string): Promise<LastWords> {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return new LastWords(server, new URL(databaseUrl));
  }

  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    url.hostname = '127.0.0.1';
    return url.href;
  }

  /** Breaks what is open, so that everybody has to connect anew. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((closed) => this.server.close(closed));
  }

  private join(client: Socket): void {
    const database = connect({ host: this.target.hostname, port: Number(this.target.port) });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined).on('close', () => (this.sockets.delete(one), other.destroy()));
    }
    client.pipe(database);
    database.on('data', (chunk: Buffer) => {
      const isReady = this.isSpeaking && chunk.subarray(-READY.length).equals(READY);
      // One in three lives on, so that who asked first comes to ask again.
      if (!isReady || this.connections++ % 3 === 0) return void client.write(chunk);
      this.heard++;
      client.end(Buffer.concat([chunk, fatal('terminating connection due to unexpected postmaster exit')]));
    });
  }
}
