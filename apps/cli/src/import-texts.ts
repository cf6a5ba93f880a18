import type { ImportWire, Mapping } from '#crm-domain/writes';
import { table } from './terminal.js';

/** Failed rows that are printed. */
const SHOWN_ERRORS = 20;

/** Where the columns of a file go, and which go nowhere. */
export function mappingText({ columns: all = [] }: ImportWire, { match, columns }: Mapping): string {
  const rows = columns.map(({ column, attribute, part, match: by }) => [
    column,
    `${attribute}${part ? `, ${part}` : ''}${by ? ` by ${by}` : ''}`,
  ]);
  const mapped = new Set(columns.map(({ column }) => column));
  const left = all.flatMap(({ name }) => (mapped.has(name) ? [] : [name]));
  const how = match ? `Rows find their records by ${match}.` : 'Each row makes a record.';
  return [
    table(['Column', 'Goes to'], rows, 'No column has a place.'),
    ...(left.length > 0 ? [`Not imported: ${left.join(', ')}.`] : []),
    how,
  ].join('\n');
}

/** What a check found, or what has become of the rows. */
export function summaryOf({ id, state, rows, errors = [] }: ImportWire): string {
  const { total, created, updated, failed } = rows;
  const counts = `${created} created, ${updated} updated, ${failed} failed of ${total} rows`;
  const failures = errors.slice(0, SHOWN_ERRORS).map(({ row, reason }) => `Row ${row}: ${reason}`);
  const more =
    failed > failures.length ? [`${failed - failures.length} more: write them to a file with --errors.`] : [];
  const isCheck = state === 'checked';
  const title = isCheck
    ? `Nothing was written. A run would do this: ${counts}.`
    : `Import ${id} is ${state}: ${counts}.`;
  const undo = `To undo it, use --undo ${id}.`;
  return [title, ...failures, ...more, ...(isCheck || created + updated === 0 ? [] : [undo])].join('\n');
}
