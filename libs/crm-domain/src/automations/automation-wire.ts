import { stateOf } from '../webhooks/webhook.js';
import type { AutomationEntity } from './automation.entity.js';
import type { AutomationRunEntity } from './automation-run.entity.js';

/** `broken_reason` says why it cannot do what it was made for, and is null where it can. */
export function automationWire(row: AutomationEntity, broken_reason: string | null) {
  const { workspace_id, automation_id, name, kind, object_id, condition, view_id } = row;
  const { actions, status, disabled_reason } = row;
  return {
    id: { workspace_id, automation_id },
    name,
    kind,
    object_id,
    condition,
    view_id,
    actions,
    status,
    disabled_reason,
    ...stateOf(status, broken_reason),
    position: Number(row.position),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** An automation as it is shown. */
export type AutomationWire = ReturnType<typeof automationWire>;

/** A run as it is read for the log. */
export type RunRow = Omit<AutomationRunEntity, 'workspace_id' | 'automation_id' | 'root_event_id'>;

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
