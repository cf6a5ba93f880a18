/** Bytes of the names and addresses of the records of a person. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Of the values of records those of some attributes, named by object and number: others may take 2 MiB a record. */
export const WITH_MERGED = `with found as materialized (
    select record_id, object_id, merged_into,
      (select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(r.vals) e
        where r.object_id || ' ' || e.key = any($4::text[])) as vals
    from record r
    where r.workspace_id = $1 and (r.record_id = any($2::uuid[]) or r.merged_into = any($2::uuid[])) limit $3)
  select record_id, object_id, merged_into,
    case when sum(octet_length(vals::text)) over (order by record_id) <= ${MOST_BYTES} then vals end as vals
  from found`;
