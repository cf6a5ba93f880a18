/** What the first line of a full export calls it. */
export const FULL_FORMAT = 'crm-full-export';
/** Raised when files are written otherwise. */
export const FULL_VERSION = 1;
/**
 * The oldest schema whose files can be restored: columns that came later get their defaults. A migration that changes
 * what rows say raises it to its own number.
 */
export const OLDEST_SCHEMA = 36;
/** Bytes of a line. The longest row there can be is an event of a few megabytes. */
export const MAX_LINE = 64 * 1024 * 1024;

/** The first line. */
export interface FullHeader {
  format: typeof FULL_FORMAT;
  version: number;
  /** The number of the newest migration. */
  schema: number;
  workspace_id: string;
  name: string;
  /** The moment whose data the file holds, and the last position of the feed at that moment. */
  as_of: string;
  position: number;
  /** The columns of each table, in the order of the values of its rows. */
  tables: Record<string, readonly string[]>;
}

/** The last line, in `end`. */
export interface FullEnd {
  /** Of each table. */
  rows: Record<string, number>;
  /** Hex; of all bytes before this line. */
  sha256: string;
}
