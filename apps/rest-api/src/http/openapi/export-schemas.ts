import { EXPORT_FORMATS, EXPORT_STATES } from '#crm-domain/operations';
import { count, flag, maybeText, maybeTime, object, text, time, uuid } from './json-schema.js';
import { createdBy } from './version-schemas.js';

const link = object({
  url: {
    ...text,
    description: 'A path of this server. Whoever has it gets the file without a credential, for 15 minutes.',
  },
  expires_at: time,
});

/** Files of a workspace's data. */
export const EXPORTS: Record<string, object> = {
  Export: object({
    id: object({ workspace_id: uuid, export_id: uuid }),
    object: { ...maybeText, description: 'Slug of the object. null: the whole workspace.' },
    view_id: { type: ['string', 'null'], format: 'uuid' },
    'person?': { ...text, description: 'E-mail address of the person whose data it is.' },
    format: { type: 'string', enum: [...EXPORT_FORMATS] },
    'fields?': { type: 'array', items: text },
    'bom?': flag,
    'escape_formulas?': flag,
    state: { type: 'string', enum: [...EXPORT_STATES] },
    progress: { type: 'number', minimum: 0, maximum: 1 },
    records: count,
    bytes: { ...count, description: 'Of the file so far.' },
    as_of: { ...maybeTime, description: 'The moment whose data it holds. null before it has begun.' },
    position: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Follow the change feed after this position to keep a copy up to date.',
    },
    failure: { ...maybeText, description: 'Why it failed.' },
    created_at: time,
    created_by: createdBy,
    finished_at: maybeTime,
    expires_at: { ...time, description: 'The file is kept until then.' },
    download: {
      description: 'A new link each time. null until it is completed.',
      anyOf: [link, { type: 'null' }],
    },
  }),
};

const export_id = '0199a0c0-0000-7000-8000-0000000000e1';
const workspace_id = '0199a0c0-0000-7000-8000-000000000001';

/** The same as an example. */
export const EXPORT_EXAMPLE = {
  id: { workspace_id, export_id },
  object: 'people',
  view_id: null,
  format: 'csv',
  bom: false,
  escape_formulas: true,
  state: 'completed',
  progress: 1,
  records: 48_213,
  bytes: 9_120_554,
  as_of: '2026-11-23T09:15:02.118Z',
  position: 88_120,
  failure: null,
  created_at: '2026-11-23T09:15:01.904Z',
  created_by: { type: 'api-key', id: '0199a0c0-0000-7000-8000-000000000006' },
  finished_at: '2026-11-23T09:15:14.020Z',
  expires_at: '2026-11-24T09:15:14.020Z',
  download: {
    url: `/downloads/exports/${export_id}?workspace=${workspace_id}&expires=1795425314020&signature=Jc0yS1`,
    expires_at: '2026-11-23T09:30:14.020Z',
  },
};
