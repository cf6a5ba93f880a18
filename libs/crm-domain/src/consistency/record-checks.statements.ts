import { isGoing, type SqlCheck } from './sql-check.js';

/** Values that name rows of another table by their id, which stands once more in `index_ref`. */
const namesNothing = (
  types: string,
  table: string,
): string => `select f.record_id || ' by ' || a.slug as id from index_ref f
  join attribute a on a.workspace_id = $1 and a.attribute_id = f.attribute_id and a.type in (${types})
  where f.workspace_id = $1 and not exists (select 1 from ${table})`;

/** What must hold between records, whatever their values are. */
export const RECORD_CHECKS: readonly SqlCheck[] = [
  {
    check: 'references',
    what: 'References lead to records that are not there',
    sql: `select f.record_id || ' -> ' || f.target_id as id
      from record_reference f
      where f.workspace_id = $1 and not exists (
      select 1 from record t where t.workspace_id = $1 and t.record_id = f.target_id
        and (t.deleted_at is null or ${isGoing('record', 'g.record_id = t.record_id')}))`,
  },
  {
    check: 'references',
    what: 'References name another object than the one that their record is of',
    sql: `select f.record_id || ' -> ' || f.target_id as id from record_reference f
      join record r on r.workspace_id = $1 and r.record_id = f.record_id and r.deleted_at is null
      join record t on t.workspace_id = $1 and t.record_id = f.target_id
      where f.workspace_id = $1 and exists (
        select 1 from jsonb_path_query(r.vals, ('$."' || f.attr_no || '"[*]')::jsonpath) i(x)
        where i.x ->> 'record_id' = f.target_id::text and i.x ->> 'object_id' <> t.object_id::text)`,
  },
  {
    check: 'references',
    what: 'Values name an option or a stage that is not there',
    sql: namesNothing(
      `'select', 'multi-select', 'pipeline'`,
      'choice c where c.workspace_id = $1 and c.attribute_id = f.attribute_id and c.choice_id = f.v',
    ),
  },
  {
    check: 'references',
    what: 'Values name a user who is not there',
    sql: namesNothing(`'actor-reference'`, 'app_user u where u.user_id = f.v'),
  },
  {
    check: 'relationships',
    what: 'One side of a relationship names a record that does not name it back',
    sql: `select f.record_id || ' -> ' || f.target_id || ' by ' || a.slug as id from record_reference f
      join record r on r.workspace_id = $1 and r.record_id = f.record_id and r.deleted_at is null
      join attribute a on a.workspace_id = $1 and a.object_id = r.object_id and a.attr_no = f.attr_no
      join attribute b on b.workspace_id = $1 and b.attribute_id = a.inverse_attribute_id
      where f.workspace_id = $1 and not ${isGoing('record', 'g.record_id = f.target_id')} and not exists (
        select 1 from record_reference o
          where o.workspace_id = $1 and o.target_id = f.record_id and o.record_id = f.target_id
          and o.attr_no = b.attr_no)`,
  },
  {
    check: 'relationships',
    what: 'A side of a relationship that may hold one link holds several',
    sql: `select f.record_id || ' by ' || a.slug as id from record_reference f
      join record r on r.workspace_id = $1 and r.record_id = f.record_id
      join attribute a on a.workspace_id = $1 and a.object_id = r.object_id and a.attr_no = f.attr_no
        and a.inverse_attribute_id is not null and not a.is_multi_select
      where f.workspace_id = $1 group by f.record_id, a.slug having count(*) > 1`,
  },
  {
    check: 'search',
    what: 'Records cannot be found by their words',
    sql: `select r.record_id::text as id
      from record r
      join object o on o.workspace_id = $1 and o.object_id = r.object_id
      where r.workspace_id = $1 and r.deleted_at is null
        and not exists (select 1 from record_search s where s.workspace_id = $1 and s.record_id = r.record_id)`,
  },
  {
    check: 'totals',
    what: 'Objects have another number of records than is counted for them',
    sql: `select o.slug || ': ' || counted.n || ' counted, ' || there.n || ' there' as id from object o
      cross join lateral (select coalesce(sum(c.n), 0) as n
        from object_count c
        where c.workspace_id = $1 and c.object_id = o.object_id) counted
      cross join lateral (select count(*) as n from record r where r.workspace_id = $1 and r.object_id = o.object_id
        and r.trashed_at is null and r.deleted_at is null) there
      where o.workspace_id = $1 and counted.n <> there.n`,
  },
  {
    check: 'history',
    what: 'Closed values end before they begin, or lie outside of the life of their record',
    sql: `select h.record_id || ' attribute number ' || h.attr_no as id from value_history h
      join record r on r.workspace_id = $1 and r.record_id = h.record_id
      where h.workspace_id = $1
        and (h.active_until < h.active_from or h.active_from < r.created_at or h.active_until > r.updated_at)`,
  },
  {
    check: 'purges',
    what: 'Records are hidden for good, and nothing is going to take them away',
    sql: `select r.record_id::text as id from record r where r.workspace_id = $1 and r.deleted_at is not null
      and r.merged_into is null and not ${isGoing('record', 'g.record_id = r.record_id')}
      and not ${isGoing('object', 'g.object_id = r.object_id')}`,
  },
  {
    check: 'merges',
    what: 'Records were merged into one that is not there, is of another object, or was merged itself',
    sql: `select r.record_id || ' -> ' || r.merged_into as id from record r
      left join record s on s.workspace_id = $1 and s.record_id = r.merged_into
      where r.workspace_id = $1 and r.merged_into is not null and (r.deleted_at is null or s.merged_into is not null
        or s.object_id is distinct from r.object_id)`,
  },
  {
    check: 'repeated requests',
    what: 'Idempotency keys were taken without an answer being kept',
    sql: `select i.key as id from idempotency i where i.workspace_id = $1 and i.answer is null`,
  },
];
