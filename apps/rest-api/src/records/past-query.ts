import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { invalid } from '#crm-domain';
import { readText } from './page-query.js';

/** Characters of a moment. */
export const MAX_MOMENT_LENGTH = 100;
const MOMENT = { type: 'string', format: 'date-time', maxLength: MAX_MOMENT_LENGTH };
const TIME = { type: 'string', format: 'date-time', examples: ['2026-01-31T09:30:00.000Z'] };

export const AS_OF_TEXT =
  'Shows what was there at this moment (ISO 8601, with an offset). A record that did not exist then or was in the trash is missing; names of other records are those of now, and no fields of theirs are shown.';

/** The parameter by which a record as it was is meant. */
export const AsOfQuery = () =>
  ApiQuery({
    name: 'as_of',
    required: false,
    description: AS_OF_TEXT,
    schema: MOMENT,
    example: '2026-01-31T09:30:00Z',
  });

/** The moment of which a record is shown. @throws DomainError validation, also where it is not `alone` */
export function readAsOf(query: Record<string, unknown>, isBeside: boolean): string | undefined {
  const as_of = readText(query, 'as_of', MAX_MOMENT_LENGTH);
  if (as_of === undefined || !isBeside) return as_of;
  throw invalid([{ path: 'as_of', message: 'Cannot be combined with `show_historic` or `trashed`.' }]);
}

/** The two moments between which a record is compared. */
export const SpanQuery = () =>
  applyDecorators(
    ApiQuery({ name: 'from', required: true, description: 'A moment (ISO 8601, with an offset).', schema: MOMENT }),
    ApiQuery({ name: 'to', required: false, description: 'A later moment. Default: now.', schema: MOMENT }),
  );

/** @throws DomainError validation */
export function readSpan(query: Record<string, unknown>): { from: string; to: string | undefined } {
  const from = readText(query, 'from', MAX_MOMENT_LENGTH);
  if (from === undefined) throw invalid([{ path: 'from', message: 'A moment is required.', expected: 'date-time' }]);
  return { from, to: readText(query, 'to', MAX_MOMENT_LENGTH) };
}

/** What stands beside the differences. */
export const SPAN = {
  from: {
    ...TIME,
    description: 'The moment from which on all changes are told: later than asked for if there are too many.',
  },
  to: TIME,
  has_more: {
    type: 'boolean',
    examples: [false],
    description: 'Whether there are earlier changes: ask again with `to` set to this `from`.',
  },
};
