import { testSql } from '../../support/refused-sql.js';
import { createHmac } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import request, { type Test } from 'supertest';
import { Inbound, AccountTokens, restApiSettings } from '#channels';
import { Domain } from '#crm-domain';
import type { ChannelName } from '#crm-domain/messaging';
import { JobQueue, logger, newId, readDeclared } from '#platform';
import { createRestApi } from '../../../apps/rest-api/src/app.js';
import type { RestSettings } from '../../../apps/rest-api/src/settings.js';
import { environmentAt, vault } from '../../delivery/support/stand-ins.js';
import { areTwoWanted, twoOf } from '../../growth/support/two-of-each.js';
import { freePort } from '../../identity/support/dev-idp.js';
import { freshDatabase } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { aMessageUnderWay, type Sending } from './message-under-way.js';

logger.level = process.env.LOG_LEVEL ?? 'silent';

export const META_SECRET = 'secret-of-the-app';
const VERIFY_TOKEN = 'typed-at-meta';
/** Times in which a test sees the end of everything. */
const BRIEF = { pollMs: 25, leaseMs: 2000, retryMs: 100, retryMostMs: 400, looks: 4, attempts: 3 };

export interface Connected {
  workspace_id: string;
  channel_account_id: string;
  external_account_id: string;
}

export interface Wish {
  external?: string;
  workspace_id?: string;
  /** Null makes it a shared one. */
  owner?: string | null;
  members?: string[];
  seal?: (owner: { workspace_id: string; channel_account_id: string }) => string;
}

export interface AccountState {
  status: string;
  sync_cursor: Record<string, unknown> | null;
  last_error_code: string | null;
  last_synced_at: Date | null;
  sync_at: Date;
  push_subscription_id: string | null;
  push_expires_at: Date | null;
}

interface Signing {
  secret?: string;
  signature?: string;
}

/** What is stored of a message, as far as tests look at it. */
export interface Stored {
  message_id: string;
  conversation_id: string;
  workspace_id: string;
  direction: string;
  status: string;
  from_handle: string;
  subject: string | null;
  body: string;
  provider_message_id: string | null;
  internet_message_id: string | null;
  reply_to_message_id: string | null;
  author_user_id: string | null;
  failure_code: string | null;
  sent_at: Date;
  delivered_at: Date | null;
  read_at: Date | null;
}

type InboxRow = { user_id: string } & Record<'archived_at' | 'last_read_at' | 'last_inbound_at', Date | null>;

/** The REST API over HTTP with what works on messages that come in, as another process would. */
export class Mailroom {
  workspace_id: string;
  ada: string;
  bob: string;
  inbound: Inbound;

  private constructor(
    readonly app: NestExpressApplication,
    readonly url: string,
    readonly databaseUrl: string,
    readonly settings: RestSettings,
    readonly jobs: JobQueue,
    readonly pool: pg.Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  /** @param providers where the stand-ins for providers are, if there are any */
  static async start(
    providers = 'http://127.0.0.1:9',
    change: Record<string, string> = {},
    times: Partial<typeof BRIEF> = {},
  ): Promise<Mailroom> {
    const database = await freshDatabase();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = readDeclared(restApiSettings, {
      ...environmentAt(providers),
      DATABASE_URL: database.url,
      REST_PORT: String(port),
      BASE_URL: url,
      SYNC_WORKER: 'off',
      META_APP_SECRET: `of-instagram,${META_SECRET}`,
      META_VERIFY_TOKEN: VERIFY_TOKEN,
      GMAIL_PUSH_AUDIENCE: `${url}/webhooks/gmail`,
      GMAIL_PUSH_ACCOUNT: 'gmail-push@example.com',
      GMAIL_PUSH_KEYS_URL: `${providers}/gmail/oauth2/v3/certs`,
      GMAIL_PUBSUB_TOPIC: 'projects/crm/topics/gmail',
      ...change,
    });
    const app = await createRestApi(settings);
    const front = areTwoWanted() ? await twoOf('rest-api', settings, { port }) : undefined;
    await app.listen(front ? 0 : port, '127.0.0.1');
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    const drop = () => (front?.stop() ?? Promise.resolve()).finally(() => database.drop());
    const room = new Mailroom(app, url, database.url, settings, new JobQueue(database.url), pool, drop);
    await room.settle({ ...BRIEF, ...times });
    return room;
  }

  get domain(): Domain {
    return this.app.get(Domain);
  }

  /** From now on nobody here works on what comes in. */
  async rest(): Promise<void> {
    await this.inbound.stop();
    await this.jobs.stop();
  }

  async stop(): Promise<void> {
    await this.rest();
    await this.app.close();
    await this.pool.end();
    await this.drop();
  }

  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return testSql<Row>(this, text, values);
  }

  /** With Ada and Bob, once they are there. */
  async newWorkspace(): Promise<string> {
    const { workspace_id } = await this.domain.workspaces.create({ name: 'Example' });
    const join = `insert into membership (workspace_id, user_id, role) values ($1, $2, 'member')`;
    for (const user_id of [this.ada, this.bob]) if (user_id) await this.sql(join, [workspace_id, user_id]);
    return workspace_id;
  }

  async newMember(workspace_id = this.workspace_id): Promise<string> {
    const subject = newId();
    const person = { issuer: 'https://id.example.com', subject, email: `${subject}@example.com`, name: 'Somebody' };
    return (await this.domain.workspaces.addMember({ ...person, workspace_id, role: 'member' })).user_id;
  }

  async account(channel: ChannelName, wish: Wish = {}): Promise<Connected> {
    const { workspace_id = this.workspace_id, owner: owner_user_id = null, members: member_ids = [] } = wish;
    const external_account_id = wish.external ?? `${channel}-${newId()}@example.com`;
    const seal = (channel_account_id: string) =>
      wish.seal?.({ workspace_id, channel_account_id }) ??
      vault.seal({ workspace_id, channel_account_id }, { access_token: 'none' });
    const account = { channel, external_account_id, address: external_account_id, display_name: null };
    const connected = { ...account, owner_user_id, member_ids };
    const { channel_account_id } = await this.domain.accounts.connect(workspace_id, connected, { seal });
    return { workspace_id, channel_account_id, external_account_id };
  }

  /** Signs and sends as Meta does. */
  meta(body: object | string, { secret = META_SECRET, signature }: Signing = {}): Test {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const right = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
    const sent = request(this.url).post('/webhooks/meta').set('Content-Type', 'application/json');
    return sent.set('X-Hub-Signature-256', signature ?? right).send(text);
  }

  http() {
    return request(this.url);
  }

  /** Until everything that was kept is worked on. */
  async quiet(): Promise<void> {
    const open = 'select 1 from provider_event where processed_at is null limit 1';
    await eventually(async () => (await this.sql(open)).length === 0);
  }

  /** A message that is on its way through an account, as far as its delivery says. Gives its id. */
  sending(account: Connected, wish: Sending): Promise<string> {
    return aMessageUnderWay(this, account, { ...wish, author: this.ada });
  }

  /** Has an account fetched from, as when its time has come, and waits until that is over. Gives how it stands then. */
  async fetch({ channel_account_id }: Connected): Promise<AccountState> {
    await this.sql('update channel_account set sync_at = now() where channel_account_id = $1', [channel_account_id]);
    await this.inbound.sweep();
    return this.fetched(channel_account_id);
  }

  /** Has what providers tell us renewed, as every ten minutes. */
  renew(): Promise<void> {
    return this.inbound.renew();
  }

  /** Until nothing is due and nobody is at it. */
  async fetched(accountId: string): Promise<AccountState> {
    const text = `select status, sync_cursor, last_error_code, last_synced_at, sync_at, push_subscription_id, push_expires_at
      from channel_account where channel_account_id = $1 and (sync_at > now() or status <> 'active') and sync_lease_owner is null`;
    let found: AccountState | undefined;
    await eventually(async () => ([found] = await this.sql<AccountState>(text, [accountId])).length > 0);
    return found!;
  }

  async message(messageId: string): Promise<Stored> {
    return (await this.sql<Stored>('select * from message where message_id = $1', [messageId]))[0]!;
  }

  messages(workspace_id = this.workspace_id): Promise<Stored[]> {
    const text = 'select * from message where workspace_id = $1 order by sort_at, message_id';
    return this.sql<Stored>(text, [workspace_id]);
  }

  /** Whose inbox the conversations of a workspace are in, by conversation. */
  inboxes(conversation_id: string): Promise<InboxRow[]> {
    const text = 'select * from conversation_inbox where conversation_id = $1 order by user_id';
    return this.sql<InboxRow>(text, [conversation_id]);
  }

  private async settle(times: typeof BRIEF): Promise<void> {
    this.workspace_id = await this.newWorkspace();
    this.ada = await this.newMember();
    this.bob = await this.newMember();
    const { domain, settings, jobs } = this;
    const tokens = new AccountTokens(domain.db, vault, settings);
    const graphWebhookUrl = `${this.url}/webhooks/graph`;
    const gmailTopic = settings.GMAIL_PUBSUB_TOPIC;
    this.inbound = new Inbound({ domain, tokens, jobs, settings, graphWebhookUrl, gmailTopic, times, lookMs: 20 });
    this.inbound.start();
    jobs.start();
  }
}
