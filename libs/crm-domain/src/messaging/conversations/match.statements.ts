import type { Statement } from '../../db/session.js';
import { IS_THERE } from './conversation.statements.js';

/** $2 the kind, $3 addresses: of each the oldest record that has it. */
export const MATCH: Statement = {
  name: 'conversation-match',
  text: `select distinct on (h.handle) h.handle, o.slug as object, r.record_id, left(r.label, 255) as display_name
    from record_handle h
    join record own on own.workspace_id = $1 and own.record_id = h.record_id
    join record r on r.workspace_id = $1 and r.record_id = coalesce(own.merged_into, own.record_id)
      and r.trashed_at is null and r.deleted_at is null
      join object o on o.workspace_id = $1 and o.object_id = r.object_id
    where h.workspace_id = $1 and h.kind = $2 and h.handle = any ($3::text[]) and ${IS_THERE}
    order by h.handle, r.created_at, r.record_id`,
};
