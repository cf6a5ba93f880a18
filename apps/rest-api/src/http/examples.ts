const workspace_id = '0199a0c0-0000-7000-8000-000000000001';
const object_id = '0199a0c0-0000-7000-8000-000000000002';
const attribute_id = '0199a0c0-0000-7000-8000-000000000003';
const record_id = '0199a0c0-0000-7000-8000-000000000004';
const choice_id = '0199a0c0-0000-7000-8000-000000000005';
const created_at = '2026-01-15T09:30:00.000Z';
const created_by = { type: 'api-key', id: '0199a0c0-0000-7000-8000-000000000006' };

const event = {
  event_id: '0199a0c0-0000-7000-8000-000000000007',
  kind: 'record.updated',
  occurred_at: created_at,
  workspace_id,
  subject: { type: 'record', id: record_id },
  object: { object_id, slug: 'people' },
  actor: { ...created_by, name: 'Website forms' },
  via: { origin: 'rest-api', request_id: '0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77' },
  changes: [
    {
      ...{ attribute_id, attribute_slug: 'job_title', attribute_type: 'text' },
      ...{ before: [{ value: 'Engineer' }], after: [{ value: 'Chief engineer' }] },
    },
  ],
};

/** One example of each thing the API answers with; a test holds them against their schemas. */
export const EXAMPLES: Record<string, object> = {
  Object: {
    id: { workspace_id, object_id },
    slug: 'people',
    singular_noun: 'Person',
    plural_noun: 'People',
    created_at,
    epithet_path: { attribute_id, object_id },
    is_system_object: true,
    archived_at: null,
  },
  Attribute: {
    id: { workspace_id, object_id, attribute_id },
    created_at,
    archived_at: null,
    slug: 'company',
    title: 'Company',
    description: null,
    type: 'record-reference',
    is_required: false,
    is_unique: false,
    is_multi_select: false,
    is_system_attribute: true,
    default_value: null,
    config: { currency: null, record_reference: { allowed_object_ids: [object_id] } },
    relationship: null,
    sort_order: 4,
  },
  Option: {
    id: { workspace_id, object_id, attribute_id, option_id: choice_id },
    title: 'Enterprise',
    sort_order: 0,
    archived_at: null,
  },
  Stage: {
    id: { workspace_id, object_id, attribute_id, stage_id: choice_id },
    title: 'Won',
    sort_order: 4,
    config: { is_closed: true, is_won: true, is_lost: false },
    archived_at: null,
  },
  Record: {
    id: { workspace_id, object_id, record_id },
    slug: 'ada-example-00BqvCXmEpHfAWf0ViWZFs',
    values: {
      name: [
        {
          active_from: created_at,
          active_until: null,
          attribute_slug: 'name',
          attribute_type: 'personal-name',
          created_by,
          first_name: 'Ada',
          last_name: 'Example',
          full_name: 'Ada Example',
        },
      ],
    },
    created_at,
    updated_at: created_at,
    created_by,
    created_via: { via_import: false, origin_name: 'rest-api', actor_name: 'Website forms' },
  },
  Pagination: { total: 1, limit: 25, offset: 0, has_more: false },
  Webhook: {
    id: { workspace_id, webhook_id: choice_id },
    ...{ url: 'https://example.com/crm-events', description: null, kinds: ['record.created'] },
    ...{
      object_id: null,
      attribute_ids: null,
      status: 'active',
      disabled_reason: null,
      state: 'active',
      broken_reason: null,
      position: 41,
    },
    ...{ last_success_at: created_at, next_attempt_at: null, failing_since: null, attempts: 0, last_error: null },
    ...{ created_at, updated_at: created_at },
  },
  WebhookDelivery: {
    ...{ event_id: event.event_id, position: 42, kind: 'record.updated', state: 'delivered', attempts: 1 },
    ...{ http_status: 204, error: null, duration_ms: 31, first_attempt_at: created_at, last_attempt_at: created_at },
  },
  WebhookAttempt: { delivered: true, http_status: 204, error: null, duration_ms: 31 },
  Automation: {
    id: { workspace_id, automation_id: choice_id },
    ...{ name: 'Welcome new companies', kind: 'record.created', object_id },
    condition: [{ attribute: 'employee_count', operator: 'gte', value: 100 }],
    actions: [{ type: 'set_values', values: { description: 'A large one' } }],
    ...{
      status: 'active',
      disabled_reason: null,
      state: 'active',
      broken_reason: null,
      position: 41,
      created_at,
      updated_at: created_at,
    },
  },
  AutomationRun: {
    ...{ event_id: event.event_id, position: 42, record_id, state: 'done', attempts: 1, actions_done: 1, error: null },
    ...{ started_at: created_at, finished_at: created_at },
  },
  Event: event,
  PlacedEvent: { position: 42, ...event },
  SentEvent: { type: event.kind, timestamp: event.occurred_at, data: { position: 42, ...event } },
  FeedPagination: { next_after: 42, has_more: false },
  TimelinePagination: { has_more: false },
  Deleted: { deleted: true },
  Self: {
    workspace: { workspace_id, name: 'Example workspace' },
    actor: { type: 'api-key', id: created_by.id, name: 'Website forms' },
    capabilities: ['read:data', 'write:data'],
  },
  Member: {
    ...{ user_id: '0199a0c0-0000-7000-8000-000000000008', name: 'Ada Example', email: 'ada@example.com' },
    role: 'member',
  },
  RecordInput: { name: { first_name: 'Ada', last_name: 'Example' }, email_addresses: ['ada@example.com'] },
  Error: {
    statusCode: 400,
    type: 'invalid_request_error',
    code: 'validation_type',
    requestId: '0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77',
    reason: 'invalid_input',
    message: 'data.close_date: Expected a date as YYYY-MM-DD.',
    issues: [{ path: 'data.close_date', message: 'Expected a date as YYYY-MM-DD.', expected: 'date' }],
  },
};
