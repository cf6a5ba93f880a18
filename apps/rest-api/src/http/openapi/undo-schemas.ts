import { LEFT_REASONS } from '#crm-domain';
import { flag, maybeText, maybeTime, object, text, time, uuid } from './json-schema.js';

const reasons = Object.entries(LEFT_REASONS).map(([name, meaning]) => `- \`${name}\`: ${meaning}`);

/** What an undo answers. */
export const UNDONE: Record<string, object> = {
  UndoResult: object({
    undone: {
      type: 'array',
      items: object({
        object: maybeText,
        record_id: uuid,
        action: {
          type: 'string',
          enum: ['updated', 'deleted', 'created', 'trashed', 'restored', 'merged', 'unmerged'],
          description: 'What was done to undo it.',
        },
        attributes: { type: 'array', items: text, description: 'Those that have their values back.' },
      }),
    },
    left: {
      type: 'array',
      description: 'What stays as it is.',
      items: object({
        object: maybeText,
        record_id: { type: ['string', 'null'], format: 'uuid' },
        attribute: { ...maybeText, description: 'null: the record itself, or the object.' },
        reason: { type: 'string', enum: Object.keys(LEFT_REASONS), description: reasons.join('\n') },
        changed_by: {
          ...object({ type: text, id: maybeText, name: maybeText }),
          type: ['object', 'null'],
          description: 'Who changed it since, where that is why.',
        },
        changed_at: maybeTime,
        other_record_id: {
          type: ['string', 'null'],
          format: 'uuid',
          description: 'Of the same object: which has the unique value now, or into which it was merged.',
        },
      }),
    },
    has_more: { ...flag, description: 'Whether older changes of the window are not undone yet.' },
    'shortened?': { const: true, description: 'There was no room to tell all that was undone and left.' },
    'undone_total?': { type: 'integer', description: 'How many records were changed, where not all is told.' },
    'left_total?': { type: 'integer', description: 'How much was left, where not all is told.' },
    'next_to?': { ...time, description: 'The `to` of the next request, while `has_more` is true.' },
  }),
};
