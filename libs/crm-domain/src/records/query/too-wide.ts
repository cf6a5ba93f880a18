import { invalid, type DomainError } from '../../errors.js';
import type { JudgedQuery } from './condition.js';
import { mostWalked } from './most-walked.js';
import { isIndexed } from './query-plan.js';

const INSTEAD =
  'Add a condition that few records meet and that an index answers, such as eq, in or a range on an attribute of the object, or sort by an attribute whose first records meet the others.';

/** Refuses a query whose page would take looking at more records than may be; names the condition that is why. */
export function tooWide({ conditions }: JudgedQuery): DomainError {
  const blamed = conditions.find((each) => !isIndexed(each)) ?? conditions.at(-1);
  const message = `This is met by too few of the first ${mostWalked(conditions)} records in the order of the page, and no index leads to them. ${INSTEAD}`;
  const path = blamed?.path ?? (blamed?.kind === 'words' ? 'query' : 'sort');
  return invalid([{ path, message, expected: 'a narrower query', reason: 'query_too_wide' }]);
}
