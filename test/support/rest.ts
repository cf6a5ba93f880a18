import { testSql } from './refused-sql.js';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import request, { type Test } from 'supertest';
import { Domain } from '#crm-domain';
import { logger } from '#platform';
import { createRestApi } from '../../apps/rest-api/src/app.js';
import { BackgroundService } from '../../apps/rest-api/src/background.service.js';
import type { RestSettings } from '../../apps/rest-api/src/settings.js';
import { areTwoWanted, twoOf, type Alone } from '../growth/support/two-of-each.js';
import { freshDatabase } from './database.js';

// What the service logs of failures that a test provokes is of no use to the reader of a test run.
logger.level = process.env.LOG_LEVEL ?? 'silent';

const EVERYTHING = ['read:data', 'write:data', 'write:schema'];

/** Somebody with a credential, or with none, who sends real HTTP. */
export class Caller {
  constructor(
    private readonly url: string,
    readonly authorization?: string,
  ) {}

  get(path: string): Test {
    return this.send('get', path);
  }
  post(path: string, body?: object): Test {
    return this.send('post', path, body);
  }
  patch(path: string, body?: object): Test {
    return this.send('patch', path, body);
  }
  put(path: string, body?: object): Test {
    return this.send('put', path, body);
  }
  delete(path: string): Test {
    return this.send('delete', path);
  }

  send(method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object): Test {
    const test = request(this.url)[method](path);
    if (this.authorization !== undefined) void test.set('Authorization', this.authorization);
    return body === undefined ? test : test.send(body);
  }
}

export interface Workspace {
  workspace_id: string;
  /** All capabilities a key can have. */
  admin: Caller;
}

interface RestStart extends Alone {
  /** Leads the service to its database by another way. */
  route?: (url: string) => Promise<string>;
}

/** A route for tests that hold a lock: on a busy machine that may last longer than a service waits for one. */
export function withLongWaits(url: string): Promise<string> {
  const long = '60000';
  const waits = { lock_timeout: long, statement_timeout: long, idle_in_transaction_session_timeout: long };
  return Promise.resolve(`${url}?${new URLSearchParams(waits).toString()}`);
}

/** The REST API over HTTP on a database of its own, with a workspace and somebody for each set of capabilities. */
export class Rest {
  workspace_id: string;
  /** May do everything an API key can be allowed. */
  admin: Caller;
  /** `read:data` alone. */
  reader: Caller;
  /** `read:data` and `write:data`. */
  writer: Caller;
  /** `write:data` alone. */
  scribe: Caller;
  /** `write:schema` alone. */
  architect: Caller;
  /** May do everything in another workspace. */
  stranger: Workspace;
  /** May do everything in a workspace without API access. */
  unpaid: Caller;

  private constructor(
    readonly app: NestExpressApplication,
    readonly url: string,
    readonly pool: pg.Pool,
    /** How many answer in turns. */
    readonly processes: 1 | 2,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /** Rate limits are off unless a test is about them. Where two are wanted, two processes answer in turns. */
  static async start(settings: Partial<RestSettings> = {}, { route, alone }: RestStart = {}): Promise<Rest> {
    const database = await freshDatabase();
    const limits = {
      RATE_LIMIT_READS_PER_SECOND: 0,
      RATE_LIMIT_WRITES_PER_SECOND: 0,
      RATE_LIMIT_BATCHED_WRITES_PER_SECOND: 0,
      RATE_LIMIT_COUNTS_CPU: false,
      RATE_LIMIT_SIGN_INS_PER_SECOND: 0,
    };
    const all = {
      DATABASE_URL: (await route?.(database.url)) ?? database.url,
      REST_PORT: 0,
      DATABASE_POOL_SIZE: 10,
      EVENT_RETENTION_DAYS: 30,
      AUDIT_RETENTION_DAYS: 400,
      MAX_REQUESTS_AT_ONCE: 10_000,
      ...limits,
      ...settings,
    } as RestSettings;
    const app = await createRestApi(all);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    // Deletes leave work to the background, which would change tables under the eyes of a test: there it is called by
    // hand.
    await app.get(BackgroundService).beforeApplicationShutdown();
    const front = areTwoWanted({ alone }) ? await twoOf('rest-api', all, { quiet: true }) : undefined;
    const drop = () => (front?.stop() ?? Promise.resolve()).finally(() => database.drop());
    const rest = new Rest(app, front?.url ?? `http://127.0.0.1:${port}`, pool, front ? 2 : 1, drop);
    await rest.settle();
    return rest;
  }

  get domain(): Domain {
    return this.app.get(Domain);
  }

  /** Statements beside the service: to look at what it stored, and to arrange what no request can. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return testSql<Row>(this, text, values);
  }

  async newWorkspace(options: { api_access?: boolean } = {}): Promise<Workspace> {
    const { workspace_id } = await this.domain.workspaces.create({ name: 'Example', ...options });
    return { workspace_id, admin: await this.newCaller(workspace_id, EVERYTHING) };
  }

  async newCaller(workspaceId: string, capabilities: readonly string[], expires_at?: Date): Promise<Caller> {
    const { api_key } = await this.newKey(workspaceId, capabilities, expires_at);
    return this.callerWith(`Bearer ${api_key}`);
  }

  newKey(workspaceId: string, capabilities: readonly string[] = EVERYTHING, expires_at?: Date) {
    const name = capabilities.join(' and ');
    return this.domain.apiKeys.create({ workspace_id: workspaceId, name, capabilities, expires_at });
  }

  callerWith(authorization?: string): Caller {
    return new Caller(this.url, authorization);
  }

  async stop(): Promise<void> {
    // Nobody asks any more on the connections that callers keep; the service would wait for a while.
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
    await this.pool.end();
    await this.dropDatabase();
  }

  private async settle(): Promise<void> {
    const { workspace_id, admin } = await this.newWorkspace();
    Object.assign(this, { workspace_id, admin });
    this.reader = await this.newCaller(workspace_id, ['read:data']);
    this.writer = await this.newCaller(workspace_id, ['read:data', 'write:data']);
    this.scribe = await this.newCaller(workspace_id, ['write:data']);
    this.architect = await this.newCaller(workspace_id, ['write:schema']);
    this.stranger = await this.newWorkspace();
    this.unpaid = (await this.newWorkspace({ api_access: false })).admin;
  }
}
