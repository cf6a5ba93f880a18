/**
 * Which rows belong to a person, by table: conditions about the row `t` with $4, ids of their records, and $5, their
 * addresses. A table that is not named has none: what it says of the person is found by its text.
 */
const OF_RECORD = 't.record_id = any($4::uuid[])';
const OF_MESSAGE = `exists (select 1 from message_recipient r
  where r.workspace_id = $1 and r.message_id = t.message_id and r.handle = any($5::text[]))`;
const MENTIONS_ID = (column: string) =>
  `exists (select 1 from unnest($4::uuid[]) x(id) where position(x.id::text in t.${column}::text) > 0)`;

export const OWN_ROWS: Readonly<Record<string, string>> = {
  record: OF_RECORD,
  value_history: OF_RECORD,
  record_search: OF_RECORD,
  record_handle: OF_RECORD,
  record_unique: OF_RECORD,
  index_text: OF_RECORD,
  index_number: OF_RECORD,
  index_ref: OF_RECORD,
  event: 't.subject_id = any($4::uuid[])',
  message: `t.from_handle = any($5::text[]) or ${OF_MESSAGE}`,
  message_attachment: `exists (select 1 from message m where m.workspace_id = $1 and m.message_id = t.message_id
    and (m.from_handle = any($5::text[]) or ${OF_MESSAGE}))`,
  message_recipient: 't.handle = any($5::text[])',
  conversation: `exists (select 1 from conversation_participant p where p.workspace_id = $1
    and p.conversation_id = t.conversation_id and p.handle = any($5::text[]))`,
  conversation_participant: 't.handle = any($5::text[])',
  user_block: 't.handle = any($5::text[])',
  idempotency: MENTIONS_ID('answer'),
};
