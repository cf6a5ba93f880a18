import { ApiQuery } from '@nestjs/swagger';
import { MAX_NAME_LENGTH } from './page-query.js';

const KEYS = { type: 'array', items: { type: 'string' } };
/** What stands beside records that were asked for by their ids. */
export const NOT_FOUND = {
  missing: { ...KEYS, examples: [[]], description: 'Those of `ids` that are not there.' },
  'left_out?': { ...KEYS, description: 'Those of `ids` that would have made the answer too long.' },
};
/** What stands beside groups. */
export const OTHERS = {
  'others?': {
    $ref: '#/components/schemas/OtherGroups',
    description: 'Only where there are more groups than `limit`.',
  },
};
/** What stands beside a record that was written, whether or not it was there. */
export const CREATED = {
  created: { type: 'boolean', description: 'Whether the record was not there before.', examples: [true] },
};

/** What stands beside pairs of records that may be duplicates. */
export const SKIPPED = {
  pagination: { $ref: '#/components/schemas/TimelinePagination', examples: [{ has_more: false }] },
  'skipped?': {
    type: 'array',
    items: { $ref: '#/components/schemas/CommonValue' },
    description:
      'Values that were left out because too many records have them: at most 20 of those that this page met.',
  },
};

/** What stands beside a record into which others were merged. */
export const MERGED = {
  merged: {
    ...KEYS,
    examples: [['0197f000-0000-7000-8000-00000000000b']],
    description: 'Ids of the records that are now part of it.',
  },
  references_moved: {
    type: 'integer',
    minimum: 0,
    examples: [3],
    description: 'How many references of other records lead to it now.',
  },
};

export const TRASHED_TEXT = 'With only, records in the trash are meant, in place of all others.';

/** The parameter by which a record in the trash is meant. */
export const Trashed = () =>
  ApiQuery({
    name: 'trashed',
    required: false,
    description: TRASHED_TEXT,
    schema: { type: 'string', enum: ['only'] },
  });

/** The parameter that says by which attribute a record is found. */
export const MatchQuery = () =>
  ApiQuery({
    name: 'match',
    required: true,
    description: 'Slug or id of a unique attribute, by whose values in `data` the record is found.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH },
  });
