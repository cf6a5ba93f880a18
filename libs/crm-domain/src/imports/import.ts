import type { JobKind } from '#platform';
import type { Json } from '../values/value-type.js';

/** What a file may be. */
export const IMPORT_FORMATS = ['csv', 'ndjson', 'xlsx'] as const;
/** One of `IMPORT_FORMATS`. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** By the ending of its name; csv where that says nothing. */
export function formatOf(fileName: string): ImportFormat {
  const end = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (end === 'xlsx') return 'xlsx';
  return end === 'ndjson' || end === 'jsonl' ? 'ndjson' : 'csv';
}

/** What can be said of a CSV file; what is not said is found out. Labels of the WHATWG encoding standard. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
/** One of `ENCODINGS`. */
export type Encoding = (typeof ENCODINGS)[number];
/** What may stand between the cells of a row. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
/** One of `SEPARATORS`. */
export type Separator = (typeof SEPARATORS)[number];

/** What is said of a file that cannot be seen by it. */
export interface FileOptions {
  encoding?: Encoding | undefined;
  separator?: Separator | undefined;
  /** Name of the sheet of a workbook; without it the first. */
  sheet?: string | undefined;
}

/** How a file was read: what was said of it, or found out. */
export interface FoundInFile {
  encoding: Encoding | null;
  separator: Separator | null;
  /** Names of the sheets of a workbook, the first ones. */
  sheets: string[];
}

/** Sheets of a workbook that are named, and the characters of a name. */
export const MAX_SHEETS_TOLD = 100;
export const MAX_SHEET_NAME = 100;

/**
 * `uploading` until all parts are there; `reading` until its rows are known; then `ready`. `checking` ends in `checked`,
 * `running` in `done`.
 */
export type ImportState =
  'uploading' | 'reading' | 'ready' | 'checking' | 'checked' | 'running' | 'done' | 'canceled' | 'failed';

/** Work under way in the background. */
export const WORKING: readonly ImportState[] = ['reading', 'checking', 'running'];
/** Nothing follows these. */
export const FINISHED: readonly ImportState[] = ['done', 'canceled', 'failed'];

/** Bytes of one file, and characters of all its rows. */
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;
/** Bytes of each part but the last. */
export const PART_BYTES = 4 * 1024 * 1024;
/** Rows of one file. */
export const MAX_ROWS = 2_000_000;
/** Columns of one file. */
export const MAX_COLUMNS = 250;
/** Characters of one cell. */
export const MAX_CELL = 100_000;
/** Characters of one row. */
export const MAX_ROW = 1_000_000;
/** Characters of the name of a column. */
export const MAX_COLUMN_NAME = 200;
/** Imports of a workspace that are not finished, and those of one maker among them. */
export const MAX_OPEN = 20;
export const MAX_OPEN_OF_ONE = 10;
/** Bytes of all files of a workspace that are kept, or characters of their rows where these are more, and those of one maker. */
export const MAX_KEPT_BYTES = 4 * MAX_FILE_BYTES;
export const MAX_KEPT_BYTES_OF_ONE = 2 * MAX_FILE_BYTES;
/** In SQL, how long the rows of a file are kept after its import was last touched. */
export const KEPT = () => `now() + interval '7 days'`;
/** Failed rows that the answer names; the error file has all. */
export const MAX_TOLD_ERRORS = 100;
/** Characters of why a row or an import has failed. */
export const MAX_REASON = 500;

/** What the texts of a column look like. */
export type ColumnKind = 'empty' | 'email' | 'phone' | 'url' | 'date' | 'timestamp' | 'number' | 'checkbox' | 'text';

/** A column of a file, as far as its first rows tell. */
export interface FileColumn {
  name: string;
  kind: ColumnKind;
  /** Different ones, the first. */
  samples: string[];
}

/** How a date is written that is not written as ISO 8601 says. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
/** One of `DATE_ORDERS`. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Where the cells of a column go, and how they are read. */
export interface ColumnMapping {
  column: string;
  /** Slug or id. */
  attribute: string;
  /** Of a name, a location, an amount or a reference: the part that this column holds. */
  part?: string | undefined;
  /** Between several values in one cell. */
  split?: string | undefined;
  /** Values are added to those that are there, in place of them. */
  append?: boolean | undefined;
  /** Of a reference: the unique attribute by which its record is found. */
  match?: string | undefined;
  /** Whether a record that is not there is made. */
  create?: boolean | undefined;
  date_order?: DateOrder | undefined;
  /** Before the decimals. */
  decimal?: '.' | ',' | undefined;
  currency_code?: string | undefined;
  /** Of phone numbers without a calling code. */
  country?: string | undefined;
}

/** Where the columns of a file go. */
export interface Mapping {
  /** The unique attribute by which a row finds the record that it updates; without it each row makes a record. */
  match?: string | undefined;
  columns: ColumnMapping[];
}

/** Of each column a cell; null where there is none. A text in place of the cells says what is wrong with the row. */
export type Cells = (Json | null)[];
export type Row = Cells | string;

/** A row, and its number as a spreadsheet program shows it; of NDJSON, that of its line. */
export interface NumberedRow {
  row: Row;
  number: number;
}

/** A text of a file as Postgres can keep it: without NUL, and without the half of a character that was cut. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Bytes above which reading a file may take longer than a few seconds. A workbook unpacks to a thousand times its own. */
const LARGE: Record<ImportFormat, number> = { csv: 512 * 1024, ndjson: 512 * 1024, xlsx: 64 * 1024 };

/** Whether a file is to be read by a `LARGE_FILE_JOB`. */
export function isLargeFile({ format, bytes }: { format: ImportFormat; bytes: number }): boolean {
  return bytes > LARGE[format];
}

/** One import, as the queue names it. */
export interface ImportKey {
  workspace_id: string;
  import_id: string;
}

/** A job that is lost costs time only: the sweep sends another. Of one tenant one runs at a time. */
export const IMPORT_JOB: JobKind<ImportKey> = { name: 'import', retries: 3, expires: 3600, ofOneTenant: 1 };
/** Reads a file that takes longer than a turn: small imports and rows of others never wait for it. */
export const LARGE_FILE_JOB: JobKind<ImportKey> = { ...IMPORT_JOB, name: 'import-large-file' };
