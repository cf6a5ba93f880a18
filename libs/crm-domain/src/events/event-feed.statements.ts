import { HIDDEN } from '../messaging/conversations/conversation.statements.js';
import { bytesOf } from '../records/record-size.js';

export const COLUMNS =
  'e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, ' +
  'e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data';

// The moment of the event and not of its transaction, which may have waited for the one before.
export const INSERT = `with at as materialized (
    select x.*, coalesce(x.given, date_trunc('milliseconds', clock_timestamp())) as t
      from unnest($2::uuid[], $3::int[], $4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[], $8::text[], $9::uuid[],
        $10::text[], $11::text[], $12::smallint[], $13::text[])
        x(subject_id, rev, event_id, kind, object_id, given, actor_type, actor_id, actor_name, via, depth, data)),
  written as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at, actor_type,
  actor_id, actor_name, via, depth, data)
    select $1, subject_id, rev, event_id, kind, object_id, t, actor_type, actor_id, actor_name, via::jsonb, depth,
      data::json from at)
  insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
    select $1, t, rev, subject_id, event_id from at`;

// The queue's moments follow whatever waited for something else, but for a clock that steps back. What a record did
// before is therefore taken along by its revision: from the batch, and from behind it where more waits than a batch
// holds.
export const SEQUENCE = `with batch as (select queued_at, rev, event_id, subject_id
  from event_pending
  where workspace_id = $1
  order by queued_at, rev, event_id limit $3),
  cut as (select max(queued_at) as at from batch having count(*) = $3),
  older as (select p.queued_at, p.rev, p.event_id
    from cut, event_pending p
    where p.workspace_id = $1 and p.queued_at >= cut.at
    and exists (select 1 from batch b where b.subject_id = p.subject_id and b.rev > p.rev)),
  due as (select queued_at, rev, event_id from batch union select * from older),
  moved as (delete from event_pending p
    using due
    where p.workspace_id = $1 and p.queued_at = due.queued_at and p.rev = due.rev and p.event_id = due.event_id
    returning p.*),
  ranked as (select *, max(queued_at) over (partition by subject_id order by rev, queued_at) as turn from moved),
  placed as (insert into event_feed (workspace_id, position, subject_id, rev, event_id, occurred_at)
    select workspace_id, $2::bigint + row_number() over (order by turn, rev, queued_at, event_id), subject_id, rev,
      event_id, occurred_at from ranked returning 1)
  update event_head set position = $2::bigint + (select count(*) from placed)
    where workspace_id = $1
    returning position`;

/** Most bytes of events in one page; of those that are larger, one alone. */
const PAGE_BYTES = 2 * 1024 * 1024;

const BYTES = bytesOf('e.data');

/**
 * The rows of a page, one after the other, and the one behind them if there is one: only `held` tells that it is not on
 * the page. What is stored in compressed form has to be written out for its size, and so no row beyond is looked at.
 */
const pageOf = (first: string, next: string, limit: string) => `page as (
    select r.*, 0::bigint as held, 1 as place from (${first}) r
    union all select r.*, p.held + p.bytes, p.place + 1 from page p cross join lateral (${next}) r
      where p.held < ${PAGE_BYTES} and p.place < ${limit}),
  found as (select *, count(*) over ()::int as found from page)`;

// The rules of the inbox for $2, asked each time, so that they are true at once (contract: Conversation rules).
const CONVERSATION = `(e.data->>'conversation_id')::uuid`;
const MAY_SEE = `case when e.kind like 'message.%' and not $7::boolean then exists (
      select 1 from conversation_inbox i
        where i.workspace_id = $1 and i.user_id = $2::uuid and i.conversation_id = ${CONVERSATION})
      and not ${HIDDEN(CONVERSATION)} else true end`;

const nextInFeed = (after: string) => `select f.position, ${COLUMNS}, ${BYTES}::bigint as bytes from event_feed f
  join event e on e.workspace_id = $1 and e.subject_id = f.subject_id and e.rev = f.rev and e.event_id = f.event_id
  where f.workspace_id = $1 and f.position > ${after} and f.position <= $4
    and ($5::text[] is null or e.kind = any($5)) and ($6::uuid is null or e.object_id = $6) and ${MAY_SEE}
  order by f.position limit 1`;

// One statement, so that the place where the feed begins is that of the moment of reading.
export const READ = `with recursive ${pageOf(nextInFeed('$3::bigint'), nextInFeed('p.position'), '$8::int')}
  select coalesce(h.first_kept, 1) as first_kept, p.* from (select 1) one left join event_head h on h.workspace_id = $1
    left join found p on p.held < ${PAGE_BYTES} order by p.position`;

const nextOfSubject = (before: string) => `select ${COLUMNS}, ${BYTES}::bigint as bytes from event e
  where e.workspace_id = $1 and e.subject_id = $2 and ${before} order by e.rev desc, e.event_id desc limit 1`;
const FIRST = nextOfSubject('e.rev < $3');
const NEXT = nextOfSubject('(e.rev, e.event_id) < (p.rev, p.event_id)');

export const TIMELINE = `with recursive ${pageOf(FIRST, NEXT, '$4::int')}
  select * from found where held < ${PAGE_BYTES} order by rev desc, event_id desc`;

/** The same without values: which attributes changed. */
export const CHANGED = `with recursive ${pageOf(FIRST, NEXT, '$4::int')}
  select kind, rev, occurred_at, actor_type, actor_id, actor_name, found,
    (select coalesce(json_agg(coalesce(c->>1, c->>'slug')), '[]') from json_array_elements(data->'changes') c) as slugs
  from found where held < ${PAGE_BYTES} order by rev desc, event_id desc`;

/**
 * Events that this transaction has written, of those with some ids and in their order, from one place on, up to the
 * first that makes them `PAGE_BYTES` or more. They wait for their positions, and were queued since it began; the margin
 * is for a clock that is set back meanwhile.
 */
export const WRITTEN = `with asked as (select * from unnest($2::uuid[]) with ordinality x(id, place) where place > $3),
  queued as (select a.place, p.subject_id, p.rev, p.event_id from event_pending p join asked a on a.id = p.event_id
    where p.workspace_id = $1 and p.queued_at >= now() - interval '10 seconds'),
  sized as (select q.*, sum(${BYTES}) over (order by q.place rows unbounded preceding) - ${BYTES} as before
    from queued q join event e
      on e.workspace_id = $1 and e.subject_id = q.subject_id and e.rev = q.rev and e.event_id = q.event_id)
  select s.place::int, ${COLUMNS}, (select count(*)::int from sized) as found from sized s join event e
    on e.workspace_id = $1 and e.subject_id = s.subject_id and e.rev = s.rev and e.event_id = s.event_id
    where s.before < ${PAGE_BYTES} order by s.place`;

/** Takes away the positions from before $2, of the $3 oldest, and the events among them of what is gone. */
export const EXPIRE = `with head as (select first_kept from event_head where workspace_id = $1 for update),
  old as (select f.position, f.subject_id, f.occurred_at
    from event_feed f, head
    where f.workspace_id = $1 and f.position >= head.first_kept and f.position < head.first_kept + $3),
  edge as (select coalesce(min(position) filter (where occurred_at >= $2),
  max(position) + 1) as position from old),
  gone as (delete
    from event_feed f
    using edge, head
    where f.workspace_id = $1 and f.position >= head.first_kept and f.position < edge.position
    returning f.subject_id, f.rev, f.event_id),
  moved as (update event_head h
    set first_kept = edge.position
    from edge
    where h.workspace_id = $1 and edge.position is not null),
  lost as (delete
    from event e
    using gone s
    where e.workspace_id = $1 and e.subject_id = s.subject_id and (e.rev < s.rev or e.event_id = s.event_id)
    and not exists (select 1 from record r where r.workspace_id = $1 and r.record_id = s.subject_id))
  select count(*)::int as n from gone`;
