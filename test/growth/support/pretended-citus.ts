/**
 * Functions that bear the names of Citus's and refuse what its documentation says it refuses: unique keys without the
 * distribution column, foreign keys to or from tables that are not where this one goes, triggers, tables placed twice.
 * They note what was asked of them and move nothing.
 */
export const PRETENDED_CITUS = `
  create schema pretended;
  create table pretended.placed (name text primary key, kind text not null, beside text, split_by text, colocation int not null default 1);

  create function refuse_keys(name text) returns void language plpgsql as $$
  declare bad text;
  begin
    select k.conname into bad from pg_constraint k where k.contype = 'f' and (k.conrelid = name::regclass or k.confrelid = name::regclass) limit 1;
    if bad is not null then raise 'cannot create foreign key constraint %: relations are not colocated', bad; end if;
    select t.tgname into bad from pg_trigger t where t.tgrelid = name::regclass and not t.tgisinternal limit 1;
    if bad is not null then raise 'cannot distribute relation % because it has triggers', name; end if;
  end $$;

  create function create_reference_table(name text) returns void language plpgsql as $$
  begin
    perform refuse_keys(name);
    insert into pretended.placed values (name, 'copied', null);
  end $$;

  create function create_distributed_table(name text, distribution_column text, colocate_with text) returns void language plpgsql as $$
  declare bad text;
  begin
    perform refuse_keys(name);
    select i.indexrelid::regclass::text into bad from pg_index i where i.indrelid = name::regclass and i.indisunique and not exists (
      select from pg_attribute a where a.attrelid = i.indrelid and a.attname = distribution_column and a.attnum = any(i.indkey)) limit 1;
    if bad is not null then raise 'cannot create constraint %: distributed relations need the distribution column in it', bad; end if;
    if colocate_with <> 'none' and not exists (select from pretended.placed p where p.name = colocate_with and p.kind = 'split') then
      raise 'relation % is not distributed', colocate_with;
    end if;
    insert into pretended.placed values (name, 'split', nullif(colocate_with, 'none'), distribution_column, coalesce(
      (select p.colocation from pretended.placed p where p.name = colocate_with),
      (select max(p.colocation) + 1 from pretended.placed p), 1));
  end $$;

  create function create_distributed_function(name text) returns void language sql as '';
  create function create_distributed_function(name text, argument text, colocate_with text, force_delegation boolean)
    returns void language sql as '';

  create function run_command_on_all_nodes(command text) returns table (success boolean, result text) language plpgsql as $$
  begin
    execute command into result;
    success := true;
    return next;
  end $$;

  create function column_to_column_name(name regclass, partkey text) returns text language sql as 'select partkey';

  create view pretended.pg_dist_partition as select name::regclass as logicalrelid, split_by as partkey, colocation as colocationid,
    case kind when 'copied' then 't' else 's' end as repmodel from pretended.placed;`;

/** As if the extension had been installed. */
export const PRETENDED_EXTENSION = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 16383, 'citus', oid, 'pretended'::regnamespace, false, '0' from pg_authid where rolname = current_user;
  reset allow_system_table_mods;
  alter view pretended.pg_dist_partition set schema public;`;
