import type { Statement } from '../../db/session.js';
import { bytesOf } from '../record-size.js';

/** The newest event of the record `q` by a revision. */
const newest = (columns: string, rev: string, kinds = '') => `select ${columns} from event e
          where e.workspace_id = $1 and e.subject_id = q.id and e.rev <= ${rev}${kinds} order by e.rev desc limit 1`;

const MOVES = ` and e.kind in ('record.trashed', 'record.restored', 'record.created', 'RecordDeletedEvent')`;

/**
 * $2 the records, $3 their present revisions, $4 the moment. Of each the last revision by then, found by halving: no
 * event of a record is earlier than the one before. Revisions from before there were events have none, and neither have
 * those that cleared the values of a deleted attribute: these count as of the moment of the event before.
 */
export const MOMENTS: Statement = {
  name: 'past-moments',
  text: `select q.id as record_id, s.rev,
      (${newest('e.occurred_at', 's.rev')}) as updated_at,
      coalesce((${newest(`e.kind in ('record.trashed', 'RecordDeletedEvent')`, 's.rev', MOVES)}), false) as is_trashed,
      exists (select from event e
          where e.workspace_id = $1 and e.subject_id = q.id and e.rev > s.rev and e.rev <= q.last
          and e.kind = 'RecordDeletedEvent') as is_lost
    from unnest($2::uuid[], $3::int[]) q(id, last)
    cross join lateral (
      with recursive half(low, high) as (
        select 0, q.last
        union all
        select case when h.at <= $4 then h.middle else h.low end,
            case when h.at <= $4 then h.high else h.rev - 1 end
          from (select b.low, b.high, b.middle, coalesce(e.occurred_at, '-infinity') as at, e.rev
            from (select low, high, (low + high + 1) / 2 as middle from half where low < high) b
            left join lateral (${newest('e.occurred_at, e.rev', 'b.middle')}) e on true) h)
      select low as rev from half where low >= high) s`,
};

const BESIDE_VALUE = 'h.attr_no, h.active_from, h.active_until, h.created_by_type, h.created_by_id, h.via';
const CLOSED_ORDER = 'h.attr_no, h.active_from, h.change_id, h.item';

/** $2 the record, $3 the moment: all closed values are looked at. */
export const CLOSED: Statement = {
  name: 'past-closed',
  text: `select ${BESIDE_VALUE}, h.value from value_history h
    where h.workspace_id = $1 and h.record_id = $2 and h.active_from <= $3 and h.active_until > $3
    order by ${CLOSED_ORDER}`,
};

/** Closed values of one attribute that are looked at. */
const MAX_CLOSED_SINCE = 5000;

/**
 * The same of a record with many revisions: $4 numbers of attributes, $5 an id from before the moment. Of each attribute
 * only values are looked at that were closed after it, the first of them first. Where there are too many, one row says so
 * with `is_cut`, and nothing is read of them.
 */
export const CLOSED_SINCE: Statement = {
  name: 'past-closed-since',
  text: `select ${BESIDE_VALUE}, h.is_cut, case when not h.is_cut then h.value end as value from unnest($4::int[]) q(no)
    cross join lateral (select c.*, count(*) over () > ${MAX_CLOSED_SINCE} as is_cut,
        row_number() over (order by c.change_id, c.item) as place
      from (select * from value_history v
        where v.workspace_id = $1 and v.record_id = $2 and v.attr_no = q.no and v.change_id >= $5 and v.active_until > $3
        order by v.change_id limit ${MAX_CLOSED_SINCE + 1}) c) h
    where case when h.is_cut then h.place = 1 else h.active_from <= $3 end
    order by ${CLOSED_ORDER}`,
};

/** Events after a moment that are looked at, and their bytes. */
const MAX_EVENTS = 1000;
const MAX_EVENT_BYTES = 512 * 1024;

const event = (after: string) =>
  `select e.rev, e.data, ${bytesOf('e.data')}::bigint as bytes from event e
      where e.workspace_id = $1 and e.subject_id = $2 and e.rev > ${after} order by e.rev limit 1`;

/**
 * $2 the record, $3 a revision, $4 attributes as events name them. What each held before the first change after that
 * revision, in its order; nothing of those that were not changed among the events that are looked at.
 */
export const HELD_BEFORE: Statement = {
  name: 'past-held-before',
  text: `with recursive walk as (
      select e.rev, e.data, e.bytes as upto, 1 as place from (${event('$3')}) e
      union all
      select e.rev, e.data, w.upto + e.bytes, w.place + 1 from walk w cross join lateral (${event('w.rev')}) e
        where w.upto < ${MAX_EVENT_BYTES} and w.place < ${MAX_EVENTS})
    select distinct on (k.name) k.name, k.before
    from (select w.rev, coalesce(c ->> 0, c ->> 'attribute_id') as name, coalesce(c -> 4, c -> 'before') as before
      from walk w cross join lateral json_array_elements(w.data -> 'changes') c) k
    where k.name = any($4::text[])
    order by k.name, k.rev`,
};
