import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** A stand-in for the metadata endpoints of an identity provider: answers what it is told, and counts. */
export class MetadataServer {
  readonly asked: string[] = [];
  routes: Record<string, Route> = {};
  private readonly server = createServer((request, response) => {
    this.asked.push(request.url!);
    const route = this.routes[request.url!];
    if (route) route(request, response);
    else response.writeHead(404).end();
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, 'localhost', resolve));
    return this;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Everything a provider could say that holds, and some that clients here must not see. */
  document(issuer = this.url): Record<string, unknown> {
    return {
      issuer,
      authorization_endpoint: `${this.url}/auth`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/reg`,
      jwks_uri: `${this.url}/jwks`,
      scopes_supported: ['openid', 'offline_access', 'admin'],
      response_types_supported: ['code', 'token'],
      grant_types_supported: ['authorization_code', 'password', 'client_credentials'],
      code_challenge_methods_supported: ['plain', 'S256'],
      introspection_endpoint: `${this.url}/introspect`,
      device_authorization_endpoint: `${this.url}/device`,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export function json(body: unknown): Route {
  return (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
