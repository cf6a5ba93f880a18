import { MAX_CELL, MAX_COLUMNS, MAX_ROW, type Cells, type FoundInFile, type NumberedRow, type Row } from '../import.js';
import { columnNames, refuseTooMany, refuseTooManyRows } from './columns.js';
import type { ReadPart } from './file-parts.js';
import { WorkbookFile, type Workbook } from './workbook.js';
import { XmlParts, local, ownText } from './xml-parts.js';

/** A workbook, and how it is read. */
interface Source {
  read: ReadPart;
  bytes: number;
  sheet?: string | undefined;
  found: FoundInFile;
  /** Called before each piece of the sheet, because a piece may hold no row. Throws when reading must stop. */
  throwIfStopped?: () => Promise<void>;
}

/**
 * The rows of a sheet, the first of which names the columns. Numbers are given as texts, and dates as ISO 8601 says.
 *
 * @param columns are added to it before the first row is given
 * @throws DomainError validation for a file that cannot be read
 */
export async function* xlsxRows(
  { read, bytes, sheet, found, throwIfStopped }: Source,
  columns: string[],
): AsyncGenerator<NumberedRow> {
  const file = await WorkbookFile.open(read, bytes);
  try {
    const workbook = await file.read(found, sheet);
    const reader = new SheetReader(workbook);
    for await (const text of file.text(workbook.sheet)) {
      await throwIfStopped?.();
      for (const { cells, number } of reader.rows(text)) {
        if (columns.length === 0) columns.push(...columnNames(cells.map((cell) => (cell as string | null) ?? '')));
        else yield { row: fitted(cells, columns.length), number };
      }
    }
  } finally {
    file.close();
  }
}

function fitted(cells: Cells, columns: number): Row {
  if (cells.slice(columns).some((cell) => cell !== null)) return 'The row has a cell in a column without a name.';
  return cells.slice(0, columns);
}

/** Of a row that is not empty. */
interface NumberedCells {
  cells: Cells;
  number: number;
}

/** Reads a sheet piece by piece. */
class SheetReader {
  private done: NumberedCells[] = [];
  private number = 0;
  /** With those that are empty. */
  private count = 0;
  private cells: Cells = [];
  /** Characters of these. */
  private size = 0;
  private at = 0;
  private type = '';
  private style = 0;
  private value = '';
  private isValue = false;
  private readonly parser: XmlParts;

  constructor(private readonly workbook: Workbook) {
    this.parser = new XmlParts({
      onopentag: (tag, attributes) => this.open(local(tag), attributes),
      ontext: (text) => {
        // A longer one is refused with its row: so much of it is enough to see that.
        if (this.isValue && this.value.length <= MAX_CELL) this.value += text;
      },
      onclosetag: (tag) => this.close(local(tag)),
    });
  }

  /** The rows that end in a piece of the sheet's text, without empty ones. */
  rows(text: string): NumberedCells[] {
    this.done = [];
    this.parser.write(text);
    return this.done;
  }

  private open(tag: string, attributes: Record<string, string>): void {
    if (tag === 'row') {
      refuseTooManyRows(++this.count);
      [this.cells, this.size, this.at] = [[], 0, 0];
      this.number = numberOf(attributes['r']) ?? this.number + 1;
    }
    if (tag === 'c') {
      this.at = placeOf(attributes['r']) ?? this.at;
      this.type = attributes['t'] ?? 'n';
      this.style = Number(attributes['s'] ?? 0);
      this.value = '';
    }
    if (tag === 'v' || (tag === 't' && this.type === 'inlineStr')) this.isValue = true;
  }

  private close(tag: string): void {
    if (tag === 'v' || tag === 't') this.isValue = false;
    if (tag === 'c') {
      const shown = this.shown();
      // A row that is longer is refused: so much of it is enough to see that.
      if (shown !== null && this.size <= MAX_ROW) {
        refuseTooMany(this.at + 1);
        while (this.cells.length < this.at) this.cells.push(null);
        this.cells[this.at] = shown;
        this.size += shown.length;
      }
      this.at = Math.min(this.at + 1, MAX_COLUMNS * 100);
    }
    if (tag === 'row' && this.cells.length > 0) this.done.push({ cells: this.cells, number: this.number });
  }

  private shown(): string | null {
    const { type, value, workbook } = this;
    if (value === '') return null;
    if (type === 's') return workbook.texts[Number(value)] || null;
    if (type === 'b') return value === '1' ? 'true' : 'false';
    // What a formula could not find out.
    if (type === 'e') return null;
    if (type === 'n' && workbook.isDate[this.style]) return dateOf(Number(value), workbook.is1904);
    return ownText(value);
  }
}

/** Of a row; undefined where a program left it out. */
function numberOf(given: string | undefined): number | undefined {
  return /^[1-9]\d{0,6}$/.test(given ?? '') ? Number(given) : undefined;
}

/** The number of a column from the name of a cell, such as AB12. */
function placeOf(name: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const DAY = 86_400_000;
/** Days are counted from the end of 1899, as if 1900 had been a leap year. */
const [FROM_1900, FROM_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];

function dateOf(days: number, is1904: boolean): string {
  const time = new Date(Math.round(((is1904 ? FROM_1904 : FROM_1900) + days * DAY) / 1000) * 1000);
  if (!Number.isFinite(days) || Number.isNaN(time.getTime())) return String(days);
  const iso = time.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}
