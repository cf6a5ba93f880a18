/** One row of the contract's table of endpoints, or of the decisions that add to it. */
export interface Endpoint {
  operation: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  needs: 'read:data' | 'write:data' | 'write:schema' | null;
  /** Fields of the request body; none where nothing is sent. */
  body?: string[];
  /** Those that must be there. */
  required?: string[];
  query?: string[];
  /** What stands under `data`; a list of one where it is an array. */
  data: string | [string];
  errors: number[];
  /** Calls somebody else's endpoint, which no idempotency key could take back. */
  callsOut?: true;
}

const CHOICE = { errors: [401, 403, 404, 500] };
const WRITE = { errors: [400, 401, 403, 404, 409, 500] };
const RECORD = { errors: [400, 401, 403, 404, 500] };

const ATTRIBUTE_FIELDS = [
  ...['title', 'description', 'type', 'is_required', 'is_unique', 'is_multi_select'],
  ...['default_value', 'config', 'relationship', 'sort_order', 'stages', 'options'],
];

/** Contract: Endpoints, and Status codes per endpoint. */
export const CONTRACT: readonly Endpoint[] = [
  {
    operation: 'List objects',
    method: 'GET',
    path: '/v1/objects',
    needs: 'read:data',
    data: ['Object'],
    errors: [401, 403, 500],
  },
  {
    operation: 'Update an object',
    method: 'PATCH',
    path: '/v1/objects/{identifier}',
    needs: 'write:schema',
    body: ['singular_noun', 'plural_noun', 'archived_at'],
    data: 'Object',
    ...WRITE,
  },
  {
    operation: 'Delete a custom object',
    method: 'DELETE',
    path: '/v1/objects/{identifier}',
    needs: 'write:schema',
    data: 'Object',
    ...WRITE,
  },
  {
    operation: 'List attributes',
    method: 'GET',
    path: '/v1/{target}/{identifier}/attributes',
    needs: 'read:data',
    data: ['Attribute'],
    ...CHOICE,
  },
  // `archived_at` is ours: attributes are archived as objects are.
  {
    operation: 'Update an attribute',
    method: 'PATCH',
    path: '/v1/{target}/{identifier}/attributes/{attribute}',
    needs: 'write:schema',
    body: [...ATTRIBUTE_FIELDS, 'archived_at'],
    data: 'Attribute',
    ...WRITE,
  },
  {
    operation: 'Delete a custom attribute',
    method: 'DELETE',
    path: '/v1/{target}/{identifier}/attributes/{attribute}',
    needs: 'write:schema',
    data: 'Attribute',
    ...WRITE,
  },
  {
    operation: 'Get a list of options',
    method: 'GET',
    path: '/v1/objects/{identifier}/attributes/{attribute}/options',
    needs: 'read:data',
    data: ['Option'],
    ...CHOICE,
  },
  {
    operation: 'Create an attribute option',
    method: 'POST',
    path: '/v1/objects/{identifier}/attributes/{attribute}/options',
    needs: 'write:schema',
    body: ['title', 'sort_order'],
    required: ['title'],
    data: 'Option',
    errors: [401, 403, 404, 409, 500],
  },
  {
    operation: 'Get a list of stages',
    method: 'GET',
    path: '/v1/objects/{identifier}/attributes/{attribute}/stages',
    needs: 'read:data',
    data: ['Stage'],
    ...CHOICE,
  },
  {
    operation: 'Create a record',
    method: 'POST',
    path: '/v1/records/{object}',
    needs: 'write:data',
    body: ['data'],
    required: ['data'],
    data: 'Record',
    ...RECORD,
  },
  {
    operation: 'Get a record',
    method: 'GET',
    path: '/v1/records/{object}/{recordId}',
    needs: 'read:data',
    query: ['show_historic'],
    data: 'Record',
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'Update a record',
    method: 'PATCH',
    path: '/v1/records/{object}/{recordId}',
    needs: 'write:data',
    body: ['data'],
    required: ['data'],
    data: 'Record',
    ...RECORD,
  },
  {
    operation: 'Delete a record',
    method: 'DELETE',
    path: '/v1/records/{object}/{recordId}',
    needs: 'write:data',
    data: 'Deleted',
    errors: [401, 403, 404, 500],
  },
];

const OPTION = '/v1/objects/{identifier}/attributes/{attribute}/options/{option}';
const STAGES = '/v1/objects/{identifier}/attributes/{attribute}/stages';

/** What the decisions add (Behaviour: Creating objects, attributes; the trash; REST credentials). */
const OURS: readonly Endpoint[] = [
  { operation: 'Who am I', method: 'GET', path: '/v1/self', needs: null, data: 'Self', errors: [401, 403, 500] },
  {
    operation: 'List members',
    method: 'GET',
    path: '/v1/members',
    needs: 'read:data',
    data: ['Member'],
    errors: [401, 403, 500],
  },
  {
    operation: 'Get an object',
    method: 'GET',
    path: '/v1/objects/{identifier}',
    needs: 'read:data',
    data: 'Object',
    ...CHOICE,
  },
  {
    operation: 'Get an attribute',
    method: 'GET',
    path: '/v1/{target}/{identifier}/attributes/{attribute}',
    needs: 'read:data',
    data: 'Attribute',
    ...CHOICE,
  },
  {
    operation: 'Create an object',
    method: 'POST',
    path: '/v1/objects',
    needs: 'write:schema',
    body: ['slug', 'singular_noun', 'plural_noun'],
    required: ['slug', 'singular_noun', 'plural_noun'],
    data: 'Object',
    errors: [400, 401, 403, 409, 500],
  },
  {
    operation: 'Create an attribute',
    method: 'POST',
    path: '/v1/{target}/{identifier}/attributes',
    needs: 'write:schema',
    body: ['slug', ...ATTRIBUTE_FIELDS],
    required: ['slug', 'title', 'type'],
    data: 'Attribute',
    ...WRITE,
  },
  {
    operation: 'Update an option',
    method: 'PATCH',
    path: OPTION,
    needs: 'write:schema',
    body: ['title', 'sort_order', 'archived_at'],
    data: 'Option',
    ...WRITE,
  },
  { operation: 'Delete an option', method: 'DELETE', path: OPTION, needs: 'write:schema', data: 'Option', ...WRITE },
  {
    operation: 'Create a stage',
    method: 'POST',
    path: STAGES,
    needs: 'write:schema',
    body: ['title', 'sort_order', 'config'],
    required: ['title'],
    data: 'Stage',
    ...WRITE,
  },
  {
    operation: 'Update a stage',
    method: 'PATCH',
    path: `${STAGES}/{stage}`,
    needs: 'write:schema',
    body: ['title', 'sort_order', 'config', 'archived_at'],
    data: 'Stage',
    ...WRITE,
  },
  {
    operation: 'Delete a stage',
    method: 'DELETE',
    path: `${STAGES}/{stage}`,
    needs: 'write:schema',
    data: 'Stage',
    ...WRITE,
  },
  {
    operation: 'List records',
    method: 'GET',
    path: '/v1/records/{object}',
    needs: 'read:data',
    query: ['limit', 'offset'],
    data: ['Record'],
    ...RECORD,
  },
  {
    operation: 'Query records',
    method: 'POST',
    path: '/v1/records/{object}/query',
    needs: 'read:data',
    body: ['query', 'filter', 'sort', 'limit', 'offset', 'cursor'],
    data: ['Record'],
    ...RECORD,
  },
  {
    operation: 'Move a record to the trash',
    method: 'POST',
    path: '/v1/records/{object}/{recordId}/trash',
    needs: 'write:data',
    data: 'Record',
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'Take a record out of the trash',
    method: 'POST',
    path: '/v1/records/{object}/{recordId}/restore',
    needs: 'write:data',
    data: 'Record',
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'Read the change feed',
    method: 'GET',
    path: '/v1/events',
    needs: 'read:data',
    query: ['after', 'limit', 'kinds', 'object'],
    data: ['PlacedEvent'],
    errors: [400, 401, 403, 404, 410, 500],
  },
  {
    operation: 'Read the timeline of a record',
    method: 'GET',
    path: '/v1/records/{object}/{recordId}/timeline',
    needs: 'read:data',
    query: ['limit', 'cursor'],
    data: ['Event'],
    ...RECORD,
  },
  {
    operation: 'List webhooks',
    method: 'GET',
    path: '/v1/webhooks',
    needs: 'read:data',
    data: ['Webhook'],
    errors: [401, 403, 500],
  },
  {
    operation: 'Get a webhook',
    method: 'GET',
    path: '/v1/webhooks/{webhook}',
    needs: 'read:data',
    data: 'Webhook',
    ...CHOICE,
  },
  {
    operation: 'Create a webhook',
    method: 'POST',
    path: '/v1/webhooks',
    needs: 'write:schema',
    body: ['url', 'description', 'kinds', 'object', 'attributes'],
    required: ['url'],
    data: 'Webhook',
    errors: [400, 401, 403, 404, 409, 500],
  },
  {
    operation: 'Update a webhook',
    method: 'PATCH',
    path: '/v1/webhooks/{webhook}',
    needs: 'write:schema',
    body: ['url', 'description', 'kinds', 'object', 'attributes', 'status'],
    data: 'Webhook',
    errors: [400, 401, 403, 404, 500],
  },
  {
    operation: 'Delete a webhook',
    method: 'DELETE',
    path: '/v1/webhooks/{webhook}',
    needs: 'write:schema',
    data: 'Webhook',
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'Test a webhook',
    method: 'POST',
    path: '/v1/webhooks/{webhook}/test',
    needs: 'write:schema',
    data: 'WebhookAttempt',
    callsOut: true,
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'Rotate the secret of a webhook',
    method: 'POST',
    path: '/v1/webhooks/{webhook}/rotate-secret',
    needs: 'write:schema',
    data: 'Webhook',
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'Replay a webhook',
    method: 'POST',
    path: '/v1/webhooks/{webhook}/replay',
    needs: 'write:schema',
    body: ['after'],
    required: ['after'],
    data: 'Webhook',
    errors: [400, 401, 403, 404, 410, 500],
  },
  {
    operation: 'List deliveries of a webhook',
    method: 'GET',
    path: '/v1/webhooks/{webhook}/deliveries',
    needs: 'read:data',
    query: ['limit', 'cursor', 'state'],
    data: ['WebhookDelivery'],
    errors: [400, 401, 403, 404, 500],
  },
  {
    operation: 'Redeliver an event',
    method: 'POST',
    path: '/v1/webhooks/{webhook}/deliveries/{event}/redeliver',
    needs: 'write:schema',
    data: 'WebhookDelivery',
    callsOut: true,
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'List automations',
    method: 'GET',
    path: '/v1/automations',
    needs: 'read:data',
    data: ['Automation'],
    errors: [401, 403, 500],
  },
  {
    operation: 'Get an automation',
    method: 'GET',
    path: '/v1/automations/{automation}',
    needs: 'read:data',
    data: 'Automation',
    ...CHOICE,
  },
  {
    operation: 'Create an automation',
    method: 'POST',
    path: '/v1/automations',
    needs: 'write:schema',
    body: ['name', 'kind', 'object', 'condition', 'actions', 'status'],
    required: ['name', 'kind', 'object', 'actions'],
    data: 'Automation',
    errors: [400, 401, 403, 404, 409, 500],
  },
  {
    operation: 'Update an automation',
    method: 'PATCH',
    path: '/v1/automations/{automation}',
    needs: 'write:schema',
    body: ['name', 'kind', 'object', 'condition', 'actions', 'status'],
    data: 'Automation',
    errors: [400, 401, 403, 404, 500],
  },
  {
    operation: 'Delete an automation',
    method: 'DELETE',
    path: '/v1/automations/{automation}',
    needs: 'write:schema',
    data: 'Automation',
    errors: [401, 403, 404, 500],
  },
  {
    operation: 'List runs of an automation',
    method: 'GET',
    path: '/v1/automations/{automation}/runs',
    needs: 'read:data',
    query: ['limit', 'cursor'],
    data: ['AutomationRun'],
    errors: [400, 401, 403, 404, 500],
  },
];

export const ENDPOINTS: readonly Endpoint[] = [...CONTRACT, ...OURS];

/** How the OpenAPI document names it: `{target}` can be one word alone, and the path says that word. */
export function describedAs({ method, path }: Endpoint): string {
  return `${method} ${path.replace('{target}', 'objects')}`;
}

/** Whether `Idempotency-Key` is taken: by writes, wherever nothing leaves this service. */
export function takesKey({ method, needs, callsOut }: Endpoint): boolean {
  return method !== 'GET' && needs !== 'read:data' && !callsOut;
}
