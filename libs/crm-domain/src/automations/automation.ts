import { createHash } from 'node:crypto';
import type { EventKind } from '../events/event.js';
import type { FilterInput } from '../records/query/parse-filter.js';

/** What an automation can begin with. */
export const TRIGGERS = [
  'record.created',
  'record.updated',
  'record.trashed',
  'record.restored',
  'RecordDeletedEvent',
] as const satisfies readonly EventKind[];
export type Trigger = (typeof TRIGGERS)[number];

/** Sets values of the record the event is about. */
export interface SetValues {
  type: 'set_values';
  values: Record<string, unknown>;
}
export interface CreateRecord {
  type: 'create_record';
  object: string;
  values: Record<string, unknown>;
}
/** Sends the event to one of the workspace's webhooks, whatever that one listens to. */
export interface CallWebhook {
  type: 'call_webhook';
  webhook_id: string;
}
/** What an automation does: one of 1 to 5, which run in their order. */
export type Action = SetValues | CreateRecord | CallWebhook;

/** A record, member, webhook or view that an automation names. Unlike what it names of the schema, it can go unnoticed. */
export interface Mention {
  path: string;
  of: 'record' | 'member' | 'webhook' | 'view';
  id: string;
}

/**
 * What a caller writes of an automation. What is not given stays as it is; a new one needs `name`, `kind` and
 * `actions`.
 */
export interface AutomationInput {
  name?: string;
  kind?: string;
  /** Slug or UUID. */
  object?: string;
  /** The name that it is read by means the same. */
  object_id?: string;
  /** All of them must hold when the automation runs. */
  condition?: FilterInput[];
  /** Slug or UUID of a view of the object that must hold the record as well; null for none. */
  view?: string | null;
  /** The name that it is read by means the same. */
  view_id?: string | null;
  actions?: Action[];
  status?: 'active' | 'disabled';
}

/**
 * The id of the record that an action makes for an event: the same however often it is tried. A UUIDv7 of the event's
 * moment.
 */
export function idMadeBy(
  automationId: string,
  event: { event_id: string; occurred_at: string },
  action: number,
): string {
  const hash = createHash('sha256').update(`${automationId}|${event.event_id}|${action}`).digest('hex');
  const time = new Date(event.occurred_at).getTime().toString(16).padStart(12, '0');
  const variant = '89ab'[parseInt(hash[3]!, 16) % 4];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}
