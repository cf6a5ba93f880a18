import { Readable, pipeline } from 'node:stream';
import { CsvError, parse, type Parser } from 'csv-parse';
import { unescapedFormula } from '../../csv-line.js';
import { DomainError } from '../../errors.js';
import { Slices } from '../../db/slices.js';
import { MAX_ROW, SEPARATORS, type FoundInFile, type NumberedRow, type Row, type Separator } from '../import.js';
import { columnNames, refuseTooManyRows } from './columns.js';

/** Characters that are parsed at once: each may be a row. */
const AT_ONCE = 4096;
/** Cells that a row can have, empty ones included: somewhat more than those of a sheet of Excel. */
const MAX_CELLS = 20_000;
/** Characters that tell which separator a file has. */
const LOOKED_AT = 65_536;

/**
 * The rows of a CSV file (RFC 4180, and what programs make of it), the first of which names the columns.
 *
 * @param columns are added to it before the first row is given
 * @param separator without it, that is found out; `found` says then which it is
 * @throws DomainError validation for a file that cannot be read
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  columns: string[],
  { separator, found }: { separator?: Separator | undefined; found: FoundInFile },
): AsyncGenerator<NumberedRow> {
  const { begin, rest } = await beginOf(text);
  const { delimiter, body } = separated(begin, separator);
  found.separator = delimiter;
  const slices = new Slices();
  let number = 0;
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW,
  });
  takeAnyLength(parser);
  pipeline(Readable.from(inBounds(joined(body, rest), { parser, slices })), parser, () => undefined);
  try {
    for await (const escaped of parser as AsyncIterable<string[]>) {
      number++;
      if (isEmpty(escaped)) {
        refuseTooManyRows(number);
        await slices.next();
        continue;
      }
      const record = escaped.map(unescapedFormula);
      if (columns.length > 0) yield { row: fitted(record, columns.length), number };
      else columns.push(...columnNames(record));
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
}

/** The row that the parser is at, as far as it has come. */
function rowOf(parser: Parser): unknown[] {
  return (parser as unknown as { state: { record: unknown[] } }).state.record;
}

/**
 * Ends a file in the middle of a row of too many cells. The parser bounds only the characters within cells: a row of
 * empty ones would grow until the memory is used up. Others have their turn between two pieces, also where no row ends.
 *
 * @throws DomainError validation
 */
async function* inBounds(
  text: AsyncIterable<string>,
  { parser, slices }: { parser: Parser; slices: Slices },
): AsyncGenerator<string> {
  for await (const piece of text) {
    yield piece;
    await slices.next();
    if (rowOf(parser).length > MAX_CELLS)
      throw new DomainError('validation', `The file cannot be read as CSV: a row has more than ${MAX_CELLS} cells.`);
  }
}

/**
 * Of a row with more or fewer cells than the first one, the parser makes an error with a stack even where it is told to
 * take such rows. That is eight times the work of parsing the row, so it is told to expect what it has found.
 */
function takeAnyLength(parser: Parser): void {
  const { state } = parser as unknown as { state: object };
  Object.defineProperty(state, 'expectedRecordLength', { get: () => rowOf(parser).length, set: () => undefined });
}

/** Programs show them as rows. */
function isEmpty(record: readonly string[]): boolean {
  return record.every((cell) => cell.trim() === '');
}

/** As many cells as there are columns. */
function fitted(record: string[], columns: number): Row {
  if (record.slice(columns).some((cell) => cell.trim() !== ''))
    return `The row has ${record.length} cells, but there are ${columns} columns. Is a separator in a cell without quotes?`;
  return record.slice(0, columns).map((cell) => (cell === '' ? null : cell));
}

function unreadable(error: CsvError): DomainError {
  const line = (error as { lines?: number }).lines;
  const where = line === undefined ? '' : ` near line ${line}`;
  const why =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `a row is longer than ${MAX_ROW} characters; is a quote not closed?`
      : 'a quote is not closed, or stands in the wrong place.';
  return new DomainError('validation', `The file cannot be read as CSV${where}: ${why}`);
}

async function beginOf(text: AsyncIterable<string>) {
  const rest = text[Symbol.asyncIterator]();
  let begin = '';
  while (begin.length < LOOKED_AT) {
    const { done, value } = await rest.next();
    if (done) break;
    begin += value;
  }
  return { begin, rest };
}

async function* joined(begin: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* inPieces(begin);
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield* inPieces(next.value);
}

function* inPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += AT_ONCE) yield text.slice(at, at + AT_ONCE);
}

/** Excel understands, and some programs write, a first line that names the separator. */
const SAID = /^sep=([,;\t|])\r?\n/i;

function separated(begin: string, given?: Separator): { delimiter: Separator; body: string } {
  const said = SAID.exec(begin);
  const body = said ? begin.slice(said[0].length) : begin;
  return { delimiter: given ?? (said?.[1] as Separator | undefined) ?? mostUsed(body), body };
}

/** The one that the header has most often outside of quotes. */
function mostUsed(body: string): Separator {
  const header = body.replace(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)[0]!;
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}
