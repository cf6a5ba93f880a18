import type { Statement } from '../../db/session.js';
import { STAND_IN } from '../../persons/stand-in.js';

// In all statements $1 is the workspace and $2 the account, unless it says otherwise.

/**
 * $3 our mark, $4 the provider's id, $5 the Message-ID, $6 the provider's id where a draft keeps its own when it is
 * sent, as Outlook's do. Also one that was never handed over: a person may have sent its draft. What words settled, our
 * mark settles anew. Each way to find one goes along an index of its own: in one condition with `or`, Postgres would
 * read the deliveries of all tenants.
 */
export const OWN: Statement = {
  name: 'receive-own',
  text: `with named as (
      select message_id from message_delivery where workspace_id = $1 and message_id = $3::uuid
      union all
      select message_id from message_delivery where workspace_id = $1 and provider_message_id = $4
      union all
      select message_id from message_delivery where workspace_id = $1 and provider_draft_id = $6
      union all
      select message_id from message where workspace_id = $1 and internet_message_id = $5 and direction = 'outbound')
    select m.message_id, d.state = 'accepted'
      and (not d.is_by_words or d.message_id is distinct from $3::uuid) as is_settled,
      d.state in ('transmitting', 'unknown') or d.last_error_code is not distinct from 'outcome_unknown' as may_have_left,
      case when d.state = 'accepted' then d.provider_message_id end as accepted_as,
      array(select r.handle from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id) as handles
    from named
      join message_delivery d on d.workspace_id = $1 and d.message_id = named.message_id
      join message m on m.workspace_id = $1 and m.message_id = d.message_id
    where d.channel_account_id = $2
    order by d.message_id = $3::uuid desc nulls last limit 1`,
};

/** Clocks of two providers differ, and one may take its time to accept a mail. */
const COPIES_WITHIN = "interval '1 hour'";

/** Providers break lines and end texts in their own way. A regular expression takes five times as long. */
const WORDS = (text: string) => `translate(${text}, E' \\t\\r\\n\\u00a0', '')`;

/**
 * A stored mail that may be the one which comes in now, with its sender, its subject and about its time. Within one
 * account the provider's ids tell mails apart, since some senders write the same Message-ID into all of theirs: one that
 * got another id is otherwise the same. What comes to another mailbox of the person may be told with another text, and
 * so may the second copy of a mail to oneself: that stands in the same conversation, at least.
 */
const COPY = (account: string) => `m.internet_message_id = $10 and m.from_handle = $11
          and ${WORDS('m.subject')} = ${WORDS('$14')}
          and case when coalesce(m.received_through, ${account}) = $2 and m.direction = $12
            then m.sent_at = $13 and m.body = $15
            else m.sent_at between $13::timestamptz - ${COPIES_WITHIN} and $13::timestamptz + ${COPIES_WITHIN} end`;

/** Of so many copies the text is compared: who writes one Message-ID into all their mails may also write long ones. */
const COMPARED = 5;

/** In bytes. Gmail and Graph do not count alike: Graph adds what it keeps beside a file. */
const IS_OTHER_SIZE = (one: string, other: string) =>
  `abs(${one} - ${other}) > case when copy.channel = $18 then 0 else 4096 + least(${one}, ${other}) / 10 end`;

/** Whether it is here by the provider's id. */
const IS_TOLD = `found.told_id is not null or exists (select 1 from message m
        where m.workspace_id = $1 and m.conversation_id = c.conversation_id
          and m.provider_message_id = $9 and m.status = 'sent' and coalesce(m.received_through, $2) = $2)`;

/**
 * Which message has the same text and the same files. Everybody who got a mail knows its Message-ID and can send another
 * one under its name; and what is stored twice is seen, what is not is lost.
 */
const COPY_OF = `select copy.message_id from (
          select m.message_id, m.channel, m.body from message m
          where m.workspace_id = $1 and m.conversation_id = c.conversation_id and m.status = 'sent'
            and ${COPY('c.channel_account_id')}
          order by m.sent_at, m.message_id limit ${COMPARED}) copy
        where not told.is_told and ${WORDS('copy.body')} = (select ${WORDS('$15')})
          and not exists (select 1 from (
            select filename, size, row_number() over (order by filename, size) as place from message_attachment
              where workspace_id = $1 and message_id = copy.message_id) f
          full join (select name, bytes, row_number() over (order by name, bytes) as place
              from unnest($16::text[], $17::bigint[]) given(name, bytes)) g on g.place = f.place
          where f.filename is distinct from g.name or ${IS_OTHER_SIZE('f.size', 'g.bytes')}) limit 1`;

/**
 * Whether one who wrote or got what the account knows by this id, perhaps as a copy, or wants the answers to it, was
 * erased: it does not come back for whoever has the account now. What only names them in its text does.
 */
const IS_ERASED = `exists (select 1 from message m
          where m.workspace_id = $1 and m.message_id = found.told_id
            and (exists (select 1 from unnest(m.from_handle || m.reply_handles) h where h like '${STAND_IN}%') or exists (select 1 from message_recipient r
              where r.workspace_id = $1 and r.message_id = m.message_id and r.handle like '${STAND_IN}%')))`;

/**
 * What the account knows by this id is believed wherever its owner has it: the conversation may have begun in another
 * mailbox, which is somebody else's by now.
 */
const IS_KEPT = `found.told_id is not null and (exists (select 1 from conversation_inbox i
        where i.workspace_id = $1 and i.user_id = $3 and i.conversation_id = c.conversation_id) or ${IS_ERASED})`;

/** A chat message may quote what somebody else was told. It does not join their conversation for that. */
const IS_OF_ANOTHER = `exists (select 1 from conversation_participant p
            where p.workspace_id = $1 and p.conversation_id = m.conversation_id and p.handle <> $8)`;

/** A message that certainly did not leave is no part of a conversation: what its recipient writes does not answer it. */
const HAS_LEFT = `exists (select 1 from message x
            where x.workspace_id = $1 and x.conversation_id = o.conversation_id
              and (x.status in ('sent', 'pending') or x.failure_code = 'outcome_unknown'))`;

/**
 * $3 the account's owner, $4 the thread, $5 Message-IDs it refers to, $6 the provider's id of what it answers, $7 and
 * $8 the other person of a chat, $9 and $10 its own ids, $11 its sender: anybody can write the Message-ID of somebody
 * else's mail into theirs; $12 to $18 its direction, time, subject, text, the names and sizes of its files, and its
 * channel. A conversation begun here has no name at the provider yet: its mails are found by the thread of a mail that
 * may have left, though its outcome is not known, or by what they refer to; so is what is told of a mail that came to
 * another mailbox of the person first, and what answers that. Where the message stands already in one of these, it
 * belongs there. A chat that answers no message goes on in the conversation of the person in which something was said
 * last: an answer to what began a conversation here belongs there, and not into an older one; so does one of whom the
 * provider calls otherwise than they were written to, as the conversation says that has this name. Two mailboxes share one
 * only when they are the same person's, so that nobody reads through a colleague's mail what was not sent to them.
 */
export const PLACE: Statement = {
  name: 'receive-place',
  text: `with found as (
      select conversation_id, 1 as rank, received_through = $2 as is_through,
          case when received_through is not distinct from $2 then message_id end as told_id
        from message where workspace_id = $1 and provider_message_id = $9
      union all
      select m.conversation_id, 1, true, m.message_id
        from message_copy k join message m on m.workspace_id = $1 and m.message_id = k.message_id
        where k.workspace_id = $1 and k.channel_account_id = $2 and k.provider_message_id = $9
      union all
      select m.conversation_id, 2, false, null
        from message m
        where m.workspace_id = $1 and $6::text is not null and m.provider_message_id = $6
          and not ${IS_OF_ANOTHER}
      union all
      select conversation_id, case when $7::text is null then 3 else 6 end, false, null
        from conversation
        where workspace_id = $1 and channel_account_id = $2 and external_id = $4
      union all
      select conversation_id, 4, true, null
        from message
        where workspace_id = $1 and received_through = $2 and received_thread = $4
      union all
      select m.conversation_id, 4, false, null
        from message_delivery d
        join message m on m.workspace_id = $1 and m.message_id = d.message_id
        where d.workspace_id = $1 and d.channel_account_id = $2 and d.provider_thread_id = $4
          and d.channel in ('gmail', 'outlook') and d.transmit_count > 0
      union all
      select m.conversation_id, 5, true, null from message m
        join conversation o on o.workspace_id = $1 and o.conversation_id = m.conversation_id
        where m.workspace_id = $1 and m.status = 'sent' and ${COPY('o.channel_account_id')}
      union all
      select conversation_id, 5, true, null
        from message
        where workspace_id = $1 and status = 'sent' and internet_message_id = any ($5::text[])
      union all
      select p.conversation_id, 6, false, null
        from conversation_participant p
        join conversation o on o.workspace_id = $1 and o.conversation_id = p.conversation_id
        where p.workspace_id = $1 and p.kind = $7 and p.handle = $8
          and ${HAS_LEFT}
      union all
      select p.conversation_id, 6, false, null
        from conversation named
        join conversation_participant own on own.workspace_id = $1 and own.conversation_id = named.conversation_id
          and own.kind = $7 and own.handle <> $8
        join conversation_participant p on p.workspace_id = $1 and p.kind = $7 and p.handle = own.handle
        join conversation o on o.workspace_id = $1 and o.conversation_id = p.conversation_id
        where named.workspace_id = $1 and named.channel_account_id = $2 and named.external_id = $4
          and ${HAS_LEFT} and not own.is_self)
    select c.conversation_id,
      c.channel_account_id is not distinct from $2 and c.external_id is not distinct from $4 as is_named,
      told.is_told or copy.message_id is not null as is_known, copy.message_id as copy_of
    from found join conversation c on c.workspace_id = $1 and c.conversation_id = found.conversation_id
      left join channel_account a on a.workspace_id = $1 and a.channel_account_id = c.channel_account_id
      cross join lateral (select ${IS_TOLD} as is_told) told
      left join lateral (${COPY_OF}) copy on true
    where c.channel_account_id = $2 or found.is_through and a.owner_user_id = $3 or ${IS_KEPT}
    order by is_known desc, found.rank, c.last_activity_at desc limit 1`,
};

/**
 * $2 the conversation, $3 the channel, $4 the message, $5 its recipients, $6 its attachments, $7 who takes part; each
 * as JSON. $8 the account, $9 the thread where the conversation is not called after it, $10 the account's owner, whose
 * other mailboxes are nobody else.
 */
export const INSERT_MESSAGE: Statement = {
  name: 'receive-message',
  text: `with message_row as (
      insert into message (workspace_id, message_id, conversation_id, channel, direction, status, author_user_id,
        from_handle, reply_handles, subject, body,
        body_html, reply_to_message_id, provider_message_id, internet_message_id, sent_at, received_through,
        received_thread)
      select $1, x.message_id, $2, $3, x.direction, 'sent', x.author_user_id, x.from_handle, x.reply_handles, x.subject,
        x.body,
        x.body_html,
        (select m.message_id from message m where m.workspace_id = $1 and m.conversation_id = $2 and m.status = 'sent'
          and x.answers in (m.provider_message_id, m.internet_message_id) limit 1),
        x.provider_message_id, x.internet_message_id, x.sent_at, $8, $9
      from jsonb_to_record($4::jsonb) x(message_id uuid, direction text, author_user_id uuid, from_handle text,
        reply_handles text[], subject text, body text,
        body_html text, provider_message_id text, internet_message_id text, answers text, sent_at timestamptz)
      returning message_id
    ), recipients as (
      insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
      select $1, message_row.message_id, x.role, x.position, x.kind, x.handle, x.address
      from message_row, jsonb_to_recordset($5::jsonb) x(role text, position int, kind text, handle text, address text)
    ), attachments as (
      insert into message_attachment (workspace_id, message_id, attachment_id, filename, content_type, size,
        provider_attachment_id)
      select $1, message_row.message_id, x.attachment_id, x.filename, x.content_type, x.size, x.provider_attachment_id
      from message_row,
        jsonb_to_recordset($6::jsonb) x(attachment_id uuid, filename text, content_type text, size bigint,
        provider_attachment_id text))
    insert into conversation_participant as p (workspace_id, conversation_id, kind, handle, display_name, is_self)
    select $1, $2, x.kind, x.handle, x.display_name, x.is_self or exists (select 1 from channel_account a
        where a.workspace_id = $1 and a.owner_user_id = $10 and a.channel in ('gmail', 'outlook')
          and lower(a.address) = x.handle)
    from jsonb_to_recordset($7::jsonb) x(kind text, handle text, display_name text, is_self boolean)
    on conflict (workspace_id, conversation_id, kind, handle) do update set display_name = excluded.display_name
      where excluded.display_name is not null and p.display_name is distinct from excluded.display_name`,
};

const TOLD = (delivered: string, read: string) =>
  `delivered_at = coalesce(m.delivered_at, ${delivered}), read_at = coalesce(m.read_at, ${read})`;

/** $3 the provider's id, $4 delivered, $5 read. */
export const NOTE: Statement = {
  name: 'receive-note',
  text: `update message m set ${TOLD('$4', '$5')} from conversation c
    where m.workspace_id = $1 and m.provider_message_id = $3 and m.direction = 'outbound' and m.status = 'sent'
      and c.workspace_id = $1 and c.conversation_id = m.conversation_id and c.channel_account_id = $2 returning 1`,
};

/** $3 to whom, $4 until when, $5 delivered, $6 read, $7 the kind of $3. In all conversations with that person. */
export const DELIVERED_UP_TO: Statement = {
  name: 'receive-note-up-to',
  text: `update message m set ${TOLD('$5', '$6')} from conversation_participant p
      join conversation c on c.workspace_id = $1 and c.conversation_id = p.conversation_id
    where p.workspace_id = $1 and p.kind = $7 and p.handle = $3 and c.channel_account_id = $2
      and m.workspace_id = $1 and m.conversation_id = c.conversation_id
      and m.direction = 'outbound' and m.status = 'sent' and m.sent_at <= $4
      and ($5::timestamptz is not null and m.delivered_at is null or $6::timestamptz is not null
        and m.read_at is null)`,
};
