import type { Table } from '../shown/concise.js';
import type { ShownRecord } from '../shown/show-record.js';
import type { Total } from './count-plan.js';

/**
 * Records that satisfy a query. `total` is missing where it was not asked for, and not exact where counting would have
 * taken too long, or `contains` saw only the beginning of some texts: there are at least that many, or about as many.
 */
export interface QueryPage extends Partial<Total> {
  records: ShownRecord[];
  /** In place of the records, where it was asked for. */
  table?: Table;
  /**
   * How many places of the order lie behind the end of this page: fewer than were asked for where its records are
   * large.
   */
  passed: number;
  /** Stands for the place after the last record; absent at the end. */
  next_cursor?: string;
  /** Stands for the place after one of its records, for who shows no more of them; absent where there are none. */
  cursorAfter?(recordId: string): string;
}
