import { testSql } from '../../support/refused-sql.js';
import pg from 'pg';
import { openDomain } from '#auth';
import { DELIVERY_NUMBERS, DeliveryService, handleKind, isMail } from '#crm-domain/messaging';
import type { Domain } from '#crm-domain';
import type { ChannelName, DeliveryNumbers } from '#crm-domain/messaging';
import { logger, newId } from '#platform';
import { freshDatabase } from '../../support/database.js';

logger.level = process.env.LOG_LEVEL ?? 'silent';

/** An account that messages leave from. */
export interface Sender {
  workspace_id: string;
  channel: ChannelName;
  channel_account_id: string | null;
  external_account_id: string;
}

export interface Fate {
  status: 'draft' | 'pending' | 'sent' | 'failed';
  failure_code: string | null;
  state: string;
  attempt: number;
  transmit_count: number;
}

const RECIPIENTS: Record<ChannelName, string> = {
  gmail: 'mara@example.com',
  outlook: 'mara@example.com',
  whatsapp: '15550001234',
  facebook: 'psid-mara',
  instagram: 'igsid-mara',
};

/** A database with workspaces, accounts and queued messages, as the tools leave them. */
export class PostOffice {
  private constructor(
    readonly url: string,
    readonly domain: Domain,
    readonly pool: pg.Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<PostOffice> {
    const database = await freshDatabase();
    return PostOffice.at(database.url, database.drop);
  }

  static async at(url: string, drop = async () => undefined as void): Promise<PostOffice> {
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    pool.on('error', () => undefined);
    return new PostOffice(url, await openDomain({ url, poolSize: 20 }), pool, drop);
  }

  async close(): Promise<void> {
    await this.domain.close();
    await this.pool.end();
    await this.drop();
  }

  /** A delivery service with times of its own. */
  deliveries(numbers: Partial<DeliveryNumbers> = {}): DeliveryService {
    return new DeliveryService(this.domain.db, { ...DELIVERY_NUMBERS, ...numbers });
  }

  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return testSql<Row>(this, text, values);
  }

  async workspace(): Promise<string> {
    return (await this.domain.workspaces.create({ name: 'Northwind Traders' })).workspace_id;
  }

  /** Credentials are sealed text, where a real adapter opens them. */
  async sender(
    channel: ChannelName,
    options: { workspace_id?: string; external?: string; seal?: (owner: object) => string } = {},
  ): Promise<Sender> {
    const { workspace_id = await this.workspace(), external = `${channel}-${newId()}@example.com` } = options;
    const channel_account_id = newId();
    const credentials = options.seal?.({ workspace_id, channel_account_id }) ?? null;
    await this.sql(
      `insert into channel_account (workspace_id, channel_account_id, channel, external_account_id, address, credentials) values ($1, $2, $3, $4, $4, $5)`,
      [workspace_id, channel_account_id, channel, external, credentials],
    );
    return { workspace_id, channel, channel_account_id, external_account_id: external };
  }

  /** A message that was sent from its draft a moment ago. */
  async queue(
    sender: Sender,
    message: { to?: string; subject?: string; body?: string; reply_to?: string } = {},
  ): Promise<string> {
    const { workspace_id, channel, channel_account_id } = sender;
    const { to = RECIPIENTS[channel], subject = 'Hello', body = 'Good morning', reply_to = null } = message;
    const [message_id, conversation_id] = [newId(), newId()];
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into conversation (workspace_id, conversation_id, channel, channel_account_id) values ($1, $2, $3, $4)`,
        [workspace_id, conversation_id, channel, channel_account_id],
      );
      await client.query(
        `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, subject, body, queued_at, reply_to_message_id)
          values ($1, $2, $3, $4, 'outbound', 'pending', $5, $6, now(), $7)`,
        [workspace_id, message_id, conversation_id, channel, isMail(channel) ? subject : null, body, reply_to],
      );
      await client.query(
        `insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address) values ($1, $2, 'to', 0, $3, $4, $4)`,
        [workspace_id, message_id, handleKind(channel), to],
      );
      await client.query(
        `insert into message_delivery (workspace_id, message_id, channel, channel_account_id, state, sent_via) values ($1, $2, $3, $4, 'queued', $5)`,
        [workspace_id, message_id, channel, channel_account_id, { origin: 'mcp', request_id: 'r-1' }],
      );
      await client.query(`select pg_notify('message_delivery', '')`);
      await client.query('commit');
    } finally {
      client.release();
    }
    return message_id;
  }

  async fate(messageId: string): Promise<Fate> {
    const [row] = await this.sql<Fate>(
      `select m.status, m.failure_code, d.state, d.attempt, d.transmit_count from message m left join message_delivery d using (workspace_id, message_id)
        where m.message_id = $1`,
      [messageId],
    );
    return row!;
  }
}
