import { invalid } from '../../errors.js';
import { isUuid } from '../../values/parse.js';

/** Characters of a cursor. */
export const MAX_DUPLICATES_CURSOR = 1000;

/** Where a page begins: at a value of an attribute, or in what was found for a record, behind so many pairs. */
export interface DuplicatesPlace {
  /** Id of the attribute or the record. */
  of: string;
  from: string;
  skip: number;
}

export function writeDuplicatesCursor({ of, from, skip }: DuplicatesPlace): string {
  return Buffer.from(JSON.stringify([of, from, skip])).toString('base64url');
}

/** @param known ids that it may be about. @throws DomainError validation for what no page with these ended with */
export function readDuplicatesCursor(cursor: string, known: readonly string[]): DuplicatesPlace {
  const [of, from, skip] = parsed(cursor);
  const isPlace = typeof of === 'string' && isUuid(of) && known.includes(of) && isText(from) && isCount(skip);
  if (isPlace) return { of, from, skip };
  const message = 'This is not the next_cursor of a response about the same object or record.';
  throw invalid([{ path: 'cursor', message, expected: 'next_cursor of the previous response' }]);
}

function isText(from: unknown): from is string {
  return typeof from === 'string' && from.length <= 200 && from.isWellFormed() && !from.includes('\0');
}

function isCount(skip: unknown): skip is number {
  return Number.isInteger(skip) && (skip as number) >= 0 && (skip as number) <= 10_000;
}

function parsed(cursor: string): unknown[] {
  if (cursor.length > MAX_DUPLICATES_CURSOR || !/^[\w-]+$/.test(cursor)) return [];
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(place) && place.length === 3 ? place : [];
  } catch {
    return [];
  }
}
