import { DUPLICATE_REASONS } from '#crm-domain';
import { maybeText, object, text, uuid } from './json-schema.js';

const likely = { type: 'number', minimum: 0, maximum: 1 };

/** What a search for duplicates answers. */
export const DUPLICATES: Record<string, object> = {
  DuplicatePair: object({
    records: {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: object({ id: uuid, name: maybeText }),
    },
    likeness: { ...likely, description: 'How sure it is by all reasons together.' },
    reasons: {
      type: 'array',
      description: 'The surest first.',
      items: object({
        attribute: text,
        kind: { type: 'string', enum: [...DUPLICATE_REASONS] },
        values: {
          type: 'array',
          items: text,
          description: 'What both have; of `similar_name` the names of both, in the order of `records`.',
        },
        likeness: { ...likely, description: 'How sure it is by this reason alone.' },
      }),
    },
  }),
  CommonValue: object({ attribute: text, value: text }),
};
