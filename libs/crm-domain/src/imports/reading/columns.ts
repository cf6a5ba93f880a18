import { DomainError } from '../../errors.js';
import { MAX_COLUMNS, MAX_COLUMN_NAME, MAX_ROWS, storable } from '../import.js';

/** Rows of one file, with those that are empty. */
const MAX_LINES = 10 * MAX_ROWS;

/** @throws DomainError validation for a header that has too many columns */
export function columnNames(header: readonly string[]): string[] {
  const last = header.findLastIndex((name) => name.trim() !== '');
  if (last < 0) throw new DomainError('validation', 'The first row must name the columns.');
  refuseTooMany(last + 1);
  const taken = new Set<string>();
  return header.slice(0, last + 1).map((given, at) => {
    const name = storable(given.replace(/\s+/g, ' ').trim().slice(0, MAX_COLUMN_NAME)) || `Column ${at + 1}`;
    let own = name;
    for (let n = 2; taken.has(own); n++) own = `${name} (${n})`;
    taken.add(own);
    return own;
  });
}

/** @throws DomainError validation */
export function refuseTooMany(columns: number): void {
  if (columns <= MAX_COLUMNS) return;
  throw new DomainError('validation', `The file has more than ${MAX_COLUMNS} columns.`);
}

/**
 * @param rows with those that are empty
 * @throws DomainError validation
 */
export function refuseTooManyRows(rows: number): void {
  if (rows <= MAX_LINES) return;
  throw new DomainError('validation', `The file has more than ${MAX_LINES} rows, with those that are empty.`);
}
