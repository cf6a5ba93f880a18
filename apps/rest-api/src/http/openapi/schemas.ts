import { ATTRIBUTE_TYPES, VALUE_TYPES } from '#crm-domain';
import { QUERY_SCHEMAS } from '../../records/record-query.dto.js';
import { ERRORS } from './error-schemas.js';
import { EVENTS } from './event-schemas.js';
import { OUTGOING } from './outgoing-schemas.js';
import { DUPLICATES } from './duplicate-schemas.js';
import { DRY_RUNS } from './dry-run-schemas.js';
import { EXAMPLES } from './examples.js';
import { GROUPS } from './group-schemas.js';
import { IMPORTS } from './import-schemas.js';
import { INBOX } from './inbox-schemas.js';
import { INPUTS } from './input-schemas.js';
import { RECORD_VERSION, VERSION, createdBy } from './version-schemas.js';
import { EXPORTS } from './export-schemas.js';
import { PERSONS } from './person-schemas.js';
import { AUDIT } from './audit-schemas.js';
import { UNDONE } from './undo-schemas.js';
import { PAGE, count, flag, maybeText, maybeTime, object, text, time, uuid } from './json-schema.js';

const via = {
  type: ['object', 'null'],
  description: 'The interface through which the value was written; shown with the history.',
};

const commonValue = {
  active_from: time,
  active_until: maybeTime,
  attribute_slug: text,
  created_by: createdBy,
  'via?': via,
};

const camel = (type: string) =>
  type
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

function valueSchemas(): Record<string, object> {
  const schemas = ATTRIBUTE_TYPES.map((type) => {
    const { properties, required } = VALUE_TYPES[type].wireSchema;
    const common = object({ ...commonValue, attribute_type: { const: type } });
    return [
      `${camel(type)}Value`,
      { ...common, properties: { ...common.properties, ...properties }, required: [...common.required, ...required] },
    ];
  });
  return Object.fromEntries(schemas) as Record<string, object>;
}

function valueUnion(): object {
  const refs = ATTRIBUTE_TYPES.map((type) => [type, `#/components/schemas/${camel(type)}Value`] as const);
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'attribute_type', mapping: Object.fromEntries(refs) },
  };
}

const CONFIGURATION: Record<string, object> = {
  Object: object({
    id: object({ workspace_id: uuid, object_id: uuid }),
    slug: text,
    version: VERSION,
    singular_noun: text,
    plural_noun: text,
    created_at: time,
    epithet_path: object({ attribute_id: text, object_id: text }),
    is_system_object: flag,
    archived_at: maybeTime,
  }),
  Attribute: object({
    id: object({ workspace_id: uuid, object_id: uuid, attribute_id: uuid }),
    created_at: time,
    archived_at: maybeTime,
    slug: text,
    version: VERSION,
    title: { type: 'string', maxLength: 255 },
    description: { ...maybeText, maxLength: 2000 },
    type: { type: 'string', enum: [...ATTRIBUTE_TYPES] },
    is_required: flag,
    is_unique: flag,
    is_multi_select: flag,
    is_system_attribute: flag,
    default_value: maybeText,
    config: object({
      currency: { type: 'null' },
      record_reference: object({ allowed_object_ids: { type: 'array', items: uuid } }),
    }),
    relationship: {
      anyOf: [{ type: 'null' }, object({ id: object({ attribute_id: uuid, object_id: uuid }), cardinality: text })],
    },
    sort_order: count,
  }),
  Option: object({
    id: object({ workspace_id: uuid, object_id: uuid, attribute_id: uuid, option_id: uuid }),
    title: text,
    sort_order: count,
    archived_at: maybeTime,
  }),
  Stage: object({
    id: object({ workspace_id: uuid, object_id: uuid, attribute_id: uuid, stage_id: uuid }),
    title: text,
    sort_order: count,
    config: object({ is_closed: flag, is_won: flag, is_lost: flag }),
    archived_at: maybeTime,
  }),
};

const RECORDS: Record<string, object> = {
  Record: object({
    id: object({ workspace_id: uuid, object_id: uuid, record_id: uuid }),
    slug: text,
    'version?': RECORD_VERSION,
    values: {
      type: 'object',
      additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/AttributeValue' } },
    },
    created_at: time,
    updated_at: time,
    created_by: createdBy,
    created_via: object({
      via_import: flag,
      origin_name: text,
      actor_name: text,
      'import_job_id?': uuid,
      'import_file_name?': text,
    }),
    'has_more_history?': {
      ...flag,
      description:
        'With show_historic: previous values older than those shown are left out; the timeline has all of them.',
    },
  }),
  Difference: object({
    attribute: { ...text, description: 'Slug of an attribute.' },
    attribute_type: text,
    before: { type: 'array', items: { type: 'object' }, description: 'What it held at the first moment.' },
    after: { type: 'array', items: { type: 'object' }, description: 'What it held at the second moment.' },
    changed_at: { ...time, description: 'The moment of the last change within the span.' },
    created_by: object({ ...createdBy.properties, name: maybeText }),
  }),
  FoundRecord: object({
    object: { ...text, description: 'Slug of its object.' },
    id: uuid,
    name: { ...maybeText, description: 'Its display text.' },
    matched: {
      type: 'array',
      items: object({ attribute: { ...text, description: 'Slug of an attribute.' }, text }),
    },
  }),
  ...valueSchemas(),
  AttributeValue: valueUnion(),
  ...INPUTS,
};

const ANSWERS: Record<string, object> = {
  Pagination: object({
    'total?': {
      ...count,
      description: 'The number of records on all pages together. Absent where a query asks for none.',
    },
    limit: { ...count, description: 'The `limit` that was applied.' },
    offset: { ...count, description: 'The `offset` that was applied.' },
    has_more: PAGE.has_more,
    'next_offset?': { ...count, description: 'The `offset` of the next page. Absent on the last page.' },
    'next_cursor?': PAGE.next_cursor,
    'total_is_exact?': {
      ...flag,
      description:
        'Of a query: false if `total` is a lower bound or an estimate, because counting stopped early or `contains` did not search the whole of some texts.',
    },
    'total_kind?': {
      type: 'string',
      enum: ['at_least', 'estimate'],
      description: 'What `total` is where it is not exact: a lower bound, or an estimate from a sample.',
    },
  }),
  View: object({
    id: object({ workspace_id: uuid, view_id: uuid }),
    slug: text,
    title: text,
    object: { ...maybeText, description: 'Slug of its object. null if that was deleted.' },
    object_id: uuid,
    query: { $ref: '#/components/schemas/ViewQuery' },
    state: {
      type: 'string',
      enum: ['active', 'broken'],
      description: 'broken if something that it names was deleted.',
    },
    broken_reason: { ...maybeText, description: 'What is missing, if it is broken.' },
    created_at: time,
    updated_at: time,
  }),
  ...EVENTS,
  ...OUTGOING,
  ...DRY_RUNS,
  ...UNDONE,
  ...IMPORTS,
  ...DUPLICATES,
  ...AUDIT,
  ...EXPORTS,
  ...PERSONS,
  Deleted: object({ deleted: { const: true } }),
  Self: object({
    workspace: object({ workspace_id: uuid, name: text }),
    actor: object({ type: text, id: maybeText, name: text }),
    capabilities: { type: 'array', items: text },
  }),
  Member: object({
    user_id: uuid,
    name: text,
    email: text,
    role: { type: 'string', enum: ['admin', 'member', 'service'] },
  }),
  ...ERRORS,
};

/** What the API answers with (contract: Resources and their fields), as JSON Schema 2020-12. */
export function componentSchemas(): Record<string, object> {
  const schemas: Record<string, object> = {
    ...CONFIGURATION,
    ...RECORDS,
    ...GROUPS,
    ...INBOX,
    ...ANSWERS,
    ...QUERY_SCHEMAS,
  };
  for (const [name, example] of Object.entries(EXAMPLES)) schemas[name] = { ...schemas[name], examples: [example] };
  return schemas;
}
