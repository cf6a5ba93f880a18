import { Slices } from '../db/slices.js';
import type { EventKind } from '../events/event.js';
import type { PlacedEvent } from '../events/event-wire.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { WebhookEntity } from './webhook.entity.js';

/** Whom the secret of a webhook is sealed for; it opens for nobody else. */
export function webhookSecretOwner(workspaceId: string, webhookId: string): string {
  return `${workspaceId}|${webhookId}|webhook`;
}

/** A webhook with the event that it waits for, when that one fails. */
export interface WatchedWebhookRow extends WebhookEntity {
  failing_since: Date | null;
  failed_attempts: number | null;
  last_error: string | null;
  /** Whether the view that it names, if any, exists. */
  has_view: boolean;
}

/** A webhook as it is shown; its secret only when it is made. */
export interface WebhookWire {
  id: { workspace_id: string; webhook_id: string };
  url: string;
  description: string | null;
  kinds: EventKind[] | null;
  /** Id of the object whose events alone are sent, and of the attributes one of which must have changed. */
  object_id: string | null;
  attribute_ids: string[] | null;
  /** The view that must hold the record of an event. */
  view_id: string | null;
  status: 'active' | 'disabled';
  disabled_reason: string | null;
  /** `broken` where something that it stands on was deleted, whatever its status; else its status. */
  state: ConsumerState;
  broken_reason: string | null;
  /** Position of the last event up to which everything was delivered or given up. */
  position: number;
  last_success_at: string | null;
  /** When what fails now is tried again. */
  next_attempt_at: string | null;
  /** Of the first event that fails now: when it was tried first, how often, and what came of it last. */
  failing_since: string | null;
  attempts: number;
  last_error: string | null;
  created_at: string;
  updated_at: string;
  secret?: string;
}

/**
 * Of a webhook or an automation: `disabled` by a person or after failures, `broken` when something it names was
 * deleted.
 */
export const CONSUMER_STATES = ['active', 'disabled', 'broken'] as const;
export type ConsumerState = (typeof CONSUMER_STATES)[number];

/** How a webhook or an automation stands, with what is missing for it to work. */
export function stateOf(
  status: 'active' | 'disabled',
  broken_reason: string | null,
): { state: ConsumerState; broken_reason: string | null } {
  return { state: broken_reason === null ? status : 'broken', broken_reason };
}

/** What became of an event at an endpoint. */
export const DELIVERY_STATES = ['delivered', 'failing', 'failed'] as const;
/** One of `DELIVERY_STATES`. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery as the log reads it, and as it is read before another attempt. */
export type DeliveryRow = Omit<TriedRow, 'left_alone_until'>;
export type TriedRow = Omit<WebhookDeliveryEntity, 'workspace_id' | 'webhook_id'>;

/** Judged by the schema of this moment: what a webhook follows may have been deleted since. */
export function webhookWire(row: WatchedWebhookRow, schema: WorkspaceSchema, brokenView?: string): WebhookWire {
  const { url, description, kinds, object_id, attribute_ids, view_id, status, disabled_reason } = row;
  return {
    id: { workspace_id: row.workspace_id, webhook_id: row.webhook_id },
    url,
    description,
    kinds,
    object_id,
    attribute_ids,
    view_id,
    status,
    disabled_reason,
    ...stateOf(status, whyBroken(row, schema, brokenView)),
    position: Number(row.position),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    next_attempt_at: row.status === 'active' && row.attempts > 0 ? row.next_attempt_at.toISOString() : null,
    failing_since: row.failing_since?.toISOString() ?? null,
    attempts: row.failed_attempts ?? 0,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function whyBroken(row: WatchedWebhookRow, schema: WorkspaceSchema, brokenView?: string): string | null {
  const { object_id, attribute_ids, has_view } = row;
  if (object_id === null) return null;
  const object = schema.find(object_id);
  if (!object) return 'object: The object was deleted.';
  if (!has_view) return 'view: The view was deleted.';
  if (brokenView !== undefined) return `view: ${brokenView}`;
  const gone = (attribute_ids ?? []).filter((id) => !object.find(id));
  if (gone.length === 0) return null;
  return `attributes: ${gone.length} of ${attribute_ids!.length} were deleted, first ${gone[0]}.`;
}

/** A delivery as the log shows it. */
export function deliveryWire(row: DeliveryRow) {
  return {
    ...row,
    position: Number(row.position),
    first_attempt_at: row.first_attempt_at.toISOString(),
    last_attempt_at: row.last_attempt_at.toISOString(),
  };
}

/** A delivery as the log answers it. */
export type DeliveryWire = ReturnType<typeof deliveryWire>;

/** The events that concern one of these attributes; kinds and object were asked of the feed. */
export async function concerning(
  attributeIds: readonly string[] | null,
  events: PlacedEvent[],
): Promise<PlacedEvent[]> {
  if (!attributeIds) return events;
  const ids = new Set(attributeIds);
  const slices = new Slices();
  const found: PlacedEvent[] = [];
  for (const event of events) {
    await slices.next();
    const { subject, changes = [] } = event;
    const isOne = subject.type === 'attribute' && ids.has(subject.id);
    if (isOne || changes.some((change) => ids.has(change.attribute_id))) found.push(event);
  }
  return found;
}

/** Why a webhook is off whose endpoint has answered 410. */
export const GONE = 'The endpoint answered 410: it is gone.';

/** Whether an endpoint has answered that it will not take this event, or (410) anything any more. */
export function isRefused(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** An automation that sends an event; the id stays the same however often it is tried. */
export interface AutomationCall {
  id: string;
  automation: { automation_id: string; name: string };
}

/** The body of a delivery, in the shape that Standard Webhooks recommends. */
export function deliveryBody(event: PlacedEvent, automation?: AutomationCall['automation']): string {
  return JSON.stringify({ type: event.kind, timestamp: event.occurred_at, data: event, automation });
}
