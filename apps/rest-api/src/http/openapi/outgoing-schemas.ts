import { FILTER_OPERATORS } from '#crm-domain';
import { CONSUMER_STATES, EVENT_KINDS, TRIGGERS } from '#crm-domain/events';
import { count, flag, maybeText, maybeTime, object, text, time, uuid } from './json-schema.js';

const status = { type: 'string', enum: ['active', 'disabled'] };
const standing = {
  status,
  disabled_reason: maybeText,
  state: {
    type: 'string',
    enum: [...CONSUMER_STATES],
    description: 'The status, or broken if something that it refers to was deleted.',
  },
  broken_reason: { ...maybeText, description: 'What is missing, if it is broken.' },
};
const maybeUuid = { type: ['string', 'null'], format: 'uuid' };
const times = { created_at: time, updated_at: time };
const values = { type: 'object', additionalProperties: true };

/** Webhooks and automations. */
export const OUTGOING: Record<string, object> = {
  Webhook: object({
    id: object({ workspace_id: uuid, webhook_id: uuid }),
    url: { ...text, description: 'Without `write:schema` its scheme and host alone.' },
    description: maybeText,
    kinds: { type: ['array', 'null'], items: { type: 'string', enum: [...EVENT_KINDS] } },
    object_id: maybeUuid,
    attribute_ids: { type: ['array', 'null'], items: uuid },
    view_id: { ...maybeUuid, description: 'The view that must hold the record of an event when it is sent.' },
    ...standing,
    position: count,
    last_success_at: maybeTime,
    next_attempt_at: maybeTime,
    failing_since: { ...maybeTime, description: 'Since when the delivery of the first waiting event has failed.' },
    attempts: { ...count, description: 'How often that event has been tried.' },
    last_error: { ...maybeText, description: 'Why the last attempt failed.' },
    ...times,
    'secret?': { type: 'string', description: 'Shown only once, when it is created.' },
  }),
  WebhookDelivery: object({
    event_id: uuid,
    position: count,
    kind: text,
    state: { type: 'string', enum: ['delivered', 'failing', 'failed'] },
    attempts: count,
    http_status: { type: ['integer', 'null'] },
    error: maybeText,
    duration_ms: count,
    first_attempt_at: time,
    last_attempt_at: time,
  }),
  WebhookAttempt: object({
    delivered: flag,
    http_status: { type: ['integer', 'null'] },
    error: maybeText,
    duration_ms: count,
  }),
  Automation: object({
    id: object({ workspace_id: uuid, automation_id: uuid }),
    name: text,
    kind: { type: 'string', enum: [...TRIGGERS] },
    object_id: uuid,
    condition: {
      type: 'array',
      items: object({ attribute: text, operator: { type: 'string', enum: [...FILTER_OPERATORS] }, 'value?': {} }),
    },
    view_id: { ...maybeUuid, description: 'The view that must hold the record when the automation runs.' },
    actions: {
      type: 'array',
      items: {
        oneOf: [
          object({ type: { const: 'set_values' }, values }),
          object({ type: { const: 'create_record' }, object: text, values }),
          object({ type: { const: 'call_webhook' }, webhook_id: uuid }),
        ],
      },
    },
    ...standing,
    position: count,
    ...times,
  }),
  AutomationRun: object({
    event_id: uuid,
    position: count,
    record_id: maybeUuid,
    state: { type: 'string', enum: ['done', 'retrying', 'failed', 'stopped'] },
    attempts: count,
    actions_done: count,
    error: maybeText,
    started_at: time,
    finished_at: time,
  }),
};
