import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import { SharedPlaces } from '../db/turns.js';
import { DomainError } from '../errors.js';
import type { ImportJobEntity } from './import.entity.js';
import { takeRoom } from './import-room.js';
import {
  MAX_CELL,
  MAX_FILE_BYTES,
  MAX_ROW,
  MAX_ROWS,
  type Cells,
  type FoundInFile,
  type NumberedRow,
  type Row,
} from './import.js';
import type { ImportStore, Piece } from './import.store.js';
import { describeColumns } from './propose.js';
import { csvRows } from './reading/csv-rows.js';
import { decode } from './reading/decode.js';
import { bytesOf } from './reading/file-parts.js';
import { ndjsonRows } from './reading/ndjson-rows.js';
import { xlsxRows } from './reading/xlsx-rows.js';

/** Rows that are written together. */
const PIECE_ROWS = 100;
/** Characters of rows that are stored together. */
const PIECE_CHARACTERS = 256 * 1024;
/** Pieces that are stored together. */
const AT_ONCE = 8;
/** Rows from which the columns are described. */
const DESCRIBED = 1000;
/** Characters of those. */
const DESCRIBED_CHARACTERS = 4 * 1024 * 1024;

/** Milliseconds between two looks whether a file is still to be read, where none of it is fetched. */
const LOOK_EVERY = 250;

/** Milliseconds for which one file is read before others have their turn, where they take turns. */
const TURN_MS = 1000;

/**
 * Lets the large files of a process take turns. A file of 1 GB takes minutes, and its reader cannot be ended and begun
 * again in the middle.
 *
 * @param atOnce files that are read at the same moment
 */
export function readingTurns(atOnce: number): SharedPlaces {
  const untilJobExpires = 3_600_000;
  return new SharedPlaces('files are read', atOnce, untilJobExpires);
}

/** Somebody else works on the import, or it was cancelled. */
export class Superseded extends Error {}

/**
 * Makes rows of the uploaded parts of a file, which stay until a run begins: it may be read again in another way. One
 * that was broken off is begun again: rows are told apart by their numbers, and none is used before all are there.
 */
export class ImportReader {
  /** What is found out about the file. */
  private readonly found: FoundInFile = { encoding: null, separator: null, sheets: [] };
  private readonly rows: string[] = [];
  private readonly numbers: number[] = [];
  private readonly pieces: Piece[] = [];
  private readonly described: Cells[] = [];
  private readonly slices = new Slices();
  private characters = 0;
  /** Of all rows. */
  private allCharacters = 0;
  private room = DESCRIBED_CHARACTERS;
  private count = 0;
  /** When it is looked next whether the file is still to be read. */
  private lookAt = 0;
  /** The number of the first row of the next piece. */
  private nextRow = 1;

  constructor(
    private readonly db: Db,
    private readonly job: ImportJobEntity,
    private readonly turns?: SharedPlaces,
  ) {}

  /**
   * @throws DomainError validation for a file that cannot be read
   * @throws Superseded
   */
  async read(signal: AbortSignal): Promise<void> {
    try {
      await this.readAll(signal);
    } catch (error) {
      // Whoever chooses another sheet wants to know which there are.
      if (error instanceof DomainError) await this.tell();
      throw error;
    }
  }

  private async tell(): Promise<void> {
    const { import_id, workspace_id, claim } = this.job;
    await this.db.transaction(workspace_id, async ({ imports }) => {
      const held = await imports.hold(import_id);
      if (held?.claim === claim) await imports.update(import_id, { found: this.found });
    });
  }

  private async readAll(signal: AbortSignal): Promise<void> {
    const { import_id } = this.job;
    await this.clear();
    const columns: string[] = [];
    const rows = this.source(columns, signal);
    const { turns, job } = this;
    const turn = () => this.turn(rows, signal);
    try {
      while (await (turns ? turns.run(job.workspace_id, turn) : turn()));
    } finally {
      await rows.return(undefined);
    }
    this.endPiece();
    const described = await describeColumns(columns, this.described);
    await this.save(async (imports) => {
      if (this.count === 0) throw new DomainError('validation', 'The file has no rows.');
      await imports.update(import_id, {
        state: 'ready',
        columns: described,
        rows_read: this.count,
        claim: null,
        attempts: 0,
      });
    });
  }

  /** Reads for a while. Gives whether there is more. */
  private async turn(rows: AsyncGenerator<NumberedRow>, signal: AbortSignal): Promise<boolean> {
    for (const until = performance.now() + TURN_MS; performance.now() < until;) {
      const { done, value } = await rows.next();
      if (done) return false;
      signal.throwIfAborted();
      await this.slices.next();
      await this.add(value);
    }
    return true;
  }

  private source(columns: string[], signal: AbortSignal): AsyncGenerator<NumberedRow> {
    const { import_id, workspace_id, bytes, format, options } = this.job;
    const read = (partNo: number, from: number, length: number) =>
      this.db.autocommit(workspace_id, async ({ imports }) => {
        await this.throwIfOver(imports, signal);
        return imports.part(import_id, partNo, { from, length });
      });
    const throwIfStopped = async () => {
      if (performance.now() < this.lookAt) return;
      await this.db.autocommit(workspace_id, ({ imports }) => this.throwIfOver(imports, signal));
    };
    const { found } = this;
    if (format === 'xlsx') return xlsxRows({ read, bytes, sheet: options.sheet, found, throwIfStopped }, columns);
    const text = decode(bytesOf(read, 0, bytes), found, options.encoding);
    return format === 'csv'
      ? csvRows(text, columns, { separator: options.separator, found })
      : ndjsonRows(text, columns);
  }

  /** Large parts of a file may hold no row, so it is not enough to look when rows are stored. @throws Superseded */
  private async throwIfOver(imports: ImportStore, signal: AbortSignal): Promise<void> {
    const { import_id, claim } = this.job;
    signal.throwIfAborted();
    if (!(await imports.isReading(import_id, claim!))) throw new Superseded();
    this.lookAt = performance.now() + LOOK_EVERY;
  }

  private describe(row: Row, size: number): void {
    if (typeof row === 'string' || this.described.length >= DESCRIBED || this.room < size) return;
    this.described.push(row);
    this.room -= size;
  }

  private async add({ row, number }: NumberedRow): Promise<void> {
    if (++this.count > MAX_ROWS) throw new DomainError('validation', `The file has more than ${MAX_ROWS} rows.`);
    const { kept, size } = bounded(row);
    if ((this.allCharacters += size) > MAX_FILE_BYTES)
      throw new DomainError('validation', `The rows of the file have more than ${MAX_FILE_BYTES} characters.`);
    const text = JSON.stringify(kept);
    this.describe(kept, text.length);
    if (this.rows.length === PIECE_ROWS || this.characters + text.length > PIECE_CHARACTERS) this.endPiece();
    this.rows.push(text);
    this.numbers.push(number);
    this.characters += text.length;
    if (this.pieces.length >= AT_ONCE) await this.save();
  }

  private endPiece(): void {
    if (this.rows.length === 0) return;
    const numbers = this.numbers.splice(0);
    this.pieces.push({ first_row: this.nextRow, cells: `[${this.rows.join(',')}]`, numbers });
    this.nextRow += this.rows.length;
    this.rows.length = 0;
    this.characters = 0;
  }

  private async save(also?: (imports: ImportStore) => Promise<void>): Promise<void> {
    const { import_id, workspace_id, claim, bytes, actor_type: type, actor_id: id } = this.job;
    const pieces = this.pieces.splice(0);
    const rows_characters = this.allCharacters;
    await this.db.transaction(workspace_id, async (stores) => {
      const { imports } = stores;
      const held = await imports.hold(import_id);
      if (held?.state !== 'reading' || held.claim !== claim) throw new Superseded();
      // A small workbook may hold one long text, and a million cells that show it.
      if (rows_characters > bytes) await takeRoom(stores, { type, id }, { import_id, bytes: rows_characters });
      if (pieces.length > 0) await imports.addRows(import_id, pieces);
      const counts = { rows_read: this.count, rows_characters: String(rows_characters) };
      await imports.update(import_id, { ...counts, found: this.found });
      await also?.(imports);
    });
  }

  /** What a reader before this one has left, and a check of what that has read. */
  private async clear(): Promise<void> {
    for (const table of ['import_rows', 'import_error'] as const) {
      let hasMore = true;
      while (hasMore)
        await this.save(async (imports) => {
          hasMore = await imports.drop(table, this.job.import_id);
        });
    }
  }
}

/** A row that is too long is told among those that fail. With the characters of its cells. */
function bounded(row: Row): { kept: Row; size: number } {
  if (typeof row === 'string') return { kept: row, size: row.length };
  let size = 0;
  for (const cell of row) {
    const length = cell === null ? 0 : typeof cell === 'string' ? cell.length : JSON.stringify(cell).length;
    if (length > MAX_CELL) return bounded(`A cell is longer than ${MAX_CELL} characters.`);
    size += length;
  }
  return size > MAX_ROW ? bounded(`The row is longer than ${MAX_ROW} characters.`) : { kept: row, size };
}
