import { QUERY_GRAMMAR } from '#crm-domain';
import { count, maybeText, object, text } from './json-schema.js';

const measure = object({
  function: { type: 'string', enum: [...QUERY_GRAMMAR.functions] },
  'attribute?': text,
  value: { type: ['number', 'string', 'null'], description: 'A text where dates are measured; null without values.' },
  'currency_code?': { ...maybeText, description: 'Only of amounts. null in the row of records that have none.' },
});

/** What an aggregate answers. */
export const GROUPS: Record<string, object> = {
  RecordGroup: object({
    group: {
      type: 'object',
      additionalProperties: true,
      description:
        'By the slug of its attribute, what the records have in common: `{id, title}` of an option or a stage, `{id, name}` of a record, `{id, name, email}` of a member, true or false, or the days as `2026-11-23` (of a week the first), `2026-11`, `2026-Q4` or `2026`. null: they have no value.',
    },
    measures: { type: 'array', items: measure },
  }),
  OtherGroups: {
    description:
      'All groups that are not shown, together. `avg` and `count_distinct` are left out, and amounts have an entry for each currency.',
    ...object({ groups: count, measures: { type: 'array', items: measure } }),
  },
};
