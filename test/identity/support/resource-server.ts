import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bearerOf } from '../../../libs/auth/src/token/bearer.js';
import type { VerifiedToken } from '../../../libs/auth/src/token/token-claims.js';
import type { TokenVerifier } from '../../../libs/auth/src/token/token-verifier.js';
import { sendJson } from './key-server.js';

const IDENTITY_SCOPES = ['openid', 'profile', 'email', 'user:org:read'];

/**
 * The least a tool server must be for a client to find its way: 401 with a challenge, metadata, one JSON-RPC answer.
 */
export class ResourceServer {
  /** One line per request: method, path, status. */
  readonly seen: string[] = [];
  readonly accepted: VerifiedToken[] = [];
  verifier: TokenVerifier | undefined;
  issuer = '';
  /** Set to refuse every token from now on, as a resource server that revoked a connection does. */
  refuses = false;
  private readonly server = createServer((request, response) => {
    response.once('finish', () => this.seen.push(`${request.method} ${request.url} ${response.statusCode}`));
    this.serve(request, response).catch((error: unknown) => sendJson(response, { error: String(error) }, 500));
  });

  static async start(): Promise<ResourceServer> {
    const server = new ResourceServer();
    await new Promise<void>((ready) => server.server.listen(0, '127.0.0.1', ready));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/.well-known/oauth-protected-resource') return this.describe(response);
    if (request.url !== '/mcp') return sendJson(response, {}, 404);
    const token = await this.admit(request);
    if (!token) return this.challenge(response);
    this.accepted.push(token);
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    answer(response, (await bodyOf(request)) as JsonRpc);
  }

  private describe(response: ServerResponse): void {
    const resource = `${this.url}/mcp`;
    sendJson(response, { resource, authorization_servers: [this.issuer], scopes_supported: IDENTITY_SCOPES });
  }

  private async admit({ headers }: IncomingMessage): Promise<VerifiedToken | null> {
    const credential = bearerOf(headers.authorization);
    if (credential.kind !== 'token' || this.refuses) return null;
    const token = await this.verifier?.verify(credential.token).catch(() => null);
    return token?.org_id ? token : null;
  }

  private challenge(response: ServerResponse): void {
    const metadata = `${this.url}/.well-known/oauth-protected-resource`;
    response.setHeader(
      'www-authenticate',
      `Bearer resource_metadata="${metadata}", scope="${IDENTITY_SCOPES.join(' ')}"`,
    );
    sendJson(response, {}, 401);
  }
}

interface JsonRpc {
  id?: number;
  method: string;
  params?: { protocolVersion?: string };
}

function answer(response: ServerResponse, { id, method, params }: JsonRpc): void {
  if (id === undefined) return void response.writeHead(202).end();
  const serverInfo = { name: 'stand-in', version: '1.0.0' };
  const initialised = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  const result = method === 'initialize' ? initialised : { tools: [] };
  sendJson(response, { jsonrpc: '2.0', id, result });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
