import { randomUUID } from 'node:crypto';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { freshDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { KeyServer, rsaKey, type TestKey } from '../../identity/support/key-server.js';
import { signToken } from '../../identity/support/signed-token.js';
import { Service, type ServiceOptions } from './service.js';

const CLIENT = 'client-of-tests';

/**
 * Database, identity provider and credentials, as services find them in production; the services are started by the
 * tests.
 */
export class Deployment {
  workspace_id: string;
  api_key: string;
  subject = `user-${randomUUID()}`;
  private readonly ends: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly databaseUrl: string,
    readonly idp: KeyServer,
    private readonly key: TestKey,
    readonly domain: Domain,
  ) {}

  static async make(): Promise<Deployment> {
    const database = await freshDatabase();
    const key = rsaKey('key-1');
    const idp = await KeyServer.start(key);
    idp.metadata = {
      issuer: idp.url,
      jwks_uri: idp.jwksUri,
      authorization_endpoint: `${idp.url}/authorize`,
      token_endpoint: `${idp.url}/token`,
    };
    const domain = await openDomain({ url: database.url, poolSize: 2 });
    const deployment = new Deployment(database.url, idp, key, domain);
    deployment.ends.push(
      () => database.drop(),
      () => idp.stop(),
      () => domain.close(),
    );
    await deployment.newWorkspace();
    return deployment;
  }

  /** What both services need to know. */
  get env(): Record<string, string> {
    return { DATABASE_URL: this.databaseUrl, MCP_AUTH_URL: this.idp.url, BASE_URL: 'http://localhost:9' };
  }

  async start(app: ServiceOptions['app'], env: Record<string, string> = {}): Promise<Service & { metricsUrl: string }> {
    const metrics = await freePort();
    const own = { MCP_URL: 'http://localhost', METRICS_PORT: String(metrics) };
    const service = await Service.start({ app, env: { ...this.env, ...own, ...env } });
    this.ends.push(() => service.stop());
    return Object.assign(service, { metricsUrl: `http://127.0.0.1:${metrics}/metrics` });
  }

  /** An access token of the person, for the tool server unless another audience is named. */
  token(aud = 'http://localhost/mcp'): string {
    const now = Math.floor(Date.now() / 1000);
    const scope = 'openid profile email user:org:read';
    const who = { iss: this.idp.url, sub: this.subject, azp: CLIENT, client_id: CLIENT, org_id: this.workspace_id };
    const payload = { ...who, aud, scope, iat: now, exp: now + 600, jti: randomUUID() };
    return signToken({ header: { alg: 'RS256', typ: 'at+jwt', kid: this.key.kid }, payload }, this.key.privateKey);
  }

  async stop(): Promise<void> {
    for (const end of this.ends.reverse()) await end();
  }

  /**
   * A workspace with an API key of every right and the person as a member whose client may write; from here on it is
   * that of the deployment.
   */
  async newWorkspace(): Promise<{ workspace_id: string; api_key: string }> {
    const { workspaces, apiKeys, connections } = this.domain;
    const { workspace_id } = await workspaces.create({ name: 'Example' });
    this.workspace_id = workspace_id;
    const capabilities = ['read:data', 'write:data', 'write:schema'];
    ({ api_key: this.api_key } = await apiKeys.create({ workspace_id, name: 'Tests', capabilities }));
    const person = { email: 'ada@example.com', name: 'Ada Example' };
    await workspaces.addMember({ workspace_id, issuer: this.idp.url, subject: this.subject, ...person });
    const identity = { issuer: this.idp.url, subject: this.subject, client_id: CLIENT, org_id: workspace_id };
    const caller = await connections.identify(identity, { origin: 'mcp', request_id: randomUUID() });
    const { connection_id } = await connections.admit(caller, identity, null);
    await connections.setTier(workspace_id, connection_id!, 'write');
    return { workspace_id, api_key: this.api_key };
  }
}

/** Sends JSON with a credential; gives status, headers and what was answered. */
export async function call(
  url: string,
  { token, method, body, headers }: { token?: string; method?: string; body?: unknown; headers?: object } = {},
) {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** A call of a tool. */
export function toolCall(name: string, args: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}
