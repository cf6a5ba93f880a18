import { ERASURE_STATES } from '#crm-domain/operations';
import { count, flag, maybeText, maybeTime, object, text, time, uuid } from './json-schema.js';

const counts = { type: 'object', additionalProperties: { type: 'integer' }, description: 'Rows, by table.' };
const hash = { ...text, pattern: '^[0-9a-f]{64}$' };
const author = object({
  type: { type: 'string', enum: ['user', 'operator'] },
  id: { type: ['string', 'null'], format: 'uuid' },
});

const certificate = object({
  erasure_id: uuid,
  workspace_id: uuid,
  requested_at: time,
  requested_by: object({ ...author.properties, through: { type: 'string', enum: ['rest-api', 'cli'] } }),
  finished_at: time,
  records: { ...count, description: 'Records of the person that were erased.' },
  shared_addresses: { ...count, description: 'Addresses that other people have as well, so that they stay.' },
  erased: { ...counts, description: 'Rows that were deleted, emptied or redacted, by table.' },
  scan: object({
    tables: count,
    rows: count,
    found: { ...counts, description: 'Rows that still hold an address or number of the person. Empty: none.' },
    names: { ...counts, description: 'Rows elsewhere that hold the same name: look whether the person is meant.' },
  }),
  digest: { ...hash, description: 'SHA-256 of the fields above as JSON. The audit log has it too.' },
});

/** Erasing a person. */
export const PERSONS: Record<string, object> = {
  Erasure: object({
    id: object({ workspace_id: uuid, erasure_id: uuid }),
    state: {
      type: 'string',
      enum: [...ERASURE_STATES],
      description: '`incomplete`: something is left, which `certificate.scan.found` names.',
    },
    dry_run: flag,
    step: { type: 'string', enum: ['count', 'erase', 'files', 'scan'] },
    progress: { type: 'number', minimum: 0, maximum: 1, description: 'Of the step.' },
    counted: { description: 'What there is to erase.', anyOf: [counts, { type: 'null' }] },
    digest: { description: 'Send it as `expect_digest`.', anyOf: [hash, { type: 'null' }] },
    addresses: {
      description:
        'E-mail addresses and phone numbers that would be erased: of a dry run until it is over, null otherwise. They are not kept.',
      anyOf: [{ type: 'array', items: text, maxItems: 100 }, { type: 'null' }],
    },
    certificate: { description: 'null until it is over, and of a dry run.', anyOf: [certificate, { type: 'null' }] },
    failure: maybeText,
    created_at: time,
    created_by: author,
    finished_at: maybeTime,
  }),
};

const workspace_id = '0199a0c0-0000-7000-8000-000000000001';
const erasure_id = '0199a0c0-0000-7000-8000-0000000000e2';

/** The same as an example. */
export const ERASURE_EXAMPLE = {
  id: { workspace_id, erasure_id },
  state: 'completed',
  dry_run: true,
  step: 'count',
  progress: 1,
  counted: { record: 2, value_history: 31, event: 40, message: 12 },
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  addresses: null,
  certificate: null,
  failure: null,
  created_at: '2026-11-23T09:15:01.904Z',
  created_by: { type: 'user', id: '0197c2a0-0000-7000-8000-000000000001' },
  finished_at: '2026-11-23T09:15:03.020Z',
};
