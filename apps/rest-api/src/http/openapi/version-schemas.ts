import { count, maybeText, object, text, time } from './json-schema.js';

/** Who wrote something. */
export const createdBy = object({
  type: { type: 'string', enum: ['user', 'api-key', 'system', 'import'] },
  id: { type: ['string', 'null'] },
});

/** The version of what has one. */
export const VERSION = {
  type: 'integer',
  minimum: 1,
  description: 'Rises by 1 with each write that changes it.',
};
/** The same of a record, after whose update who may not read it is not told. */
export const RECORD_VERSION = { ...VERSION, description: `${VERSION.description} Left out where you may not read.` };

/** What an error tells of a version that was not the expected one. */
export const MISMATCH = {
  'current_version?': { ...count, description: 'With `version_mismatch`: the version that it has now.' },
  'changes?': {
    type: 'array',
    maxItems: 20,
    description: 'With `version_mismatch`: what was written since the expected version, the newest first.',
    items: object({
      version: count,
      changed_at: time,
      changed_by: object({ ...createdBy.properties, name: maybeText }),
      fields: { type: 'array', items: text, description: 'Slugs of attributes, or names of fields. At most 50.' },
      'more_fields?': { ...count, description: 'How many more there are.' },
    }),
  },
};
