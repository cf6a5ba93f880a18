import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The event, once its signature was verified with the secret. */
  event: {
    type: string;
    data: { position: number; event_id: string; subject: { id: string }; [field: string]: unknown };
  };
}

type Behaviour = (
  request: Received,
  response: ServerResponse,
  socket: IncomingMessage['socket'],
) => void | Promise<void>;

/** Somebody else's endpoint over real HTTP. What it does with a request can be changed at any time. */
export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = (_, response) => void response.writeHead(204).end();
  private readonly server = createServer((request, response) => void this.take(request, response));

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  answerWith(status: number, headers: Record<string, string> = {}): void {
    this.behaviour = (_, response) => void response.writeHead(status, headers).end();
  }

  /** What came to a path, in its order. */
  at(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = request.headers as Record<string, string>;
    const received = { path: request.url!, headers, body, event: JSON.parse(body) as Received['event'] };
    this.received.push(received);
    await this.behaviour(received, response, request.socket);
  }
}

/** Verifies as the public library does. @throws Error when the signature or the time is wrong */
export function verified({ headers, body }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, headers);
}
