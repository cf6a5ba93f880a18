import { connect, type Socket } from 'node:net';

const END = Buffer.from('\r\n\r\n');

export interface Answer {
  status: number;
  milliseconds: number;
  body: Buffer;
}

/**
 * One keep-alive connection with one request at a time. Reads no more of an answer than its status and length, so that
 * the load takes as little of the machine as it can from those it measures.
 */
export class Connection {
  private readonly socket: Socket;
  private held: Buffer[] = [];
  private missing = -1;
  private status = 0;
  private sent = 0;
  private settle?: { resolve(answer: Answer): void; reject(error: Error): void };

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk: Buffer) => this.read(chunk));
    this.socket.on('error', (error) => this.settle?.reject(error));
    this.socket.on('close', () => this.settle?.reject(new Error('The server closed the connection.')));
  }

  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.sent = performance.now();
      this.socket.write(request);
    });
  }

  close(): void {
    this.settle = undefined;
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.held.push(chunk);
    if (this.missing < 0) {
      const all = this.held.length > 1 ? Buffer.concat(this.held) : chunk;
      this.held = [all];
      const end = all.indexOf(END);
      if (end < 0) return;
      const head = all.toString('latin1', 0, end);
      this.status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined) return void this.settle?.reject(new Error('An answer without Content-Length.'));
      this.missing = end + END.length + Number(length) - all.length;
    } else {
      this.missing -= chunk.length;
    }
    if (this.missing <= 0) this.finish();
  }

  private finish(): void {
    const { settle, status } = this;
    const body = status === 200 ? this.held[0]! : Buffer.concat(this.held);
    this.held = [];
    this.missing = -1;
    this.settle = undefined;
    settle?.resolve({ status, milliseconds: performance.now() - this.sent, body });
  }
}
