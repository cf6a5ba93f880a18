import type { SqlCheck } from './sql-check.js';

/** How far a message is, and its delivery: whoever ends one ends the other in the same statement. */
const AGREE = `d.state = case m.status when 'sent' then 'accepted' when 'failed' then 'rejected' end
  or m.status = 'pending' and d.state in ('queued', 'leased', 'transmitting', 'unknown')`;

/** What must hold between conversations, their messages and deliveries. */
export const MESSAGE_CHECKS: readonly SqlCheck[] = [
  {
    check: 'messages',
    what: 'Messages wait for a delivery that there is not',
    sql: `select m.message_id::text as id from message m where m.workspace_id = $1 and m.status = 'pending'
      and not exists (select 1 from message_delivery d where d.workspace_id = $1 and d.message_id = m.message_id)`,
  },
  {
    check: 'messages',
    what: 'Deliveries and their messages say different things',
    sql: `select m.message_id || ': ' || m.status || ', ' || d.state as id from message_delivery d
      join message m on m.workspace_id = $1 and m.message_id = d.message_id
      where d.workspace_id = $1 and (${AGREE}) is not true`,
  },
  {
    check: 'messages',
    what: 'Messages were queued, and there is nobody they go to',
    sql: `select d.message_id::text as id from message_delivery d where d.workspace_id = $1
      and not exists (select 1
        from message_recipient p
        where p.workspace_id = $1 and p.message_id = d.message_id and p.role = 'to')`,
  },
  {
    check: 'messages',
    what: 'Messages answer one that is not there',
    sql: `select m.message_id::text as id from message m where m.workspace_id = $1 and m.reply_to_message_id is not null
      and not exists (select 1 from message p where p.workspace_id = $1 and p.message_id = m.reply_to_message_id)`,
  },
  {
    check: 'conversations',
    what: 'Conversations hold no message',
    sql: `select c.conversation_id::text as id from conversation c where c.workspace_id = $1
      and not exists (select 1 from message m where m.workspace_id = $1 and m.conversation_id = c.conversation_id)`,
  },
  {
    check: 'conversations',
    what: 'Conversations of a person are in nobody’s inbox',
    // Those of a shared account may have nobody to be shown to: it has no users, or got its users after thousands of them.
    sql: `select c.conversation_id::text as id from conversation c
      left join channel_account a on a.workspace_id = $1 and a.channel_account_id = c.channel_account_id
      where c.workspace_id = $1 and coalesce(a.owner_user_id, case when a.channel_account_id is null then c.created_by_user_id end) is not null
        and not exists (select 1
          from conversation_inbox i
          where i.workspace_id = $1 and i.conversation_id = c.conversation_id)`,
  },
];
