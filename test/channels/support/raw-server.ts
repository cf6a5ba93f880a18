import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server of bare sockets: it says what a test wants, or nothing, or breaks off. */
export class RawServer {
  connections = 0;
  received = '';
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.take(socket));

  private constructor(private readonly answer: (socket: Socket, received: string) => void) {}

  /** @param answer called with everything that was received so far, whenever something came */
  static async start(answer: (socket: Socket, received: string) => void): Promise<RawServer> {
    const raw = new RawServer(answer);
    await new Promise<void>((ready) => raw.server.listen(0, '127.0.0.1', ready));
    return raw;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((done) => this.server.close(done));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private take(socket: Socket): void {
    this.connections++;
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString();
      this.answer(socket, this.received);
    });
  }
}

/** An answer as it travels. */
export function http(status: string, body = '', headers: Record<string, string> = {}): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');
}
