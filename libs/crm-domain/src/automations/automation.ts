import { createHash } from 'node:crypto';
import type { EventKind } from '../events/event.js';
import { stateOf } from '../webhooks/webhook.js';
import type { FilterInput } from '../records/query/judge-filter.js';

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
export type Action = SetValues | CreateRecord | CallWebhook;

export interface AutomationInput {
  name?: string;
  kind?: string;
  /** Slug or UUID. */
  object?: string;
  /** All of them must hold when the automation runs. */
  condition?: FilterInput[];
  actions?: Action[];
  status?: 'active' | 'disabled';
}

export interface AutomationRow {
  workspace_id: string;
  automation_id: string;
  name: string;
  kind: Trigger;
  object_id: string;
  condition: FilterInput[];
  actions: Action[];
  status: 'active' | 'disabled';
  disabled_reason: string | null;
  position: string;
  attempts: number;
  next_attempt_at: Date;
  created_at: Date;
  updated_at: Date;
}

export interface RunRow {
  event_id: string;
  position: string;
  record_id: string | null;
  state: 'done' | 'retrying' | 'failed' | 'stopped';
  attempts: number;
  /** Where it goes on when it is tried again. */
  actions_done: number;
  error: string | null;
  started_at: Date;
  finished_at: Date;
}

/** The id of the record that an action makes for an event: the same however often it is tried. A UUIDv7 of the event's moment. */
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

/** `broken_reason` says why it cannot do what it was made for, and is null where it can. */
export function automationWire(row: AutomationRow, broken_reason: string | null) {
  const { workspace_id, automation_id, name, kind, object_id, condition, actions, status, disabled_reason } = row;
  return {
    id: { workspace_id, automation_id },
    ...{ name, kind, object_id, condition, actions, status, disabled_reason },
    ...stateOf(status, broken_reason),
    position: Number(row.position),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** An automation as it is shown. */
export type AutomationWire = ReturnType<typeof automationWire>;

export function runWire(row: RunRow) {
  return {
    ...row,
    position: Number(row.position),
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at.toISOString(),
  };
}

/** A run as the log shows it. */
export type RunWire = ReturnType<typeof runWire>;
