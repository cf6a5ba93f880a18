import type pg from 'pg';
import type { World } from './world.js';

export const CONVERSATIONS = 40_000;
export const IN_INBOX = 20_000;
const PEOPLE = 8000;
/** In so many conversations one address of everybody's is. */
const BUSY = 300;
const BLOCKED = 50;
/** Messages of one conversation, beside three as each has. */
export const IN_LONG_THREAD = 497;

// Ids that a number gives; the same on every machine.
const id = (kind: string, number: string) => `md5('${kind} ' || (${number}))::uuid`;
const address = (number: string) => `'p' || ((${number}) % ${PEOPLE}) || '@example.com'`;

/**
 * Of the world's owner: every other conversation is in the inbox, each tenth archived; one to three strangers in each.
 */
const STATEMENTS: string[] = [
  `insert into conversation (workspace_id, conversation_id, channel, external_id, subject, first_message_at, last_activity_at, last_inbound_at)
    select $1, ${id('conversation', 'n')}, (array['gmail', 'gmail', 'outlook', 'whatsapp', 'facebook', 'instagram'])[1 + n % 6], 'thread-' || n,
      'Subject of conversation ' || n, t, t, case when n % 5 > 0 then t - interval '1 minute' end
    from (select n, timestamptz '2026-01-01' + (n::bigint * 7919 % ${CONVERSATIONS}) * interval '10 minutes' as t
      from generate_series(1, ${CONVERSATIONS}) n where $2::uuid is not null) x`,
  `insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at, last_inbound_at, archived_at, last_read_at, starred_at)
    select $1, $2, c.conversation_id, c.channel, c.last_activity_at, c.last_inbound_at, case when n % 20 = 0 then now() end,
      case when n % 3 > 0 then now() end, case when n % 50 = 0 then now() end
    from generate_series(2, ${2 * IN_INBOX}, 2) n join conversation c on c.workspace_id = $1 and c.conversation_id = ${id('conversation', 'n')}`,
  `insert into conversation_participant (workspace_id, conversation_id, kind, handle, is_self)
    select $1, ${id('conversation', 'n')}, 'email', 'owner@example.com', true from generate_series(1, ${CONVERSATIONS}) n where $2::uuid is not null`,
  `insert into conversation_participant (workspace_id, conversation_id, kind, handle, display_name)
    select distinct $1::uuid, ${id('conversation', 'n')}, 'email', ${address('n * 7919 + k * 31')}, 'Somebody Else'
    from generate_series(1, ${CONVERSATIONS}) n, generate_series(1, 3) k where k <= 1 + n % 3 and $2::uuid is not null`,
  `insert into conversation_participant (workspace_id, conversation_id, kind, handle)
    select $1, ${id('conversation', 'n')}, 'email', 'busy@example.com' from generate_series(1, ${BUSY}) n where $2::uuid is not null`,
  `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, from_handle, subject, body, sent_at)
    select $1, ${id('message', `n * 3 + k`)}, c.conversation_id, c.channel, 'inbound', 'sent', ${address('n * 7919 + 31')},
      case when c.channel in ('gmail', 'outlook') then c.subject end, repeat('Some words of a message. ', 40), c.last_activity_at - k * interval '1 hour'
    from generate_series(1, ${CONVERSATIONS}) n, generate_series(0, 2) k, conversation c
    where c.workspace_id = $1 and c.conversation_id = ${id('conversation', 'n')} and $2::uuid is not null`,
  `insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
    select $1, ${id('message', 'n')}, 'to', 0, 'email', ${address('n')}, ${address('n')} from generate_series(3, ${3 * CONVERSATIONS + 2}) n where $2::uuid is not null`,
  `insert into user_block (workspace_id, user_id, kind, handle)
    select $1, $2, 'email', ${address('n * 17')} from generate_series(1, ${BLOCKED}) n`,
];

const LONG_THREAD = id('conversation', '42');

const LONG = `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, from_handle, body, sent_at)
  select $1, ${id('long message', 'n')}, ${LONG_THREAD}, 'gmail', 'inbound', 'sent', ${address('n')},
    repeat('Some words of a message. ', 40), timestamptz '2026-01-01' + n * interval '1 minute'
  from generate_series(1, ${IN_LONG_THREAD}) n`;

/** What is in the owner's inbox is in somebody else's, too. */
const SHARE = `insert into conversation_inbox
  select workspace_id, $3, conversation_id, channel, last_activity_at, last_inbound_at, archived_at, last_read_at,
    starred_at, added_at
  from conversation_inbox where workspace_id = $1 and user_id = $2`;

/**
 * Conversations of a world's workspace, and the addresses of two of its contacts. Gives their ids and that of a thread.
 */
export async function loadConversations(database: pg.Client, world: World) {
  const { workspace_id, owner, object_id, contacts } = world;
  for (const text of STATEMENTS) await database.query(text, [workspace_id, owner]);
  await database.query(LONG, [workspace_id]);
  await database.query(SHARE, [workspace_id, owner, world.person!.user_id]);
  const [plain, busy] = [contacts[0]!, contacts[1]!];
  for (const [record_id, handle] of [
    [plain, 'p31@example.com'],
    [busy, 'busy@example.com'],
  ]) {
    await database.query(
      `insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id) values ($1, 'email', $2, $3, $3, $4)`,
      [workspace_id, handle, record_id, object_id],
    );
  }
  await database.query(
    'vacuum (analyze) conversation, conversation_inbox, conversation_participant, message, message_recipient, user_block, record_handle',
  );
  const { rows } = await database.query<{ id: string; long: string }>(`select ${id('conversation', '40')} as id,
    ${LONG_THREAD} as long`);
  return { plain, busy, thread: rows[0]!.id, long: rows[0]!.long };
}
