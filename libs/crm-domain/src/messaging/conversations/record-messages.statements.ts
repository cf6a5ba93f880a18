import type { Statement } from '../../db/session.js';
import { BEGUN_LAST, IS_THERE, MESSAGE, hiddenAmong } from './conversation.statements.js';

/**
 * Messages of conversations in the user's inbox in which a record takes part, the newest first; of a record without
 * addresses, such as a company, those of the records that refer to it. $1 the workspace, $2 the user, $3 the record,
 * $4 most records that refer to it, $5 most conversations, the newest of them, $6 most messages: those before ($7, $8).
 * $9 most characters of a text, $10 recipients and attachments of a message.
 */
export const MESSAGES_OF_RECORD: Statement = {
  name: 'messages-of-record',
  text: `with related as materialized (
      select distinct f.record_id
        from record_reference f
        join record r on r.workspace_id = $1 and r.record_id = f.record_id
        where f.workspace_id = $1 and f.target_id = $3 and r.trashed_at is null and r.deleted_at is null
          and not exists (select 1 from record_handle h where h.workspace_id = $1 and h.record_id = $3)
        order by f.record_id limit $4),
    whose as materialized (select $3::uuid as record_id union select record_id from related),
    theirs as materialized (
      select distinct p.conversation_id from whose
        join record_handle h on h.workspace_id = $1 and h.record_id = whose.record_id
        join conversation_participant p on p.workspace_id = $1 and p.kind = h.kind and p.handle = h.handle
        where ${IS_THERE} ${BEGUN_LAST}),
    ${hiddenAmong('exists (select 1 from theirs where theirs.conversation_id = k.conversation_id)')},
    mine as materialized (
      select i.conversation_id from theirs
        join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = theirs.conversation_id
        where i.conversation_id not in (select conversation_id from hidden)
        order by i.last_activity_at desc, i.conversation_id desc limit $5),
    newest as materialized (
      select n.* from mine cross join lateral (
        select * from message n
          where n.workspace_id = $1 and n.conversation_id = mine.conversation_id and n.status <> 'draft'
            and (n.sort_at, n.message_id) < ($7::timestamptz, $8::uuid)
          order by n.sort_at desc, n.message_id desc limit $6) n
        order by n.sort_at desc, n.message_id desc limit $6)
    select m.conversation_id, m.sort_at::text as sort_at, m.sort_at as occurred_at, ${MESSAGE}
    from (select *, $9::int as room, $10::int as most from newest) m
      left join app_user u on u.user_id = m.author_user_id
    order by m.sort_at desc, m.message_id desc`,
};
