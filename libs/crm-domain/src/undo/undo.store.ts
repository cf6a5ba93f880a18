import { onlyRow, type Session } from '../db/session.js';
import { readChanges } from '../events/changes.js';
import type { EventRow } from '../events/event.js';
import { IN_FEED, OF_MAKER, SINCE } from './undo.statements.js';

/** An event without what it changed. */
export type EventKey = Pick<
  EventRow,
  'subject_id' | 'rev' | 'event_id' | 'kind' | 'object_id' | 'occurred_at' | 'actor_type' | 'actor_id'
>;

/** Whose events are meant, and when. */
export interface Wanted {
  maker?: string;
  api_key_id?: string;
  request_id?: string;
  event_id?: string;
  from: Date;
  /** Before it. */
  to: Date;
}

/** Positions of the feed that are looked through for what no index finds. */
const MAX_POSITIONS = 50_000;

/** Events of one workspace by who wrote them. */
export class UndoStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** The newest, at most `most`; `edge` is a moment before which none were looked for. */
  async find(wanted: Wanted, most: number): Promise<{ keys: EventKey[]; edge: Date | null }> {
    const { maker, api_key_id = null, request_id = null, event_id = null, from, to } = wanted;
    if (maker !== undefined) {
      const values = [this.workspaceId, maker, from, to, most];
      return {
        keys: await this.session.query<EventKey>({ name: 'undo-of-maker', text: OF_MAKER }, values),
        edge: null,
      };
    }
    const { first, last } = await this.ends();
    const values = [
      ...[this.workspaceId, first, last, from, to, api_key_id, request_id, event_id, MAX_POSITIONS, most],
    ];
    const found = await this.session.query<EventKey & { edge: Date | null }>(
      { name: 'undo-in-feed', text: IN_FEED },
      values,
    );
    return { keys: found.filter((key) => key.event_id !== null), edge: found[0]!.edge };
  }

  /** What happened to a record from a revision on, up to `most` events; nothing where there is more. */
  async since(recordId: string, rev: number, most: number): Promise<EventRow[] | undefined> {
    const values = [this.workspaceId, recordId, rev, most + 1];
    const rows = await this.session.query<EventRow & { found: number }>({ name: 'undo-since', text: SINCE }, values);
    if (rows.length > most || rows.length < (rows[0]?.found ?? 0)) return undefined;
    return rows.map((row) => ({
      ...row,
      data: { ...row.data, ...(row.data.changes && { changes: readChanges(row.data.changes) }) },
    }));
  }

  /** The moment of this transaction. */
  async now(): Promise<Date> {
    const text = `select date_trunc('milliseconds', now()) as now`;
    const rows = await this.session.query<{ now: Date }>({ name: 'undo-now', text }, []);
    return onlyRow(rows).now;
  }

  private async ends(): Promise<{ first: string; last: string }> {
    const text = `select coalesce(h.first_kept, 1) as first, coalesce(h.position, 0) as last
      from (select 1) one left join event_head h on h.workspace_id = $1`;
    const rows = await this.session.query<{ first: string; last: string }>({ name: 'undo-ends', text }, [
      this.workspaceId,
    ]);
    return onlyRow(rows);
  }
}
