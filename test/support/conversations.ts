import { newId } from '#platform';
import { handleKind, type ChannelName } from '#crm-domain/messaging';

/** What runs SQL. */
export interface Database {
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface AConversation {
  workspace_id: string;
  channel?: ChannelName;
  /** Addresses as they are stored: mail in lower case, numbers without the plus. */
  people?: string[];
  names?: Record<string, string>;
  /** Users who have it in their inbox. */
  inboxes?: string[];
  subject?: string | null;
  external_id?: string | null;
  /** Of the last message; the others come before it, a minute apart. */
  at?: Date;
  /** Inbound ones from the first of the people; one says hello unless told otherwise. */
  bodies?: string[];
}

const MINUTE = 60_000;

/** A conversation that somebody outside began, as it stands after its messages came in. Gives its id. */
export async function aConversation(database: Database, wish: AConversation): Promise<string> {
  const { workspace_id, channel = 'gmail', people = ['eve@example.com'], inboxes = [], bodies = ['Hello'] } = wish;
  const { subject = handleKind(channel) === 'email' ? 'Hello' : null, external_id = null, at = new Date() } = wish;
  const conversation_id = newId();
  const inbound = bodies.length > 0 ? at : null;
  await database.sql(
    `insert into conversation (workspace_id, conversation_id, channel, external_id, subject, first_message_at, last_activity_at, last_inbound_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [workspace_id, conversation_id, channel, external_id, subject, at, inbound],
  );
  for (const handle of people) {
    await database.sql(
      `insert into conversation_participant (workspace_id, conversation_id, kind, handle, display_name) values ($1, $2, $3, $4, $5)`,
      [workspace_id, conversation_id, handleKind(channel), handle, wish.names?.[handle] ?? null],
    );
  }
  for (const user_id of inboxes) {
    await database.sql(
      `insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at, last_inbound_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [workspace_id, user_id, conversation_id, channel, at, inbound],
    );
  }
  for (const [n, body] of bodies.entries()) {
    const sent_at = new Date(at.getTime() - (bodies.length - 1 - n) * MINUTE);
    await aMessage(database, { workspace_id, conversation_id, channel, from: people[0], subject, body, sent_at });
  }
  return conversation_id;
}

export interface AMessage {
  workspace_id: string;
  conversation_id: string;
  channel?: ChannelName;
  direction?: 'inbound' | 'outbound';
  status?: string;
  author_user_id?: string | null;
  from?: string | undefined;
  /** Where the sender wants answers. */
  reply_handles?: string[];
  to?: string[];
  subject?: string | null;
  body?: string;
  sent_at?: Date | null;
  queued_at?: Date | null;
  failure_code?: string | null;
  attachments?: { filename: string; content_type: string; size: number }[];
}

/** A message as it is stored. Gives its id. */
export async function aMessage(database: Database, wish: AMessage): Promise<string> {
  const { workspace_id, conversation_id, channel = 'gmail', direction = 'inbound', status = 'sent' } = wish;
  const { author_user_id = null, from = null, subject = null, body = '', sent_at = new Date() } = wish;
  const { queued_at = null, failure_code = null, reply_handles = null } = wish;
  const message_id = newId();
  await database.sql(
    `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, author_user_id, from_handle, subject, body,
       sent_at, queued_at, failure_code, reply_handles)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[workspace_id, message_id, conversation_id, channel, direction, status, author_user_id, from, subject, body],
      ...[sent_at, queued_at, failure_code, reply_handles],
    ],
  );
  for (const [position, handle] of (wish.to ?? []).entries()) {
    await database.sql(
      `insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address) values ($1, $2, 'to', $3, $4, $5, $5)`,
      [workspace_id, message_id, position, handleKind(channel), handle],
    );
  }
  for (const { filename, content_type, size } of wish.attachments ?? []) {
    await database.sql(
      `insert into message_attachment (workspace_id, message_id, attachment_id, filename, content_type, size) values ($1, $2, $3, $4, $5, $6)`,
      [workspace_id, message_id, newId(), filename, content_type, size],
    );
  }
  return message_id;
}

/** An account that messages leave through. Gives its id. */
export async function anAccount(
  database: Database,
  wish: {
    workspace_id: string;
    channel?: ChannelName;
    owner?: string | null;
    members?: string[];
    address?: string;
    status?: string;
  },
): Promise<string> {
  const { workspace_id, channel = 'gmail', owner = null, members = [], status = 'active' } = wish;
  const channel_account_id = newId();
  const address = wish.address ?? `${channel_account_id}@example.com`;
  await database.sql(
    `insert into channel_account (workspace_id, channel_account_id, channel, owner_user_id, external_account_id, address, status)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [workspace_id, channel_account_id, channel, owner, address, status],
  );
  for (const user_id of members) {
    await database.sql('insert into channel_account_member values ($1, $2, $3)', [
      workspace_id,
      channel_account_id,
      user_id,
    ]);
  }
  return channel_account_id;
}
