/** In which form data is exported: a table, a record a line as JSON, or all that a workspace has, to be restored. */
export const EXPORT_FORMATS = ['csv', 'ndjson', 'full'] as const;
/** One of `EXPORT_FORMATS`. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** From being asked for to being made, or not. */
export const EXPORT_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
/** One of `EXPORT_STATES`. */
export type ExportState = (typeof EXPORT_STATES)[number];

/** Exports of a workspace that wait or run, and all that are kept, of these those of one person or key. */
export const MAX_OPEN = 2;
export const MAX_KEPT = 20;
export const MAX_KEPT_OF_ONE = 10;
/** Bytes that one export may take as it is stored, and after which a workspace makes no other. */
export const MAX_STORED = 2 * 1024 ** 3;

/** How the file is written; names of fields are judged when it is made. */
export interface AskedExport {
  format: ExportFormat;
  /** E-mail address of the person whose data it is of, and of nothing else. */
  person?: string | undefined;
  fields?: readonly string[] | undefined;
  /** Of csv: whether it begins with a byte order mark, by which Excel knows UTF-8. */
  bom?: boolean | undefined;
  /** Of csv: whether a cell that a spreadsheet would run as a formula has `'` in front. */
  escape_formulas?: boolean | undefined;
}

/** What a caller asks for: exactly one of `object`, `view` and `workspace`. */
export interface NewExport extends Omit<AskedExport, 'format' | 'person'> {
  /** Slug or UUID. */
  object?: string | undefined;
  /** Slug or UUID. */
  view?: string | undefined;
  workspace?: boolean | undefined;
  format: ExportFormat;
}

/** An export as it is shown. Moments are ISO 8601 in milliseconds. */
export interface ExportWire extends AskedExport {
  id: { workspace_id: string; export_id: string };
  /** Slug of the object, or its UUID where it is gone; null for a workspace. */
  object: string | null;
  view_id: string | null;
  state: ExportState;
  /** From 0 to 1. */
  progress: number;
  records: number;
  /** Of the file so far. */
  bytes: number;
  /** The moment whose data it holds, and the last position of the feed at that moment; null before it was begun. */
  as_of: string | null;
  position: number | null;
  failure: string | null;
  created_at: string;
  created_by: { type: string; id: string | null };
  finished_at: string | null;
  expires_at: string;
  /** Of a completed one: a link that needs no credential and ends. A path of this service. */
  download: { url: string; expires_at: string } | null;
}

/** How far an export is. */
export interface ExportProgress {
  records: number;
  /** From 0 to 1. */
  share: number;
}

/** Media type and ending of the name of each kind of file. */
export const FILE_TYPES: Record<ExportFormat, { type: string; ending: string }> = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  ndjson: { type: 'application/x-ndjson', ending: 'ndjson' },
  full: { type: 'application/x-ndjson', ending: 'full.ndjson' },
};
