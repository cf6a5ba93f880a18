import { count, maybeText, object, text } from './json-schema.js';

const change = object({
  object: { ...maybeText, description: 'Slug of the object. null for what belongs to no object, such as a view.' },
  record_id: { ...maybeText, description: 'null for what is not a record.' },
  attribute: {
    ...maybeText,
    description:
      'Slug of the attribute, or name of the field. null for the record itself: `before` and `after` are `active`, `trashed` or null.',
  },
  before: { description: 'Values of a record as in events.' },
  after: { description: 'Values of a record as in events.' },
  'subject?': { ...object({ type: text, id: text }), description: 'What is changed, if it is not a record.' },
});

/** What a write would do. */
export const DRY_RUNS: Record<string, object> = {
  DryRun: {
    description: 'Only with `dry_run`: what the write would do. Ids of what it would create are not the later ones.',
    ...object({
      changes: { type: 'array', items: change },
      'changes_left_out?': { ...count, description: 'How many changes would make the response too long.' },
      events: { type: 'array', items: text, description: 'Kinds of the events that would be written.' },
      automations: { type: 'array', items: text, description: 'Names of the automations that would run.' },
      'automations_left_out?': {
        ...count,
        description: 'How many automations could not be judged in time.',
      },
      digest: { ...text, description: 'Send it as `expect_digest` with the write.' },
    }),
  },
};
