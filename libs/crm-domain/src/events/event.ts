import { newId } from '#platform';
import { authorOf, type ActorType, type Caller, type Provenance } from '../actor.js';
import { ChangeLog } from '../dry-run/change-log.js';
import type { AttributeChange, StoredChange } from './changes.js';

/** Everything that can happen (contract: Events; decisions: Event kinds). */
export const EVENT_KINDS = [
  'record.created',
  'record.updated',
  'record.trashed',
  'record.restored',
  'record.merged',
  'record.unmerged',
  'RecordDeletedEvent',
  'object.created',
  'object.updated',
  'object.deleted',
  'attribute.created',
  'attribute.updated',
  'attribute.deleted',
  'message.queued',
  'message.sent',
  'message.failed',
  'message.undelivered',
] as const;
/** One of the kinds of events (contract: Events). */
export type EventKind = (typeof EVENT_KINDS)[number];

/** An event as it is read. `data` of a record event holds `changes`, of the others what their service says. */
export interface EventRow {
  subject_id: string;
  rev: number;
  event_id: string;
  kind: EventKind;
  object_id: string | null;
  occurred_at: Date;
  actor_type: ActorType;
  actor_id: string | null;
  actor_name: string | null;
  via: Provenance;
  depth: number;
  data: { changes?: AttributeChange[]; [field: string]: unknown };
}

/** An event that a transaction is about to write; the moment is the database's unless given. */
export type NewEvent = Pick<EventRow, 'kind' | 'subject_id'> &
  Partial<Pick<EventRow, 'rev' | 'object_id' | 'actor_name' | 'occurred_at'>> & {
    data: { changes?: StoredChange[]; [field: string]: unknown };
  };

/** Who did it, as columns of an event that is about to be written. */
export function originOf(caller: Caller): Pick<EventRow, 'event_id' | 'actor_type' | 'actor_id' | 'via' | 'depth'> & {
  name: string | null;
} {
  const { name = null, depth = 0, ...via } = caller.via;
  const { type, id } = authorOf(caller);
  const event_id = newId();
  ChangeLog.event(event_id);
  return { event_id, actor_type: type, actor_id: id, via, depth, name };
}
