import { createHash } from 'node:crypto';
import { schemaNumber } from '../../db/data-source.js';
import { DomainError, invalid } from '../../errors.js';
import { isObject, isUuid } from '../../values/parse.js';
import { FULL_FORMAT, FULL_VERSION, MAX_LINE, OLDEST_SCHEMA, type FullEnd, type FullHeader } from './full-file.js';
import type { FullTable } from './full-table.statements.js';
import type { RowTexts } from './full-table.store.js';

/** Rows that are handed out together, and their characters. */
const ROWS = 1000;
const CHARACTERS = 1024 * 1024;

const NEW_LINE = 10;

/** Rows of one table that stand one behind the other. */
export interface RowsOfTable {
  table: FullTable;
  /** Columns of which the rows have values. */
  columns: readonly string[];
  rows: RowTexts[];
  /** The line of the last of them, from 1. */
  line: number;
}

/** A full export that is read once from its beginning. What is not as it was written is refused. */
export class FullFile {
  private readonly digest = createHash('sha256');
  private readonly counts: Record<string, number> = {};
  private line = 0;

  private constructor(
    private readonly lines: AsyncGenerator<Buffer>,
    private readonly tables: ReadonlyMap<string, FullTable>,
    readonly header: FullHeader,
  ) {}

  /** Reads the first line. @throws DomainError validation for what is no full export, or one of another version */
  static async open(bytes: AsyncIterable<Uint8Array>, tables: readonly FullTable[]): Promise<FullFile> {
    const lines = linesOf(bytes);
    const first = await lines.next();
    const known = new Map(tables.map((table) => [table.name, table]));
    const bytesOfFirst = first.done ? Buffer.alloc(0) : first.value;
    const file = new FullFile(lines, known, readHeader(parsed(bytesOfFirst, 1), known));
    file.passed(bytesOfFirst);
    return file;
  }

  /**
   * All rows in their order. Whoever has taken the last of them knows that the file was whole; before, nothing read
   * from it may be kept.
   *
   * @throws DomainError validation
   */
  async *rows(): AsyncGenerator<RowsOfTable> {
    let held: RowsOfTable | undefined;
    let characters = 0;
    for await (const line of this.lines) {
      const value = parsed(line, this.line + 1);
      if (!Array.isArray(value)) {
        if (held) yield held;
        return this.finish(value);
      }
      this.passed(line);
      const { table, columns, row } = this.rowOf(value);
      if (held && (held.table !== table || held.rows.length >= ROWS || characters > CHARACTERS)) {
        yield held;
        held = undefined;
      }
      if (!held) characters = 0;
      held ??= { table, columns, rows: [], line: 0 };
      held.rows.push(row);
      held.line = this.line;
      characters += line.length;
    }
    throw refused('The file is cut off: its last line is missing.');
  }

  private passed(line: Buffer): void {
    this.line++;
    this.digest.update(line).update('\n');
  }

  private rowOf([name, row, ...others]: unknown[]): Omit<RowsOfTable, 'rows' | 'line'> & { row: RowTexts } {
    const table = typeof name === 'string' ? this.tables.get(name) : undefined;
    const columns = table && this.header.tables[table.name];
    if (!table || !columns) throw refused(`Line ${this.line} names a table that this is no export of.`);
    const isRow = others.length === 0 && Array.isArray(row) && row.length === columns.length && row.every(isText);
    if (!isRow) throw refused(`Line ${this.line} is not a row of ${table.name} with ${columns.length} texts or nulls.`);
    this.counts[table.name] = (this.counts[table.name] ?? 0) + 1;
    return { table, columns, row: row as RowTexts };
  }

  private async finish(value: unknown): Promise<void> {
    const end = (isObject(value) ? value.end : undefined) as Partial<FullEnd> | undefined;
    if (!end) throw refused(`Line ${this.line + 1} is neither a row nor the end of the file.`);
    const told = isObject(end.rows) ? end.rows : {};
    const names = new Set([...Object.keys(told), ...Object.keys(this.counts)]);
    for (const name of names)
      if ((told[name] ?? 0) !== (this.counts[name] ?? 0))
        throw refused('The file does not have the rows that its last line counts.');
    if (end.sha256 !== this.digest.digest('hex')) throw refused('The file was changed: its digest is another one.');
    if (!(await this.lines.next()).done) throw refused('Something follows the last line of the file.');
  }
}

function isText(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function readHeader(value: unknown, known: ReadonlyMap<string, FullTable>): FullHeader {
  const header = (isObject(value) ? value : {}) as Partial<FullHeader>;
  if (header.format !== FULL_FORMAT) throw refused('The file is not a full export.');
  refuseOtherVersions(header);
  const { workspace_id, name, as_of, position, tables } = header;
  const isWhole =
    typeof workspace_id === 'string' &&
    isUuid(workspace_id) &&
    [name, as_of].every((text) => typeof text === 'string') &&
    Number.isSafeInteger(position) &&
    isObject(tables);
  if (!isWhole) throw refused('The first line of the file is not as an export writes it.');
  for (const [table, columns] of Object.entries(tables as Record<string, unknown>)) {
    const { columns: own = [] } = known.get(table) ?? {};
    const isKnown = Array.isArray(columns) && columns.every((column) => own.includes(column as string));
    if (!isKnown || new Set(columns).size !== columns.length)
      throw refused('The first line of the file names tables or columns that this version does not export.');
  }
  return header as FullHeader;
}

function refuseOtherVersions({ version, schema }: Partial<FullHeader>): void {
  const own = schemaNumber();
  if (!Number.isSafeInteger(version) || !Number.isSafeInteger(schema) || version! > FULL_VERSION || schema! > own)
    throw refused('The file was written by a newer version. Update first, then restore it.');
  if (version! < FULL_VERSION || schema! < OLDEST_SCHEMA)
    throw refused(
      'The file was written by an older version. Restore it with that one into an empty database, then update.',
    );
}

function parsed(line: Buffer, number: number): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw refused(`Line ${number} is not JSON: the file is cut off or was changed.`);
  }
}

/** Lines without their ends. @throws DomainError validation for one that is too long */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let part = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = part.indexOf(NEW_LINE); end >= 0; end = part.indexOf(NEW_LINE)) {
      const own = part.subarray(0, end);
      yield rest.length > 0 ? Buffer.concat([...rest, own]) : own;
      [rest, length] = [[], 0];
      part = part.subarray(end + 1);
    }
    rest.push(part);
    length += part.length;
    if (length > MAX_LINE) throw refused(`A line of the file is longer than ${MAX_LINE} bytes.`);
  }
  if (length > 0) yield Buffer.concat(rest);
}

/** A file that cannot be restored. */
export function refused(message: string): DomainError {
  return invalid([{ path: 'file', message }]);
}
