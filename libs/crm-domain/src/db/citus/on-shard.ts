import { createHash } from 'node:crypto';
import { OUTSIDE_LITERALS } from './shard-text.js';

/**
 * Runs one statement of a tenant on the node that has its rows, against the tables that hold them there: a plain
 * statement of Postgres with whatever Postgres can do, in one round trip and one transaction of that node. Taken apart
 * by Citus, a write would touch every node and cost twenty times as much (docs/scaling.md).
 *
 * `lock_shard_metadata` is what the statements of Citus take themselves: while it is held, the shard does not move.
 * What was prepared is remembered in a setting, because to look through `pg_prepared_statements` takes longer than a read.
 * Rows come back as Postgres writes whole rows.
 */
const BODY = `declare
  anchor bigint := get_shard_id_for_distribution_column('record', tenant);
  prepared text := 's' || anchor || '_' || coalesce(md5(named), 'once');
  call text;
  found record;
begin
  perform crm_lock_shard(anchor);
  if not exists (select 1 from pg_dist_placement p join pg_dist_local_group l using (groupid) where p.shardid = anchor) then
    raise exception 'The rows of this workspace are on another node by now.' using errcode = '40001';
  end if;
  if named is null then
    begin
      execute format('prepare %I as %s', prepared, crm_shard_text(anchor, statement));
    exception when duplicate_prepared_statement then
      -- Left by one that failed.
      execute format('deallocate %I', prepared);
      execute format('prepare %I as %s', prepared, crm_shard_text(anchor, statement));
    end;
  elsif current_setting('crm.' || prepared, true) is distinct from '1' then
    if not exists (select 1 from pg_prepared_statements where name = prepared) then
      execute format('prepare %I as %s', prepared, crm_shard_text(anchor, statement));
    end if;
    perform set_config('crm.' || prepared, '1', false);
  end if;
  call := format('execute %I', prepared)
    || coalesce('(' || (select string_agg(quote_nullable(v), ',' order by n) from unnest(given) with ordinality x(v, n)) || ')', '');
  if named is null then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;
  if has_rows then
    for found in execute call loop
      return next found::text;
    end loop;
  else
    execute call;
  end if;
  if named is null then
    execute format('deallocate %I', prepared);
  end if;
end`;

/** What a statement fails with that came to a node which its shard has left. */
export const MOVED = 'CM001';

/**
 * Holds a shard in its place until the transaction ends, as `crm_on_shard` does, for a statement that comes to the node
 * without it.
 */
const HOLD = `begin
  if anchor is null then
    return;
  end if;
  perform crm_lock_shard(anchor);
  if not exists (select 1 from pg_dist_placement p join pg_dist_local_group l using (groupid) where p.shardid = anchor) then
    raise exception 'The rows of this workspace are on another node by now.' using errcode = '${MOVED}';
  end if;
end`;

/**
 * Citus lets the owner of a table alone lock its shards, and services need no more than to read and write. This
 * runs with the rights of the owner, and can do nothing else.
 */
const LOCK = `begin
  perform lock_shard_metadata(5, array[anchor]);
end`;

/** Prepared on each connection to a node, and called before each statement on a shard. */
export const HOLD_SHARD = { name: 'hold-shard', text: 'select crm_hold_shard($1)' };

/** A statement with the names that tables have in one shard: `record` is `record_102008` there. */
const SHARD_TEXT = `declare
  names record;
begin
  for names in
    select t.logicalrelid::text as plain, s.shardid
    from pg_dist_partition t
    join pg_dist_shard s on s.logicalrelid = t.logicalrelid
    -- A statement names a few of the dozens of tables, and each pattern costs Postgres more than the statement itself.
    where strpos(statement, t.logicalrelid::text) > 0 and (t.partmethod = 'n'
      or t.colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'record'::regclass)
        and s.shardminvalue = (select shardminvalue from pg_dist_shard where shardid = anchor))
  loop
    statement := regexp_replace(statement, '(?<![\\w.''$])("?)' || names.plain || '\\1(?![\\w''])${OUTSIDE_LITERALS.replaceAll("'", "''")}',
      names.plain || '_' || names.shardid, 'g');
  end loop;
  return statement;
end`;

const SETTINGS = `set plan_cache_mode = force_generic_plan set jit = off set lock_timeout = 5000`;

/** Makes the functions, or brings them up to date; each part stands alone. */
export const MAKE_ON_SHARD = [
  `create or replace function crm_shard_text(anchor bigint, statement text) returns text
    language plpgsql as $made$${SHARD_TEXT}$made$;`,
  `create or replace function crm_lock_shard(anchor bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $made$${LOCK}$made$;`,
  `create or replace function crm_on_shard(tenant uuid, named text, statement text, given text[], has_rows boolean)
    returns setof text language plpgsql ${SETTINGS} as $made$${BODY}$made$;`,
  `create or replace function crm_hold_shard(anchor bigint) returns void language plpgsql as $made$${HOLD}$made$;`,
  `select create_distributed_function('crm_shard_text(bigint, text)');`,
  `select create_distributed_function('crm_lock_shard(bigint)');`,
  `select create_distributed_function('crm_hold_shard(bigint)');`,
  `select create_distributed_function('crm_on_shard(uuid, text, text, text[], boolean)', 'tenant',
    colocate_with := 'record', force_delegation := true);`,
];

/** By which a node says that its functions are these. */
export const functionDigests = [BODY, SHARD_TEXT, HOLD, LOCK].map((body) =>
  createHash('md5').update(body).digest('hex'),
);

/** Says whether every node that answers has these functions. */
export const IS_ON_SHARD_MADE = `select coalesce(bool_and(result = '${functionDigests.length}') filter (where success), false) as is_so
  from run_command_on_all_nodes($$select count(*) from pg_proc where pronamespace = 'public'::regnamespace
    and md5(prosrc) in (${functionDigests.map((digest) => `'${digest}'`).join(', ')})$$)`;

/** $1 the tenant, $2 its name or null, $3 the statement, $4 its values, $5 whether it gives rows. */
export const ON_SHARD = 'select crm_on_shard($1, $2, $3, $4, $5) as row';
