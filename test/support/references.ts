import type { Rest } from './rest.js';

/**
 * References that lead nowhere, or that only one of the three places knows in which they stand: the table of
 * back-links, the list of targets in a record's row, and the values in its document.
 */
export function danglingReferences(rest: Rest): Promise<object[]> {
  return rest.sql(`
    with document as (
      select r.workspace_id, r.record_id, a.attr_no, (item ->> 'record_id')::uuid as target_id
      from record r join attribute a on a.workspace_id = r.workspace_id and a.object_id = r.object_id and a.type in ('record-reference', 'relationship'),
        jsonb_path_query(r.vals -> a.attr_no::text, 'lax $[*]') item
      where r.deleted_at is null),
    listed as (select r.workspace_id, r.record_id, t.id as target_id from record r, unnest(r.refs) t(id) where r.deleted_at is null)
    select 'document without target' as what, d.record_id, d.target_id from document d
      where not exists (select 1 from record t where t.workspace_id = d.workspace_id and t.record_id = d.target_id and t.deleted_at is null)
    union all
    select 'back-link without record', b.record_id, b.target_id from record_reference b
      where not exists (select 1 from document d where d.workspace_id = b.workspace_id and d.record_id = b.record_id and d.attr_no = b.attr_no and d.target_id = b.target_id)
    union all
    select 'document without back-link', d.record_id, d.target_id from document d
      where not exists (select 1 from record_reference b where b.workspace_id = d.workspace_id and b.record_id = d.record_id and b.attr_no = d.attr_no and b.target_id = d.target_id)
    union all
    select 'target unlisted in its row', d.record_id, d.target_id from document d
      where not exists (select 1 from listed l where l.workspace_id = d.workspace_id and l.record_id = d.record_id and l.target_id = d.target_id)`);
}
