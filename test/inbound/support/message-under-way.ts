import { handleKind, isMail, type AccountKey, type ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';

export interface Sending {
  channel: ChannelName;
  /** As a handle. */
  to: string;
  state?: 'transmitting' | 'unknown' | 'accepted' | 'rejected' | 'queued';
  body?: string;
  subject?: string;
  /** Why it is rejected. */
  code?: string;
  /** What the provider calls it. */
  ids?: { message?: string; draft?: string; thread?: string };
}

interface Database {
  sql(text: string, values: unknown[]): Promise<unknown>;
}

/** Writes a message that is on its way through an account, as far as its delivery says. Gives its id. */
export async function aMessageUnderWay(
  database: Database,
  { workspace_id, channel_account_id }: AccountKey,
  wish: Sending & { author: string },
): Promise<string> {
  const { channel, state = 'transmitting', to, body = 'Good morning', subject = 'Hello', ids = {}, author } = wish;
  const [message_id, conversation_id] = [newId(), newId()];
  const isOver = state === 'accepted' || state === 'rejected';
  const status = { accepted: 'sent', rejected: 'failed' }[state as string] ?? 'pending';
  const kind = handleKind(channel);
  const key = [workspace_id, conversation_id];
  await database.sql(
    `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, subject, first_message_at) values ($1, $2, $3, $4, $5, now())`,
    [...key, channel, channel_account_id, isMail(channel) ? subject : null],
  );
  await database.sql(
    'insert into conversation_participant (workspace_id, conversation_id, kind, handle) values ($1, $2, $3, $4)',
    [...[...key, kind, to]],
  );
  await database.sql(
    `insert into message (workspace_id, conversation_id, message_id, channel, direction, status, author_user_id, subject, body, queued_at, sent_at,
       provider_message_id, failure_code) values ($1, $2, $3, $4, 'outbound', $5, $6, $7, $8, now(), $9, $10, $11)`,
    [
      ...[...key, message_id, channel, status, author, isMail(channel) ? subject : null, body],
      ...[status === 'sent' ? new Date() : null, ids.message ?? null, wish.code ?? null],
    ],
  );
  await database.sql(
    `insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address) values ($1, $2, 'to', 0, $3, $4, $4)`,
    [workspace_id, message_id, kind, to],
  );
  await database.sql(
    `insert into message_delivery (workspace_id, message_id, channel, channel_account_id, state, transmit_count, transmit_started_at, sent_via,
       provider_message_id, provider_draft_id, provider_thread_id, last_error_code, finished_at, run_at)
     values ($1, $2, $3, $4, $5, case when $5 = 'queued' then 0 else 1 end, now() - interval '5 seconds', $6, $7, $8, $9, $10, $11, now() + interval '1 day')`,
    [
      ...[workspace_id, message_id, channel, channel_account_id, state, { origin: 'mcp', request_id: 'r-1' }],
      ...[ids.message ?? null, ids.draft ?? null, ids.thread ?? null, wish.code ?? null, isOver ? new Date() : null],
    ],
  );
  return message_id;
}
