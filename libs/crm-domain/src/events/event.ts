import { newId } from '#platform';
import { authorOf, type ActorType, type Claim, type Provenance } from '../actor.js';
import type { Json } from '../values/value-type.js';

/** Everything that can happen (contract: Events; decisions: Event kinds). */
export const EVENT_KINDS = [
  'record.created',
  'record.updated',
  'record.trashed',
  'record.restored',
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
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What one attribute held before and after, self-contained: readable when the attribute itself is gone. */
export interface StoredChange {
  attribute_id: string;
  slug: string;
  type: string;
  before?: Json[];
  after?: Json[];
  /** Titles of the options or stages among the values, as they were. */
  titles?: Record<string, string>;
}

/** An event as it is stored. `data` of a record event holds `changes`, of the others what their service says. */
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
  data: { changes?: StoredChange[]; [field: string]: unknown };
}

/** An event that a transaction is about to write; the moment is the database's unless given. */
export type NewEvent = Pick<EventRow, 'kind' | 'subject_id' | 'data'> &
  Partial<Pick<EventRow, 'rev' | 'object_id' | 'actor_name' | 'occurred_at'>>;

/** Who did it, as columns of an event. */
export function originOf(claim: Claim): Pick<EventRow, 'event_id' | 'actor_type' | 'actor_id' | 'via' | 'depth'> & {
  name: string | null;
} {
  const { name = null, depth = 0, ...via } = claim.via;
  const { type, id } = authorOf(claim);
  return { event_id: newId(), actor_type: type, actor_id: id, via, depth, name };
}
