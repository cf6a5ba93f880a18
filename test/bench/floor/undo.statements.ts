import type { Caller } from '#crm-domain';
import { ROW, accessHeld, accessOf } from '../product.js';
import { ACCESS } from './page-answer.js';

/** The first position of the feed at or after a moment, by halving: positions follow time. */
const positionAt = (moment: string) => `(with recursive half as (select 1::bigint as low, position + 1 as high
      from event_head where workspace_id = $1
    union all select case when f.occurred_at < ${moment} then h.middle + 1 else h.low end,
      case when f.occurred_at < ${moment} then h.high else h.middle end
      from (select low, high, (low + high) / 2 as middle from half where low < high) h
      join event_feed f on f.workspace_id = $1 and f.position = h.middle)
    select low from half where low = high)`;

/** The events of a request ($3) from one moment until another, each with its record as it is now. */
export const CHANGED = {
  name: 'floor-undo-changed',
  text: `with ${ACCESS},
    places as (select f.subject_id, f.rev, f.event_id from event_feed f where f.workspace_id = $1
        and f.position >= ${positionAt('$4::timestamptz')} and f.position < ${positionAt('$5::timestamptz')}
      union all select p.subject_id, p.rev, p.event_id from event_pending p where p.workspace_id = $1),
    found as (select e.event_id, e.subject_id, e.rev, e.kind, e.data from places s join event e on e.workspace_id = $1
        and e.subject_id = s.subject_id and e.rev = s.rev and e.event_id = s.event_id
      where e.via->>'request_id' = $3)
    select access.may, access.schema_version, f.event_id, f.kind, f.rev as changed, f.data, ${ROW}
    from access
    left join found f on true
    left join record r on r.workspace_id = $1 and r.record_id = f.subject_id and r.trashed_at is null
      and r.deleted_at is null`,
};

/** Rows of the records ($4), with columns that have one item for each. */
const records = (columns: Record<string, string>) => {
  const arrays = Object.values(columns).map((array) => `, ${array}`);
  return `unnest($4::uuid[]${arrays.join('')}) x(id, ${Object.keys(columns).join(', ')})`;
};

/** The keys of one attribute, of which each record has one before and after. */
const keys = (table: string, { attribute, type, now, old }: Record<'attribute' | 'type' | 'now' | 'old', string>) =>
  `${table}_changed as (update ${table} i set v = x.v
    from (select x.* from go, ${records({ v: `${now}::${type}[]`, old: `${old}::${type}[]` })} offset 0) x
    where i.workspace_id = $1 and i.attribute_id = ${attribute}::uuid and i.v = x.old and i.record_id = x.id)`;

/**
 * Two attributes of many records have their values back: all of them, or none where one has changed since it was read.
 * Its parameters are in the order of `valuesOf`.
 */
export const GIVE_BACK = {
  name: 'floor-undo-give-back',
  text: `with ${accessHeld(accessOf({ api_key_id: 'a key' } as Caller))},
  held as materialized (select record_id, rev from record
    where workspace_id = $1 and record_id = any($4::uuid[]) and trashed_at is null and deleted_at is null
    order by record_id for no key update),
  go as (select actor_name from access where may & 3 = 3 and schema_version = $3::bigint
    and not exists (select 1 from ${records({ rev: '$5::int[]' })}
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
    select $1, x.at, x.rev + 1, x.id, x.e
    from go, ${records({ rev: '$5::int[]', at: '$6::timestamptz[]', e: '$7::uuid[]' })}),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at, actor_type,
      actor_id, actor_name, via, data)
    select $1, x.id, x.rev + 1, x.e, 'record.updated', $8::uuid, x.at, 'api-key', $2::uuid, go.actor_name, x.via, x.d
    from go, ${records({
      rev: '$5::int[]',
      at: '$6::timestamptz[]',
      e: '$7::uuid[]',
      via: '$9::jsonb[]',
      d: '$10::json[]',
    })}),
  written as (update record r set vals = x.vals, size = x.size, meta = x.meta, rev = r.rev + 1, updated_at = x.at
    from (select x.* from go,
      ${records({ at: '$6::timestamptz[]', vals: '$11::jsonb[]', size: '$12::int[]', meta: '$13::jsonb[]' })} offset 0) x
    where r.workspace_id = $1 and r.record_id = x.id),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from, active_until,
      created_by_type, created_by_id, via, value)
    select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
    from go, unnest($14::uuid[], $15::int[], $16::uuid[], $17::int[], $18::timestamptz[], $19::timestamptz[],
      $20::text[], $21::uuid[], $22::jsonb[], $23::jsonb[]) x(id, n, c, item, f, u, ct, ci, via, v)),
  ${keys('index_text', { attribute: '$24', type: 'text', now: '$25', old: '$26' })},
  ${keys('index_number', { attribute: '$27', type: 'float8', now: '$28', old: '$29' })},
  words as (update record_search s set tsv = x.tsv
    from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, ${records({ words: '$30::text[]' })} offset 0) x
    where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv)
  select (select count(*)::int from go) as done`,
};
