import type { Session } from '../../db/session.js';
import type { Json } from '../../values/value-type.js';
import type { HistoryRow, RecordRow } from '../document.js';
import { CLOSED, CLOSED_SINCE, HELD_BEFORE, MOMENTS } from './past.statements.js';

/** Where a record stood at a moment. */
export interface Moment {
  record_id: string;
  /** Its last revision by then. */
  rev: number;
  /** Null where no event tells it. */
  updated_at: Date | null;
  /** Whether it was in the trash then, or deleted. */
  is_trashed: boolean;
  /** Whether it was deleted after that and brought back: the history of its values begins there. */
  is_lost: boolean;
}

/** Up to here all closed values of a record are looked at. */
const FEW_REVISIONS = 100;
/** Ids of writes are made by the clocks of processes, and moments by that of the database: so far apart they may be. */
const CLOCKS_APART = 24 * 60 * 60 * 1000;

/** What records held at a moment, by their history and their events. */
export class PastStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  async moments(rows: readonly RecordRow[], at: Date): Promise<Map<string, Moment>> {
    const values = [this.workspaceId, rows.map(({ record_id }) => record_id), rows.map(({ rev }) => rev), at];
    const moments = await this.session.query<Moment>(MOMENTS, values);
    return new Map(moments.map((moment) => [moment.record_id, moment]));
  }

  /** The values that were active then and are not now; undefined where too many would have to be looked at. */
  async closed(row: RecordRow, attrNos: readonly number[], at: Date): Promise<HistoryRow[] | undefined> {
    const values = [this.workspaceId, row.record_id, at];
    if (row.rev <= FEW_REVISIONS) return this.session.query<HistoryRow>(CLOSED, values);
    const since = firstIdOf(at.getTime() - CLOCKS_APART);
    const rows = await this.session.query<HistoryRow & { is_cut: boolean }>(CLOSED_SINCE, [...values, attrNos, since]);
    return rows.some(({ is_cut }) => is_cut) ? undefined : rows;
  }

  /** What attributes held after a revision, if they were changed since; by the names that events have for them. */
  async heldBefore(recordId: string, rev: number, attributes: readonly string[]): Promise<Map<string, Json[]>> {
    const values = [this.workspaceId, recordId, rev, attributes];
    const rows = await this.session.query<{ name: string; before: Json[] | null }>(HELD_BEFORE, values);
    return new Map(rows.map(({ name, before }) => [name, before ?? []]));
  }
}

/** The lowest UUIDv7 of a millisecond. */
function firstIdOf(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
