import { REASONS } from '#crm-domain';
import { flag, object, text, uuid } from './json-schema.js';
import { MISMATCH } from './version-schemas.js';

const reason = { $ref: '#/components/schemas/Reason' };
const REASON = {
  type: 'string',
  enum: Object.keys(REASONS),
  description: Object.entries(REASONS)
    .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
    .join('\n'),
};

const issues = {
  type: 'array',
  items: object({
    path: text,
    message: text,
    'expected?': { ...text, description: 'What would be accepted at `path`, in words.' },
    'allowed?': {
      type: 'array',
      items: text,
      description: 'The values allowed at `path`, if that is a short list.',
    },
    'record_id?': {
      ...uuid,
      description:
        'With `unique_taken` and `several_matched`: the record that holds the value, if you may read records.',
    },
    'reason?': reason,
  }),
};

/** What a refused request is answered with (contract: Errors), and an item of a batch, which may be refused alone. */
export const ERRORS: Record<string, object> = {
  Reason: REASON,
  BatchResult: object({
    status: { type: 'integer', description: 'The status that the item would have had alone, or 424.' },
    'data?': {
      description: 'The record, or `deleted`. Only its id where there is no room for more.',
      anyOf: [
        { $ref: '#/components/schemas/Record' },
        { $ref: '#/components/schemas/Deleted' },
        { type: 'object', additionalProperties: true },
      ],
    },
    'created?': { ...flag, description: 'Of an upsert: whether the record was not there before.' },
    'shortened?': { ...flag, description: 'Whether only the id is shown, for want of room.' },
    'error?': object({ type: text, code: text, reason, message: text, ...MISMATCH, 'issues?': issues }),
  }),
  Error: object({
    statusCode: { type: 'integer' },
    type: text,
    code: text,
    requestId: uuid,
    reason,
    message: text,
    ...MISMATCH,
    'issues?': issues,
    'applied?': { ...flag, description: 'Of an atomic batch that failed: false.' },
    'shortened?': { const: true, description: 'Of an atomic batch that failed: `data` tells the first items only.' },
    'data?': {
      type: 'array',
      items: { $ref: '#/components/schemas/BatchResult' },
      description: 'Of an atomic batch that failed: what became of each item.',
    },
    'status?': { const: 'awaiting_approval', description: 'With the reason `awaiting_approval`.' },
    'draft_id?': { ...uuid, description: 'With the same: the draft that waits for its owner.' },
    'conversation_id?': uuid,
    'url?': { ...text, description: 'With the same: the screen where its owner sends it, relative to the API.' },
  }),
};
