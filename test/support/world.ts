import { testSql } from './refused-sql.js';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDomain, McpGatekeeper, RateLimiter, TokenBearers, TokenVerifier, tokenSettingsFor } from '#auth';
import { Domain } from '#crm-domain';
import { logger } from '#platform';
import type { RestSettings } from '../../apps/rest-api/src/settings.js';
import { CONSOLE_SECRET, freePort } from '../identity/support/dev-idp.js';
import { legacy, type Answer } from '../mcp/support/wire.js';
import { areTwoWanted, twoOf, type Alone, type Front } from '../growth/support/two-of-each.js';
import { freshDatabase } from './database.js';
import { Caller } from './rest.js';
import { openIdp, type Places } from './world-idp.js';

logger.level = process.env.LOG_LEVEL ?? 'silent';

export interface Member {
  user_id: string;
  subject: string;
  email: string;
  name: string;
}

export interface Home {
  workspace_id: string;
  name: string;
}

/** What a token says where a test cares; the rest is that of a client of Ada's in her first workspace. */
export interface TokenWish {
  client?: string;
  workspace?: Home;
  audience?: string;
  claims?: Record<string, unknown>;
}

interface WorldStart extends Alone {
  accessTokenSeconds?: number;
}

/**
 * The identity provider, the REST API with its screens, and the tool server, as they run together, over one database.
 */
export class World {
  /** An admin of both workspaces. */
  ada: Member;
  /** A member of the first workspace, and no admin. */
  bob: Member;
  /** A member of the second workspace alone. */
  cleo: Member;
  north: Home;
  south: Home;
  domain: Domain;
  /** Errors the identity provider logged. */
  readonly idpErrors: unknown[] = [];
  private readonly ends: (() => Promise<unknown>)[] = [];
  private sign: (payload: object, audience: string) => string;

  private constructor(
    readonly places: Places,
    readonly pool: pg.Pool,
  ) {}

  static async start({ accessTokenSeconds = 900, alone }: WorldStart = {}): Promise<World> {
    const database = await freshDatabase();
    const [auth, base, mcp] = await Promise.all([freePort(), freePort(), freePort()]);
    const at = (port: number) => `http://127.0.0.1:${port}`;
    const places = { issuer: at(auth), baseUrl: at(base), mcpUrl: at(mcp), databaseUrl: database.url };
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    const world = new World(places, pool);
    world.ends.push(
      () => database.drop(),
      () => pool.end(),
    );
    // First, since services that find it missing leave it alone for a while.
    await world.startIdp(accessTokenSeconds);
    const rest = await startRest(places, {}, { alone });
    world.domain = rest.domain;
    world.ends.push(() => rest.close());
    const tools = await startTools(places, { alone });
    world.ends.push(() => tools.close());
    await world.settle();
    return world;
  }

  get callback(): string {
    return `${this.places.baseUrl}/console/callback`;
  }

  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return testSql<Row>(this, text, values);
  }

  /** A token as the identity provider makes them, signed with its key. A claim set to undefined is left out. */
  token(member: Pick<Member, 'subject'> = this.ada, wish: TokenWish = {}): string {
    const { client = 'client-1', workspace = this.north, audience = `${this.places.mcpUrl}/mcp`, claims } = wish;
    const scope = 'openid profile email user:org:read';
    const stated = {
      sub: member.subject,
      azp: client,
      client_id: client,
      org_id: workspace.workspace_id,
      scope,
      ...claims,
    };
    return this.sign(Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined)), audience);
  }

  /** Somebody who sends REST requests. */
  rest(token: string): Caller {
    return new Caller(this.places.baseUrl, `Bearer ${token}`);
  }

  /** A message to the tool server. */
  mcp(token: string | undefined, method = 'tools/list', params?: object): Promise<Answer> {
    return legacy({ url: this.places.mcpUrl }, method, params, { authorization: token && `Bearer ${token}` });
  }

  call(token: string, name: string, args: object = {}): Promise<Answer> {
    return this.mcp(token, 'tools/call', { name, arguments: args });
  }

  async connectionOf(member: Member, client = 'client-1', workspace = this.north) {
    const found = await this.domain.connections.list(workspace.workspace_id, member.user_id);
    return found.find((each) => each.client_id === client);
  }

  /** A connection of a client that was used once, and may do what `tier` says. */
  async connected(member: Member, wish: TokenWish & { tier?: 'read' | 'write' | 'send' } = {}) {
    const { tier = 'read', client = `client-${randomUUID()}`, workspace = this.north } = wish;
    const token = this.token(member, { ...wish, client });
    const { status } = await this.mcp(token);
    if (status !== 200) throw new Error(`No connection was made: ${status}`);
    const { connection_id } = (await this.connectionOf(member, client, workspace))!;
    if (tier !== 'read') await this.domain.connections.setTier(workspace.workspace_id, connection_id, tier);
    return { token, client, connection_id };
  }

  async stop(): Promise<void> {
    for (const end of this.ends.reverse()) await end();
  }

  private async settle(): Promise<void> {
    const { workspaces } = this.domain;
    const home = async (name: string) => ({ name, ...(await workspaces.create({ name })) });
    [this.north, this.south] = [await home('Northwind Traders'), await home('South Bay Consulting')];
    this.ada = await this.addMember('Ada Lovelace', this.north, 'admin');
    await this.addMember('Ada Lovelace', this.south, 'admin');
    this.bob = await this.addMember('Bob Martin', this.north);
    this.cleo = await this.addMember('Cleo Park', this.south);
  }

  async addMember(name: string, { workspace_id }: Home, role: 'admin' | 'member' = 'member'): Promise<Member> {
    const first = name.split(' ')[0]!.toLowerCase();
    const person = { subject: `user-${first}`, email: `${first}@example.com`, name };
    const member = { ...person, workspace_id, role, issuer: this.places.issuer };
    return { ...person, ...(await this.domain.workspaces.addMember(member)) };
  }

  private async startIdp(accessTokenSeconds: number): Promise<void> {
    const dir = mkdtempSync(join(tmpdir(), 'crm-world-'));
    const dataFile = join(dir, 'dev-idp.sqlite');
    const { idp, sign } = await openIdp(this.places, { dataFile, accessTokenSeconds }, (error) =>
      this.idpErrors.push(error),
    );
    this.sign = sign;
    this.ends.push(
      async () => rmSync(dir, { recursive: true, force: true }),
      () => idp.close(),
    );
  }
}

/** The REST API with its screens, listening where `places` says. */
export async function startRest(places: Places, change: Partial<RestSettings> = {}, alone: Alone = {}) {
  const settings = { ...restSettings(places), ...change } as RestSettings;
  const port = Number(new URL(places.baseUrl).port);
  if (areTwoWanted(alone)) return beside(places, await twoOf('rest-api', settings, { port }));
  const { createRestApi } = await import('../../apps/rest-api/src/app.js');
  const app = await createRestApi(settings);
  await app.listen(port, '127.0.0.1');
  return { domain: app.get(Domain), close: () => app.close() };
}

function restSettings(places: Places): Partial<RestSettings> {
  return {
    DATABASE_URL: places.databaseUrl,
    DATABASE_POOL_SIZE: 5,
    REST_PORT: 0,
    BASE_URL: places.baseUrl,
    RATE_LIMIT_READS_PER_SECOND: 0,
    RATE_LIMIT_WRITES_PER_SECOND: 0,
    RATE_LIMIT_BATCHED_WRITES_PER_SECOND: 0,
    RATE_LIMIT_COUNTS_CPU: false,
    RATE_LIMIT_SIGN_INS_PER_SECOND: 0,
    MCP_AUTH_URL: places.issuer,
    EVENT_RETENTION_DAYS: 30,
    AUDIT_RETENTION_DAYS: 400,
    MAX_REQUESTS_AT_ONCE: 10_000,
    CONSOLE_CLIENT_ID: 'crm-console',
    CONSOLE_CLIENT_SECRET: CONSOLE_SECRET,
  };
}

/** The tool server with its own connections to the database, as its own process has them. */
export async function startTools(places: Places, alone: Alone = {}) {
  const port = Number(new URL(places.mcpUrl).port);
  const settings = { ...restSettings(places), MCP_URL: places.mcpUrl };
  if (areTwoWanted(alone)) return beside(places, await twoOf('mcp-gateway', settings, { port }));
  const { createMcpGateway } = await import('../../apps/mcp-gateway/src/app.js');
  const domain = await domainAt(places, 'crm-mcp-gateway');
  const verifier = new TokenVerifier(tokenSettingsFor({ MCP_AUTH_URL: places.issuer }, [`${places.mcpUrl}/mcp`]));
  const bearers = new TokenBearers(verifier, domain.connections);
  const app = await createMcpGateway({
    mcpUrl: places.mcpUrl,
    issuer: places.issuer,
    screenUrl: `${places.baseUrl}/console/connections`,
    gatekeeper: new McpGatekeeper(bearers, new RateLimiter({ reads: 0, writes: 0 })),
    services: domain,
  });
  await app.listen(port, '127.0.0.1');
  return { domain, close: () => app.close().then(() => domain.close()) };
}

/** The domain for a test whose services run in processes of their own. */
async function beside(places: Places, front: Front) {
  const domain = await domainAt(places, 'crm-tests');
  return { domain, close: () => front.stop().finally(() => domain.close()) };
}

function domainAt({ databaseUrl }: Places, applicationName: string): Promise<Domain> {
  return openDomain({ url: databaseUrl, poolSize: 5, applicationName });
}
