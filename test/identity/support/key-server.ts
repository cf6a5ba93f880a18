import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../../support/free-port.js';

/** A key pair with its public half as the provider publishes it. */
export interface TestKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: Record<string, unknown>;
}

export function rsaKey(kid: string, members: Record<string, unknown> = { alg: 'RS256' }): TestKey {
  return withJwk(kid, generateKeyPairSync('rsa', { modulusLength: 2048 }), members);
}

export function ecKey(kid: string, namedCurve: string, members: Record<string, unknown> = {}): TestKey {
  return withJwk(kid, generateKeyPairSync('ec', { namedCurve }), members);
}

function withJwk(kid: string, pair: { privateKey: KeyObject; publicKey: KeyObject }, members: object): TestKey {
  return { kid, ...pair, jwk: { ...pair.publicKey.export({ format: 'jwk' }), kid, use: 'sig', ...members } };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A provider reduced to its metadata and keys, over real HTTP; what it publishes can be changed at any time. */
export class KeyServer {
  keys: TestKey[] = [];
  /** Set to answer the request for keys in some other way. */
  answer: Answer | undefined;
  /** Set to publish other metadata. */
  metadata: Record<string, unknown> | undefined;
  fetches = 0;
  metadataFetches: string[] = [];
  private readonly server = createServer((request, response) => this.serve(request, response));

  static async start(...keys: TestKey[]): Promise<KeyServer> {
    const server = new KeyServer();
    server.keys = keys;
    await server.listen(await freePort());
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get jwksUri(): string {
    return `${this.url}/jwks`;
  }

  private port = 0;

  async listen(port = this.port): Promise<void> {
    await new Promise<void>((ready) => this.server.listen(port, '127.0.0.1', ready));
    this.port = port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    if (this.server.listening) await new Promise((closed) => this.server.close(closed));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    if (request.url?.includes('.well-known')) {
      this.metadataFetches.push(request.url);
      return void sendJson(response, this.metadata ?? { issuer: this.url, jwks_uri: this.jwksUri });
    }
    this.fetches++;
    if (this.answer) return this.answer(request, response);
    sendJson(response, { keys: this.keys.map(({ jwk }) => jwk) });
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
