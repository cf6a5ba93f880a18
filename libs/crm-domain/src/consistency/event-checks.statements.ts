import type { SqlCheck } from './sql-check.js';

// Two transactions that overlap get positions in the order of their commits, a little beside that of their moments.
const OVERLAP = `interval '1 minute'`;

/** From when on every event of the workspace must still have its place: what is older may have been let go of. */
const KEPT_SINCE = `(select case when h.first_kept is null or h.first_kept = 1 then '-infinity'
      else coalesce(f.occurred_at + ${OVERLAP}, 'infinity') end::timestamptz as at
    from (select 1) one left join event_head h on h.workspace_id = $1
      left join event_feed f on f.workspace_id = $1 and f.position = h.first_kept)`;

/**
 * How many attributes an object has lost: taking an attribute's values away raises a revision that no event tells of.
 */
const REVISIONS = `(select r.record_id, r.rev, s.first, s.revs, s.events, s.last,
      r.rev - case when r.created_at >= begun.at and s.is_revived is not true then 1 else s.first end + 1 as due,
      o.next_attr_no - 1 - (select count(*)
        from attribute a
        where a.workspace_id = $1 and a.object_id = o.object_id) as silent
    from record r join object o on o.workspace_id = $1 and o.object_id = r.object_id
      cross join (select min(occurred_at) as at from event where workspace_id = $1) begun
      left join (select subject_id, min(rev) as first, max(rev) as last, count(distinct rev) as revs,
        count(*) as events, bool_or(kind = 'record.created' and rev > 1) as is_revived from event
        where workspace_id = $1 group by subject_id) s on s.subject_id = r.record_id
    where r.workspace_id = $1 and r.deleted_at is null)`;

const PLACES = `(select event_id, subject_id, rev, occurred_at, 'position ' || position as place
  from event_feed
  where workspace_id = $1
    union all select event_id, subject_id, rev, occurred_at, 'waiting since ' || occurred_at
    from event_pending
    where workspace_id = $1)`;

const BEYOND = (consumer: string) => `select '${consumer} ' || c.${consumer}_id as id from ${consumer} c
  left join event_head h on h.workspace_id = $1 where c.workspace_id = $1 and c.position > coalesce(h.position, 0)`;

/**
 * What must hold between records, their events and the feed. Records from before there were events are not judged by
 * them.
 */
export const EVENT_CHECKS: readonly SqlCheck[] = [
  {
    check: 'events',
    what: 'Records have revisions that no event tells of',
    sql: `select record_id || ': ' || coalesce(revs, 0) || ' of ' || due as id
      from ${REVISIONS} v
      where due - coalesce(revs, 0) > silent`,
  },
  {
    check: 'events',
    what: 'Events tell of a revision that their record does not have, or twice of the same',
    sql: `select record_id::text as id from ${REVISIONS} v where last > rev or events > revs`,
  },
  {
    check: 'feed',
    what: 'Events are neither in the feed nor waiting for a place in it',
    sql: `select e.kind || ' ' || e.event_id as id from event e cross join ${KEPT_SINCE} kept
      where e.workspace_id = $1 and e.occurred_at >= kept.at
        and not exists (select 1 from event_feed f where f.workspace_id = $1 and f.event_id = e.event_id)
        and not exists (select 1 from event_pending p where p.workspace_id = $1 and p.event_id = e.event_id)`,
  },
  {
    check: 'feed',
    what: 'Places in the feed are of events that are not there',
    // Events of what is gone for good go with the feed, which is never kept for less than a day.
    sql: `select p.place as id
      from ${PLACES} p
      where not exists (select 1 from event e where e.workspace_id = $1 and e.subject_id = p.subject_id
        and e.rev = p.rev and e.event_id = p.event_id)
      and (p.occurred_at > now() - interval '1 day'
        or exists (select 1 from record r where r.workspace_id = $1 and r.record_id = p.subject_id))`,
  },
  {
    check: 'feed',
    what: 'Events have more than one place in the feed',
    sql: `select string_agg(place, ', ' order by place) as id from ${PLACES} p group by event_id having count(*) > 1`,
  },
  {
    check: 'feed',
    what: 'Positions are missing from the feed',
    sql: `select 'before position ' || position as id from (
        select f.position, coalesce(lag(f.position) over (order by f.position), h.first_kept - 1) as previous
        from event_feed f left join event_head h on h.workspace_id = $1 where f.workspace_id = $1) p
      where position <> coalesce(previous, 0) + 1`,
  },
  {
    check: 'feed',
    what: 'The feed does not end where its head says',
    sql: `select 'the head says ' || h.position || ', the last is ' || coalesce(last.position::text, 'none') as id
      from event_head h cross join (select max(position) as position from event_feed where workspace_id = $1) last
      where h.workspace_id = $1 and coalesce(last.position, h.first_kept - 1) <> h.position`,
  },
  {
    check: 'feed',
    what: 'Consumers believe to be further than the feed goes',
    sql: `${BEYOND('webhook')} union all ${BEYOND('automation')}`,
  },
];
