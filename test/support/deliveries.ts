import { newId } from '#platform';

interface Database {
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface ADelivery {
  workspace_id: string;
  sent_by_user_id: string;
  channel?: string;
  state?: string;
  attempt?: number;
  transmit_count?: number;
  last_error_code?: string | null;
  /** When it was sent off. */
  created_at?: Date;
  body?: string;
  address?: string;
}

/** A message that was sent off, with its delivery as it stands. Gives the message's id. */
export async function aDelivery(database: Database, wish: ADelivery): Promise<string> {
  const { workspace_id, sent_by_user_id, channel = 'gmail', state = 'accepted' } = wish;
  const [conversation_id, message_id] = [newId(), newId()];
  const { created_at = new Date(), attempt = 1, transmit_count = 1, last_error_code = null } = wish;
  const status = ({ accepted: 'sent', rejected: 'failed' } as Record<string, string>)[state] ?? 'pending';
  const isOver = status !== 'pending';
  await database.sql('insert into conversation (workspace_id, conversation_id, channel) values ($1, $2, $3)', [
    ...[workspace_id, conversation_id, channel],
  ]);
  await database.sql(
    `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, author_user_id, body, sent_at)
     values ($1, $2, $3, $4, 'outbound', $5, $6, $7, $8)`,
    [
      workspace_id,
      message_id,
      conversation_id,
      channel,
      status,
      sent_by_user_id,
      wish.body ?? 'Hello',
      isOver ? created_at : null,
    ],
  );
  await database.sql(
    `insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
     values ($1, $2, 'to', 0, 'email', $3, $3)`,
    [workspace_id, message_id, wish.address ?? 'somebody@example.com'],
  );
  await database.sql(
    `insert into message_delivery (workspace_id, message_id, channel, state, attempt, transmit_count, transmit_started_at, last_error_code,
       sent_by_user_id, sent_via, created_at, run_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $10, $7, $8, '{}', $10, $10, $9)`,
    [
      ...[workspace_id, message_id, channel, state, attempt, transmit_count, last_error_code, sent_by_user_id],
      ...[isOver ? new Date(created_at.getTime() + 1000) : null, created_at],
    ],
  );
  return message_id;
}
