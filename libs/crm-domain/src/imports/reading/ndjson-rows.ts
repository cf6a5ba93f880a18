import { measureJson } from '#platform';
import { DomainError } from '../../errors.js';
import { isObject, isUuid } from '../../values/parse.js';
import type { Json } from '../../values/value-type.js';
import { MAX_COLUMN_NAME, MAX_ROW, storable, type Cells, type NumberedRow, type Row } from '../import.js';
import { refuseTooMany } from './columns.js';

/** As of the body of a request. */
const LIMITS = { depth: 32, parts: 20_000 };

/**
 * The rows of a file with one JSON object a line.
 *
 * @param columns members that no line before had are added to it
 * @throws DomainError validation for a file that cannot be read
 */
export async function* ndjsonRows(text: AsyncIterable<string>, columns: string[]): AsyncGenerator<NumberedRow> {
  const places = new Map<string, number>();
  for await (const { line, number } of linesOf(text)) yield { row: rowOf(line, { columns, places }), number };
}

/** Those that hold something, with their numbers. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: string; number: number }> {
  let rest = '';
  let number = 0;
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > MAX_ROW)
      throw new DomainError('validation', `A line of the file is longer than ${MAX_ROW} characters.`);
    // An empty one costs little here, and much where it is handed on.
    for (const line of lines) {
      number++;
      if (line.trim() !== '') yield { line, number };
    }
  }
  if (rest.trim() !== '') yield { line: rest, number: number + 1 };
}

function rowOf(line: string, { columns, places }: { columns: string[]; places: Map<string, number> }): Row {
  if (line.length > MAX_ROW) return `The line is longer than ${MAX_ROW} characters.`;
  const { excess } = measureJson(Buffer.from(line), LIMITS);
  if (excess) return `The line ${excess}.`;
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return 'The line is not valid JSON.';
  }
  if (!isObject(read) || Array.isArray(read)) return 'The line is not a JSON object.';
  const cells: Cells = [];
  for (const [given, value] of Object.entries(membersOf(read)) as [string, Json][]) {
    const name = storable(given);
    if (name === '' || name.length > MAX_COLUMN_NAME)
      return `The name of a member must have 1 to ${MAX_COLUMN_NAME} characters.`;
    const at = places.get(name) ?? add(name, { columns, places });
    cells[at] = value === '' ? null : value;
  }
  return Array.from(cells, (cell) => cell ?? null);
}

/** Of a record as an export writes it: its id, and its values in place of what holds them. */
function membersOf(read: Record<string, unknown>): Record<string, unknown> {
  const { id, object, values } = read;
  const isRecord = typeof id === 'string' && isUuid(id) && typeof object === 'string' && isObject(values);
  return isRecord ? { id, ...values } : read;
}

function add(name: string, { columns, places }: { columns: string[]; places: Map<string, number> }): number {
  refuseTooMany(columns.length + 1);
  places.set(name, columns.length);
  return columns.push(name) - 1;
}
