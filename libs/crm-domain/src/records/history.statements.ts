import type { Statement } from '../db/session.js';
import { PAGE_BYTES, bytesOf } from './record-size.js';

/** Closed values of a record that are read at once, the newest first: by number, and by their bytes. */
const MAX_CLOSED = 5000;
/**
 * Of all attributes together, those among which the newest are looked for, once or twice: an object may have 2,000
 * attributes.
 */
const MAX_LOOKED_AT = 20_000;

const NEWEST = 'active_until desc, change_id desc, attr_no, item';

/** The keys of the newest closed values of the attribute `a.no`, in SQL. */
const newestOf = (most: string) =>
  `select h.attr_no, h.change_id, h.item, h.active_until from value_history h
      where h.workspace_id = $1 and h.record_id = $2 and h.attr_no = a.no
      order by h.change_id desc, h.item desc
      limit ${most}`;

/** The closed value at a place of `keys`, in SQL. */
const valueAt = (place: string) =>
  `select h.attr_no, h.active_from, h.active_until, h.created_by_type, h.created_by_id, h.via, h.value, h.change_id,
      h.item, ${bytesOf('h.value')} + 256 as bytes
      from value_history h
      where h.workspace_id = $1 and h.record_id = $2 and h.attr_no = k.attrs[${place}]
        and h.change_id = k.changes[${place}] and h.item = k.items[${place}] limit 1`;

/**
 * $3 the numbers of the attributes. Of each an equal share is looked at by their keys; what some do not need of it is
 * given to those that have more. Where one still has more than its share, all that is older than what was seen of it is
 * left out: what is shown are the newest, without a gap. `found` says how many there would have been, or one more than
 * are shown where that is not known. The values are read one after another, and no more of them than are shown: what is
 * compressed has to be written out for its size.
 */
export const HISTORY: Statement = {
  name: 'record-history',
  text: `with recursive asked as (select no,
    least(${MAX_CLOSED + 1}, greatest(1, ${MAX_LOOKED_AT} / count(*) over ()))::int as share
      from unnest($3::int[]) q(no)),
    first as materialized (select a.share, k.* from asked a cross join lateral (${newestOf('a.share')}) k),
    met as (select attr_no as no, share, count(*) as n from first group by attr_no, share),
    full_ones as materialized (select no,
    least(${MAX_CLOSED + 1}, n + (${MAX_LOOKED_AT} - (select sum(n) from met)) / count(*) over ())::int as share
      from met where n = share and share <= ${MAX_CLOSED}),
    second as materialized (select a.share, k.* from full_ones a cross join lateral (${newestOf('a.share')}) k),
    edge as (select max(oldest) as at
      from (select min(active_until) as oldest
        from second
        group by attr_no, share
        having count(*) = share and share <= ${MAX_CLOSED}) o),
    chosen as materialized (select *
      from (select * from first where attr_no not in (select no from full_ones) union all select * from second) k
      where active_until >= coalesce((select at from edge), '-infinity') order by ${NEWEST} limit ${MAX_CLOSED + 1}),
    keys as materialized (select count(*)::int + case when (select at from edge) is null then 0 else 1 end as found,
      array_agg(attr_no order by ${NEWEST}) as attrs, array_agg(change_id order by ${NEWEST}) as changes,
      array_agg(item order by ${NEWEST}) as items from chosen),
    page as (select 1 as place, 0::bigint as held, k.found, h.* from keys k cross join lateral (${valueAt('1')}) h
      union all
      select p.place + 1, p.held + p.bytes, p.found, h.*
        from page p
        cross join keys k
        cross join lateral (${valueAt('p.place + 1')}) h
        where p.place < ${MAX_CLOSED} and p.held + p.bytes < ${PAGE_BYTES})
    select attr_no, active_from, active_until, created_by_type, created_by_id, via, value, found
      from page
      order by attr_no, active_from, change_id, item`,
};
