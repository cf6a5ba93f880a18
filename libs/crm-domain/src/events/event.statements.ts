import type { Caller } from '../actor.js';
import type { StatementWriter } from '../db/statement-writer.js';
import type { StoredChange } from './changes.js';
import { originOf, type EventKind } from './event.js';

/** Expressions of a record write that its event needs; `source` has a row exactly when the record was written. */
export interface EventPlace {
  record: string;
  object: string;
  source: string;
  rev: string;
  at: string;
}

/**
 * Writes a record's event in the record's own statement, before all that hangs on `source`: there is never one without
 * the other.
 */
export function addRecordEvent(
  writer: StatementWriter,
  caller: Caller,
  place: EventPlace,
  event: { kind: EventKind; changes: StoredChange[]; data?: object },
): void {
  const { event_id, actor_type, actor_id, via, depth, name } = originOf(caller);
  const { record, object, source, rev, at } = place;
  const id = `${writer.put(event_id)}::uuid`;
  const who = `${writer.put(actor_type)}::text, ${writer.put(actor_id)}::uuid,
    coalesce(go.actor_name, ${writer.put(name)}::text)`;
  const what = `${writer.put(JSON.stringify(via))}::jsonb, ${writer.put(depth)}::smallint,
    ${writer.put(JSON.stringify({ ...event.data, changes: event.changes }))}::json`;
  // Postgres does the parts that nothing reads from in reverse, so this one is done when the statement waits for
  // nothing more.
  writer.part(
    'p',
    () => `queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
      select $1, ${at}, ${rev}, ${record}, ${id} from ${source})`,
  );
  writer.part(
    'e',
    () => `evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
      actor_type, actor_id, actor_name, via, depth, data)
      select $1, ${record}, ${rev}, ${id}, '${event.kind}', ${object}, ${at}, ${who}, ${what} from ${source}, go)`,
  );
}
