import { COLUMNS } from '../events/event-feed.statements.js';
import { SIZE, bytesOf } from '../records/record-size.js';

/** Bytes that an event takes beside what it tells. */
const BESIDE = 200;

const KEY = 'e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id';

/** Who made an event, where it was a connection or an automation; an index is on it. */
const MAKER = `coalesce(e.via->>'connection_id', e.via->>'automation_id')`;

/** Undoing what a maker wrote does not undo what the maker has undone. */
const NO_UNDO = `not (e.via ? 'undoes')`;

/** What one maker ($2) wrote from $3 until before $4, the newest first. */
export const OF_MAKER = `select ${KEY} from event e
  where e.workspace_id = $1 and ${MAKER} = $2::text and e.occurred_at >= $3 and e.occurred_at < $4 and ${NO_UNDO}
  order by e.occurred_at desc limit $5`;

/** The first and the last position that are kept, read with what they lead to: an event may get its place meanwhile. */
const ENDS = `ends as materialized (select coalesce(h.first_kept, 1) as first, coalesce(h.position, 0) as last
    from (select 1) one left join event_head h on h.workspace_id = $1)`;

/** Positions have no gaps and follow time but for what waited: the first one at or after a moment, by halving. */
const positionAt = (moment: string) => `(with recursive half as (select first as low, last + 1 as high from ends
    union all select case when f.occurred_at < ${moment} then h.middle + 1 else h.low end,
      case when f.occurred_at < ${moment} then h.high else h.middle end
      from (select low, high, (low + high) / 2 as middle from half where low < high) h
      join event_feed f on f.workspace_id = $1 and f.position = h.middle)
    select low from half where low = high)`;

/** What waited for others has a place behind what came later; no write waits longer. */
const MARGIN = `interval '1 minute'`;

/**
 * What was written from $2 until before $3 by an API key or an import ($4, $9), in a request ($5) or as one event ($6), the
 * newest first, of the last $7 positions of that time and of what has no position yet. `edge` is the moment at which the
 * look ended early.
 */
export const IN_FEED = `with ${ENDS},
  span as (select ${positionAt(`($2::timestamptz - ${MARGIN})`)} as low,
    ${positionAt(`($3::timestamptz + ${MARGIN})`)} as high),
  places as (select f.subject_id, f.rev, f.event_id from span, event_feed f
      where f.workspace_id = $1 and f.position >= greatest(span.low, span.high - $7) and f.position < span.high
    union all select p.subject_id, p.rev, p.event_id from event_pending p where p.workspace_id = $1),
  edge as (select f.occurred_at from span join event_feed f on f.workspace_id = $1 and f.position = span.high - $7
    where span.high - $7 > span.low)
  select one.edge, k.* from (select (select occurred_at from edge) as edge) one left join (select ${KEY} from places s
    join event e on e.workspace_id = $1 and e.subject_id = s.subject_id and e.rev = s.rev and e.event_id = s.event_id
  where e.occurred_at >= $2 and e.occurred_at < $3
    and ($4::uuid is null or (e.actor_type = $9 and e.actor_id = $4 and ${NO_UNDO}))
    and ($5::text is null or e.via->>'request_id' = $5) and ($6::uuid is null or e.event_id = $6)
  order by e.occurred_at desc limit $8) k on true`;

/**
 * What undid something of a record ($2) from a revision ($3) on, and what that was, the newest first. Each undoes up to
 * thousands of changes; what those beyond the limit undid counts as changed since. `is_part` where only some attributes of
 * them have their values back.
 */
export const UNDOINGS = `select e.event_id, e.rev, e.via->'undoes' as undoes, e.via ? 'undoes_attributes' as is_part,
    e.via->>'request_id' as request_id from event e
  where e.workspace_id = $1 and e.subject_id = $2 and e.rev >= $3 and e.via ? 'undoes' order by e.rev desc, e.event_id desc
  limit 200`;

/** Which of some events ($3) are of a record ($2), and where they stand among its own. */
export const REVISIONS = `select e.event_id, e.rev from event e
  where e.workspace_id = $1 and e.subject_id = $2 and e.event_id = any($3::uuid[])`;

/**
 * What happened to a record ($2) from a revision ($3) on, in order, without some events ($6), up to $4 events and to the
 * first that makes them $5 bytes or more; `found` is more than there are where it is cut. Before another revision ($7),
 * only some events ($8) are read.
 */
export const SINCE = `select ${COLUMNS}, e.found, e.bytes::int as bytes from (select s.*, count(*) over ()::int as found,
      sum(s.bytes) over (order by s.rev, s.event_id rows unbounded preceding) - s.bytes as before
    from (select e.*, ${BESIDE} + ${bytesOf('e.data')} as bytes from event e
      where e.workspace_id = $1 and e.subject_id = $2 and e.rev >= $3 and e.event_id <> all($6::uuid[])
        and (e.rev >= $7 or e.event_id = any($8::uuid[])) order by e.rev, e.event_id limit $4) s) e
  where e.before < $5::int order by e.rev, e.event_id`;

/**
 * The same of several records ($2) from a revision of each ($3) on, for those with few and short events: of others fewer
 * than `found` come back.
 */
export const SHORT_SINCE = `select ${COLUMNS}, e.found, e.bytes::int as bytes
  from (select s.*, count(*) over (partition by s.subject_id)::int as found
    from unnest($2::uuid[], $3::int[]) x(id, rev) cross join lateral (select e.*, ${BESIDE} + ${bytesOf('e.data')} as bytes
      from event e where e.workspace_id = $1 and e.subject_id = x.id and e.rev >= x.rev
      order by e.rev, e.event_id limit $4) s) e
  where e.bytes <= $5::int order by e.subject_id, e.rev, e.event_id`;

/** How large records ($2) are. */
export const SIZES = `select r.record_id, ${SIZE} as bytes from record r
  where r.workspace_id = $1 and r.record_id = any($2::uuid[])`;
