import { onlyRow, type Session } from '../db/session.js';
import { readChanges } from '../events/changes.js';
import type { EventRow } from '../events/event.js';
import { chosenOf, type Chosen, type Undoing } from './chosen-events.js';
import { IN_FEED, OF_MAKER, REVISIONS, SHORT_SINCE, SINCE, SIZES, UNDOINGS } from './undo.statements.js';

/** An event without what it changed. */
export type EventKey = Pick<
  EventRow,
  'subject_id' | 'rev' | 'event_id' | 'kind' | 'object_id' | 'occurred_at' | 'actor_type' | 'actor_id'
>;

/** Whose events are meant, and when. */
export interface Wanted {
  maker?: string;
  /** Who is named by no index: an API key, or an import. */
  author?: { type: 'api-key' | 'import'; id: string };
  request_id?: string;
  event_id?: string;
  from: Date;
  /** Before it. */
  to: Date;
}

/** Of the events of a record: how many there are, and the bytes of this one. */
interface Counted {
  found: number;
  bytes: number;
}

/** Events of a record, and their bytes together. */
export interface Since {
  events: EventRow[];
  bytes: number;
  isCut: boolean;
}

/** How much of what happened to a record is read, for whom. */
interface Most {
  events: number;
  bytes: number;
  /** Ids of the events that are to be undone. */
  mine: ReadonlySet<string>;
}

/** Events of one record that are read with those of others, and bytes of one event. */
const SHORT = { events: 4, bytes: 8 * 1024 };

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
    const { maker, author, request_id = null, event_id = null, from, to } = wanted;
    if (maker !== undefined) {
      const values = [this.workspaceId, maker, from, to, most];
      return {
        keys: await this.session.query<EventKey>({ name: 'undo-of-maker', text: OF_MAKER }, values),
        edge: null,
      };
    }
    const values = [
      ...[this.workspaceId, from, to, author?.id ?? null, request_id, event_id, MAX_POSITIONS, most],
      author?.type ?? null,
    ];
    const found = await this.session.query<EventKey & { edge: Date | null }>(
      { name: 'undo-in-feed', text: IN_FEED },
      values,
    );
    return { keys: found.filter((key) => key.event_id !== null), edge: found[0]!.edge };
  }

  /**
   * What happened to a record from a revision on, in order, but for what counts for nobody any more, and what came before
   * that was undone since; `isCut` where there is more than so many events or bytes. The first is there however large it is.
   */
  async since(recordId: string, rev: number, most: Most): Promise<Since> {
    const { over, earlier, from } = await this.choose(recordId, rev, most.mine);
    const values = [this.workspaceId, recordId, from, most.events + 1, most.bytes, over, rev, earlier];
    const rows = await this.session.query<EventRow & Counted>({ name: 'undo-since', text: SINCE }, values);
    const found = rows[0]?.found ?? 0;
    return {
      events: rows.map(withChanges),
      bytes: sum(rows),
      isCut: rows.length < found || found > most.events,
    };
  }

  /** The same of several records, for those that have few and short events of which none undid anything. */
  async shortSince(keys: readonly EventKey[]): Promise<Map<string, Since>> {
    const ids = keys.map(({ subject_id }) => subject_id);
    const revisions = keys.map(({ rev }) => rev);
    const values = [this.workspaceId, ids, revisions, SHORT.events + 1, SHORT.bytes];
    const rows = await this.session.query<EventRow & Counted>({ name: 'undo-short-since', text: SHORT_SINCE }, values);
    const found = new Map<string, Since>();
    for (const [id, events] of Map.groupBy(rows, ({ subject_id }) => subject_id)) {
      if (events.length < events[0]!.found || events.length > SHORT.events) continue;
      if (events.some(({ via }) => via.undoes)) continue;
      found.set(id, { events: events.map(withChanges), bytes: sum(events), isCut: false });
    }
    return found;
  }

  /** Which events of a record are not needed, or are needed though they came before. */
  private async choose(recordId: string, rev: number, mine: ReadonlySet<string>): Promise<Chosen> {
    const undoings = await this.session.query<Undoing>({ name: 'undo-undoings', text: UNDOINGS }, [
      ...[this.workspaceId, recordId, rev],
    ]);
    if (undoings.length === 0) return { over: [], earlier: [], from: rev };
    const ids = [...new Set([...mine, ...undoings.flatMap(({ undoes }) => undoes)])];
    const own = await this.session.query<{ event_id: string; rev: number }>(
      { name: 'undo-revisions', text: REVISIONS },
      [this.workspaceId, recordId, ids],
    );
    return chosenOf({ undoings, mine, rev, revisions: new Map(own.map((each) => [each.event_id, each.rev])) });
  }

  /** How many bytes the records hold that are there. */
  async sizes(recordIds: readonly string[]): Promise<Map<string, number>> {
    const values = [this.workspaceId, recordIds];
    const rows = await this.session.query<{ record_id: string; bytes: number }>(
      { name: 'undo-sizes', text: SIZES },
      values,
    );
    return new Map(rows.map(({ record_id, bytes }) => [record_id, Number(bytes)]));
  }

  /**
   * The moment of this transaction, the last revision that events of a record tell, and whether the record is deleted and
   * still stored; null where it is gone.
   */
  async momentFor(recordId: string): Promise<{ now: Date; rev: number; is_deleted: boolean | null }> {
    const text = `select date_trunc('milliseconds', now()) as now, (select coalesce(max(e.rev), 0) from event e
      where e.workspace_id = $1 and e.subject_id = $2) as rev, (select r.deleted_at is not null from record r
      where r.workspace_id = $1 and r.record_id = $2) as is_deleted`;
    return onlyRow(await this.session.query({ name: 'undo-moment', text }, [this.workspaceId, recordId]));
  }
}

function sum(rows: readonly Counted[]): number {
  return rows.reduce((all, { bytes }) => all + bytes, 0);
}

/** A stored row as it is read. */
function withChanges<Row extends EventRow>(row: Row): Row {
  const { changes } = row.data;
  return changes ? { ...row, data: { ...row.data, changes: readChanges(changes) } } : row;
}
