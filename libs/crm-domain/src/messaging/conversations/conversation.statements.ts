import type { Statement } from '../../db/session.js';

// What a user sees of conversations. In all statements $1 is the workspace and $2 the user.

/** Everybody in a conversation but ourselves. */
const OTHERS = (conversation: string) =>
  `conversation_participant p where p.workspace_id = $1 and p.conversation_id = ${conversation} and not p.is_self`;

const NOBODY_LEFT = (conversation: string) =>
  `not exists (select 1 from ${OTHERS(conversation)} and not exists (
    select 1 from user_block b
      where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))`;

/**
 * Whether the user has fully blocked a conversation: itself, or everybody in it. Asked each time, so that it is true at
 * once.
 */
export const HIDDEN = (conversation: string) =>
  `(exists (select 1 from conversation_block
    where workspace_id = $1 and user_id = $2 and conversation_id = ${conversation})
    or exists (select 1 from ${OTHERS(conversation)}) and ${NOBODY_LEFT(conversation)})`;

/** The same for many: found from the few who are blocked. `among` narrows down `k.conversation_id`. */
export const hiddenAmong = (among: string) => `hidden as materialized (
    select k.conversation_id from (
      select distinct p.conversation_id from user_block b
        join conversation_participant p on p.workspace_id = $1 and p.kind = b.kind and p.handle = b.handle
          and not p.is_self
        where b.workspace_id = $1 and b.user_id = $2 offset 0) k
      where ${among} and ${NOBODY_LEFT('k.conversation_id')}
    union all
    select k.conversation_id from conversation_block k where k.workspace_id = $1 and k.user_id = $2)`;

const UNREAD = `coalesce(i.last_inbound_at > coalesce(i.last_read_at, '-infinity'), false)`;

/** Who else takes part, the first few in the order of their addresses. */
const people = (conversation: string, most: number) => `(
    select coalesce(json_agg(json_build_object('kind', q.kind, 'handle', q.handle, 'display_name', q.display_name)),
      '[]') from (
      select p.kind, p.handle, p.display_name from ${OTHERS(conversation)} order by p.kind, p.handle limit ${most}) q)`;

const IN_LISTS = 5;
const IN_THREAD = 50;

const HIDDEN_FROM_INBOX = hiddenAmong(
  'exists (select 1 from conversation_inbox i where i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = k.conversation_id)',
);

/** A row of the inbox: $5 archived, $6 starred, $7 unread, $8 channel. */
const IN_INBOX = `select i.conversation_id, i.archived_at, i.last_read_at, i.starred_at, i.last_activity_at,
        ${UNREAD} as unread
        from conversation_inbox i
      where i.workspace_id = $1 and i.user_id = $2 and (i.archived_at is not null) = $5::boolean
        and ($6::boolean is null or (i.starred_at is not null) = $6) and ($7::boolean is null or ${UNREAD} = $7)
        and ($8::text is null or i.channel = $8)`;

const LISTED = `(
      select coalesce(json_agg(json_build_object('conversation_id', c.conversation_id, 'channel', c.channel,
        'external_id', c.external_id,
        'archived_at', page.archived_at, 'last_read_at', page.last_read_at, 'starred_at', page.starred_at, 'unread',
        page.unread,
        'last_activity_at', page.last_activity_at, 'subject', c.subject, 'begun_here', c.created_by_user_id is not null,
        'people', ${people('c.conversation_id', IN_LISTS)})
        order by page.last_activity_at desc, page.conversation_id desc), '[]')
      from page join conversation c on c.workspace_id = $1 and c.conversation_id = page.conversation_id) as rows`;

/**
 * $3 limit, $4 offset: a piece of the user's index and the count of it. The few hidden ones are counted apart, which is
 * cheaper than asking of every row whether it is one.
 */
export const LIST: Statement = {
  name: 'conversation-list',
  text: `with ${HIDDEN_FROM_INBOX},
    mine as not materialized (
      ${IN_INBOX}),
    page as materialized (
      select * from mine where conversation_id not in (select conversation_id from hidden)
      order by last_activity_at desc, conversation_id desc limit $3 offset $4)
    select (select count(*)::int from mine) - (
      select count(*)::int from mine where conversation_id in (select conversation_id from hidden)) as total, ${LISTED}`,
};

/** Conversations that a search looks through: the newest of those that the other filters leave. */
const MAX_SEARCHED = 10_000;
/** Characters of each that are looked through: the subject and some 50 people with names and addresses of usual length. */
const SEARCHED_CHARACTERS = 2500;

/**
 * The same with $9, patterns that must all be found in the subject or in the names and addresses of the first people,
 * as far as they are looked through. `is true` keeps the planner from comparing each row with each.
 */
export const SEARCH: Statement = {
  name: 'conversation-search',
  text: `with ${HIDDEN_FROM_INBOX},
    looked_at as materialized (
      select * from (
        ${IN_INBOX}) mine
      where conversation_id not in (select conversation_id from hidden)
      order by last_activity_at desc, conversation_id desc limit ${MAX_SEARCHED}),
    matching as materialized (
      select c.conversation_id from conversation c cross join lateral (
          select lower(left(concat_ws(' ', c.subject,
            string_agg(concat_ws(' ', q.handle, q.display_name), ' ')), ${SEARCHED_CHARACTERS}) collate "und-x-icu") as words
            from (select p.handle, p.display_name from ${OTHERS('c.conversation_id')}
              order by p.kind, p.handle limit ${IN_THREAD}) q) said
        where c.workspace_id = $1
          and c.conversation_id = any ((select array(select conversation_id from looked_at order by 1))::uuid[])
          and said.words like all ((select array_agg(lower(p collate "und-x-icu")) from unnest($9::text[]) p)::text[])),
    found as materialized (select * from looked_at where (conversation_id in (table matching)) is true),
    page as materialized (
      select * from found order by last_activity_at desc, conversation_id desc limit $3 offset $4)
    select (select count(*)::int from found) as total, ${LISTED}`,
};

// The addresses of a deleted attribute stay until the background takes them away.
export const IS_THERE = `not exists (select 1
  from purge g
  where g.workspace_id = $1 and g.kind = 'attribute' and g.attribute_id = h.attribute_id)`;

/** Records that refer to one and whose conversations are looked for with its own: the oldest of them. */
export const MAX_RELATED = 1000;

/** Conversations of a record that are looked at: those begun last, as their ids say. */
export const MAX_OF_RECORD = 10_000;
export const BEGUN_LAST = `order by conversation_id desc limit ${MAX_OF_RECORD}`;

/**
 * $3 limit, $4 offset, $5 the record, $6 whether those that refer to it count as well, the first $7 of them (`is_cut`:
 * there are more of them, or more conversations than are looked at): found by their addresses of this moment, and by those of records that were merged into them. What is
 * private is not read where it is not the user's.
 */
export const LIST_OF_RECORD: Statement = {
  name: 'conversation-list-of-record',
  text: `with related as materialized (
      select distinct f.record_id
        from record_reference f
        join record r on r.workspace_id = $1 and r.record_id = f.record_id
        join attribute a on a.workspace_id = $1 and a.object_id = r.object_id and a.attr_no = f.attr_no
        where $6::boolean and f.workspace_id = $1 and f.target_id = $5 and r.trashed_at is null and r.deleted_at is null
        order by f.record_id limit $7 + 1),
    whose as materialized (select $5::uuid as record_id
      union (select record_id from related order by record_id limit $7)),
    parts as materialized (select record_id from whose
      union select m.record_id from whose cross join lateral (select r.record_id from record r
        where r.workspace_id = $1 and r.merged_into = whose.record_id offset 0) m),
    found as materialized (
      select distinct p.conversation_id from parts
        join record_handle h on h.workspace_id = $1 and h.record_id = parts.record_id
        join conversation_participant p on p.workspace_id = $1 and p.kind = h.kind and p.handle = h.handle
        where ${IS_THERE}),
    theirs as materialized (select conversation_id from found ${BEGUN_LAST}),
    ${hiddenAmong('exists (select 1 from theirs where theirs.conversation_id = k.conversation_id)')},
    seen as materialized (
      select c.conversation_id, c.channel, c.external_id, c.subject, c.last_activity_at, c.created_by_user_id
      from theirs join conversation c on c.workspace_id = $1 and c.conversation_id = theirs.conversation_id
      where (c.first_message_at is not null or c.created_by_user_id = $2)
        and c.conversation_id not in (select conversation_id from hidden)),
    page as materialized (select * from seen order by last_activity_at desc, conversation_id desc limit $3 offset $4)
    select (select count(*)::int from seen) as total, (
      select coalesce(json_agg(json_build_object('conversation_id', page.conversation_id, 'channel', page.channel,
        'external_id', page.external_id,
        'in_my_inbox', i.user_id is not null, 'archived_at', i.archived_at, 'last_read_at', i.last_read_at,
        'starred_at', i.starred_at,
        'unread', case when i.user_id is not null then ${UNREAD} end, 'last_activity_at', page.last_activity_at,
        'subject', case when i.user_id is not null then page.subject end,
        'begun_here', case when i.user_id is not null then page.created_by_user_id is not null end,
        'people', case when i.user_id is not null then ${people('page.conversation_id', IN_LISTS)} else '[]' end)
        order by page.last_activity_at desc, page.conversation_id desc), '[]')
      from page left join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2
        and i.conversation_id = page.conversation_id) as rows,
    (select count(*) > $7 from related) or (select count(*) > ${MAX_OF_RECORD} from found) as is_cut`,
};

/** Of drafts, only those of the user. */
export const MAY_SEE = (message: string) => `(${message}.status <> 'draft' or ${message}.author_user_id = $2)`;

/** $3 the conversation: missing, elsewhere, not in the inbox or blocked, there is no row. */
export const FIND: Statement = {
  name: 'conversation-find',
  text: `select c.conversation_id, c.channel, c.external_id, i.archived_at, i.last_read_at, i.starred_at,
    ${UNREAD} as unread, i.last_activity_at,
      c.subject, c.created_by_user_id is not null as begun_here, ${people('c.conversation_id', IN_THREAD)} as people,
      (select count(*)::int from message m where m.workspace_id = $1
        and m.conversation_id = $3 and ${MAY_SEE('m')}) as total_messages
    from conversation_inbox i join conversation c on c.workspace_id = $1 and c.conversation_id = i.conversation_id
    where i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = $3 and not ${HIDDEN('$3')}`,
};

const isLonger = (table: string) =>
  `exists (select 1 from ${table} x where x.workspace_id = $1 and x.message_id = m.message_id offset m.most)`;

/**
 * $3 the conversation, $4 a message of it: where that stands in the order of the thread. Missing, of another
 * conversation or a draft of somebody else, there is no row. Whether there are older ones is asked in the order of the
 * index: an `exists` is planned without one, and then reads all messages to say that there are none.
 */
export const PLACE: Statement = {
  name: 'conversation-place',
  text: `select m.sort_at::text as sort_at, m.message_id, coalesce((
      select true from message o
      where o.workspace_id = $1 and o.conversation_id = $3 and ${MAY_SEE('o')}
        and (o.sort_at, o.message_id) < (m.sort_at, m.message_id)
      order by o.sort_at desc, o.message_id desc limit 1), false) as has_older
    from message m
    where m.workspace_id = $1 and m.conversation_id = $3 and m.message_id = $4 and ${MAY_SEE('m')}`,
};

/**
 * The columns of a `MessageRow`, of a message `m` with the characters (`room`) and the recipients and attachments (`most`)
 * that are read of it.
 */
export const MESSAGE = `m.message_id, m.channel, m.direction, m.status, m.author_user_id, u.name as author_name,
    m.version, m.from_handle, m.reply_handles, m.subject,
      left(m.body, m.room) as body, char_length(m.body) > m.room as is_body_cut, ${isLonger('message_recipient')}
        or ${isLonger('message_attachment')} as are_lists_cut, m.reply_to_message_id,
      m.failure_code, m.failure_detail, m.created_at, m.updated_at, m.created_via, m.updated_via, m.approval_asked_at,
      m.queued_at, m.sent_at, m.delivered_at, m.read_at,
      (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
        'address', r.address)
        order by r.role desc, r.position), '[]')
          from (select * from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id
        order by r.role desc, r.position limit m.most) r) as recipients,
      (select coalesce(json_agg(json_build_object('filename', a.filename, 'content_type', a.content_type,
        'size', a.size)
        order by a.attachment_id), '[]')
          from (select * from message_attachment a where a.workspace_id = $1 and a.message_id = m.message_id
        order by a.attachment_id limit m.most) a) as attachments`;

/**
 * $3 the conversation, $4 most messages: the newest that stand in their order before ($10, $11), or there as well.
 * $5 most characters of their texts together: those that are older than that begin with at most $6. Of the newest $7
 * messages $8, of the others $9 recipients and attachments each.
 */
const messages = (name: string, before: '<' | '<='): Statement => ({
  name,
  text: `select ${MESSAGE}
    from (select *, case
      when sum(octet_length(body)) over (order by sort_at desc, message_id desc) - octet_length(body) < $5
        then $5 else $6 end::int as room, case when row_number() over (order by sort_at desc, message_id desc) <= $7
        then $8 else $9 end::int as most
      from (select * from message n
        where n.workspace_id = $1 and n.conversation_id = $3 and ${MAY_SEE('n')}
          and (n.sort_at, n.message_id) ${before} ($10::timestamptz, $11::uuid)
        order by n.sort_at desc, n.message_id desc limit $4) newest) m
      left join app_user u on u.user_id = m.author_user_id
    order by m.sort_at, m.message_id`,
});

export const THREAD = messages('conversation-thread', '<');
export const THREAD_TO = messages('conversation-thread-to', '<=');
