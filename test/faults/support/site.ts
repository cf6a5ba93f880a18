import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { openDomain } from '#auth';
import { makeDevToken } from '../../../apps/dev-idp/src/dev-token.js';
import { DirectoryStore } from '../../../apps/dev-idp/src/directory/directory.store.js';
import { openStore } from '../../../apps/dev-idp/src/store/open-store.js';
import { END_WITH_PARENT, Service } from '../../operations/support/service.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import type { Chance } from './chance.js';
import type { DatabaseUnderFire } from './database-under-fire.js';

export type App = 'rest-api' | 'mcp-gateway';

const MCP_URL = 'http://localhost:9001';
const BASE_URL = 'http://localhost:9000';
const PERSON = { email: 'ada@example.com', name: 'Ada Lovelace' };

/**
 * Two of each service, an identity provider and a database, each a process of its own that can be killed at any moment.
 */
export class Site {
  workspace_id: string;
  /** Opens the REST API. */
  api_key: string;
  /** Opens the tool server, with everything a connection may be allowed. */
  token: string;
  /** Services that nobody has killed and that are gone. */
  readonly crashes: string[] = [];
  private readonly services: Record<App, (Service | undefined)[]> = { 'rest-api': [], 'mcp-gateway': [] };
  private readonly reviving = new Map<string, Promise<void>>();
  private idp?: ChildProcess;
  private isClosed = false;

  private constructor(
    readonly database: DatabaseUnderFire,
    private readonly at: { issuer: string; idpPort: number; dir: string },
  ) {}

  /** @param startDatabase makes one in a folder */
  static async start(dir: string, startDatabase: (dir: string) => Promise<DatabaseUnderFire>): Promise<Site> {
    const database = await startDatabase(`${dir}/database`);
    const idpPort = await freePort();
    const site = new Site(database, { issuer: `http://localhost:${idpPort}`, idpPort, dir });
    try {
      await database.prepare();
      await site.settle();
      await site.startIdp();
      await Promise.all(
        (['rest-api', 'mcp-gateway'] as const).flatMap((app) => [0, 1].map((at) => site.revive(app, at))),
      );
      return site;
    } catch (error) {
      await site.stop();
      throw error;
    }
  }

  /** Where one of two answers, or answered a moment ago. */
  urlOf(app: App, chance: Chance): string {
    return this.services[app][chance.happens(0.5) ? 0 : 1]?.url ?? 'http://127.0.0.1:9';
  }

  /** Whether one of the two may answer. */
  isServed(app: App): boolean {
    return this.services[app].some(Boolean);
  }

  async kill(app: App, at: number): Promise<void> {
    const service = this.services[app][at];
    if (!service) return;
    await service.stop('SIGKILL');
    this.services[app][at] = undefined;
  }

  /** Starts it anew, whoever asks for it; when the database or the provider is away, again until it is ready. */
  revive(app: App, at: number): Promise<void> {
    const place = `${app} ${at}`;
    const reviving = this.reviving.get(place) ?? this.bringUp(app, at).finally(() => this.reviving.delete(place));
    this.reviving.set(place, reviving);
    return reviving;
  }

  private async bringUp(app: App, at: number): Promise<void> {
    while (!this.services[app][at] && !this.isClosed) {
      const service = await Service.launch({ app, env: this.env });
      const isReady = await service
        .until(async () => (await service.get('/readyz')).ok)
        .then(() => true)
        .catch(() => false);
      if (isReady && !this.isClosed) this.take(app, at, service);
      else await service.stop('SIGKILL');
    }
  }

  private take(app: App, at: number, service: Service): void {
    this.services[app][at] = service;
    void service.ended.then((how) => {
      if (how === 'SIGKILL') return;
      // Another run of tests on this machine may have been quicker to take the port.
      if (!/port \d+ is taken/.test(service.output))
        this.crashes.push(`${app} ended by itself: ${how}\n${service.output.slice(-3000)}`);
      this.services[app][at] = undefined;
      void this.revive(app, at);
    });
  }

  async killIdp(): Promise<void> {
    const gone = new Promise((end) => this.idp?.once('exit', end));
    this.idp?.kill('SIGKILL');
    await gone;
  }

  async startIdp(): Promise<void> {
    const { idpPort, dir, issuer } = this.at;
    const env = {
      DEV_IDP_PORT: String(idpPort),
      AUTH_URL: issuer,
      MCP_URL,
      BASE_URL,
      DEV_IDP_DATA: `${dir}/dev-idp.sqlite`,
      DEV_IDP_PASSWORD: randomUUID(),
      DEV_IDP_CONSOLE_SECRET: randomUUID(),
      DATABASE_URL: this.database.url,
    };
    const file = resolve('dist/apps/dev-idp/src/main.js');
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.idp = spawn(process.execPath, [`--import=${END_WITH_PARENT}`, file], {
      env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'fatal', ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.idp.channel?.unref();
    await eventually(async () => (await fetch(`${issuer}/healthz`).catch(() => undefined))?.ok === true);
  }

  /** Ends whatever is still alive, in an order in which nobody misses anybody. */
  async stop(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.reviving.values());
    for (const app of ['rest-api', 'mcp-gateway'] as const) await Promise.all([0, 1].map((at) => this.kill(app, at)));
    this.idp?.kill('SIGKILL');
    await this.database.remove();
  }

  private get env(): Record<string, string> {
    return {
      DATABASE_URL: this.database.url,
      DATABASE_POOL_SIZE: '4',
      MCP_AUTH_URL: this.at.issuer,
      MCP_URL,
      BASE_URL,
      LOG_LEVEL: 'error',
    };
  }

  /** A workspace with an API key, and a person in it whose client may do everything. */
  private async settle(): Promise<void> {
    const { issuer, dir } = this.at;
    const domain = await openDomain({ url: this.database.directUrl, poolSize: 2 });
    const directory = new DirectoryStore(this.database.directUrl, issuer);
    const store = openStore(`${dir}/dev-idp.sqlite`);
    try {
      const { workspace_id } = await domain.workspaces.create({ name: 'Under fire' });
      const subject = randomUUID();
      await domain.workspaces.addMember({ workspace_id, issuer, subject, ...PERSON });
      const capabilities = ['read:data', 'write:data', 'write:schema'];
      const { api_key } = await domain.apiKeys.create({ workspace_id, name: 'Ledger', capabilities });
      const identity = { issuer, subject, client_id: 'ledger', org_id: workspace_id };
      const caller = await domain.connections.identify(identity, { origin: 'mcp', request_id: randomUUID() });
      const { connection_id } = await domain.connections.admit(caller, identity, null);
      await domain.connections.setTier(workspace_id, connection_id!, 'send');
      const settings = { issuer, mcpUrl: MCP_URL, baseUrl: BASE_URL };
      const wish = { workspace: workspace_id, email: PERSON.email, client: 'ledger' };
      const token = await makeDevToken(wish, { settings, store, directory });
      Object.assign(this, { workspace_id, api_key, token });
    } finally {
      store.close();
      await directory.close();
      await domain.close();
    }
  }
}
