import type { Caller } from '../actor.js';
import { onlyRow, rowsOfParts, type Session } from '../db/session.js';
import type { Json } from '../values/value-type.js';
import { readChanges } from './changes.js';
import { originOf, type EventKind, type EventRow, type NewEvent } from './event.js';
import { CHANGED, COLUMNS, EXPIRE, INSERT, READ, SEQUENCE, TIMELINE, WRITTEN } from './event-feed.statements.js';

/** An event with its place in the feed. */
export type FeedRow = EventRow & { position: string };

/** An event of a record with the slugs of the attributes that it changed. */
export type ChangedRow = Pick<EventRow, 'kind' | 'rev' | 'occurred_at' | 'actor_type' | 'actor_id' | 'actor_name'> & {
  slugs: string[];
};

/** Above every revision. */
export const LAST_REV = 2_147_483_647;

type Found<Row> = Row & { found: number };

/** What a reader wants of the feed, and may see of it: nothing means everything. */
export interface FeedFilter {
  kinds: readonly EventKind[] | null;
  object_id: string | null;
  /** Whose messages: everybody's, those of conversations in one person's inbox, or nobody's. */
  messages?: 'all' | 'none' | { inbox_of: string };
}

/** Where a workspace's feed begins and ends; positions count from 1. */
export interface Head {
  position: string;
  first_kept: string;
  /** Whether there are events that have no position yet. */
  pending: boolean;
}

/** Events of one workspace: written beside what they tell of, read in the order of their positions. */
export class EventStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Writes an event in this transaction. */
  add(caller: Caller, event: NewEvent): Promise<void> {
    return this.addAll([{ caller, event }]);
  }

  /** The same with several. */
  async addAll(events: readonly { caller: Caller; event: NewEvent }[]): Promise<void> {
    const rows = events.map(({ caller, event }) => {
      const { event_id, actor_type, actor_id, via, depth, name } = originOf(caller);
      const { subject_id, rev = 0, kind, object_id = null, occurred_at = null, actor_name = name, data } = event;
      const who = [actor_type, actor_id, actor_name, JSON.stringify(via), depth];
      return [subject_id, rev, event_id, kind, object_id, occurred_at, ...who, JSON.stringify(data)];
    });
    const columns = rows[0]!.map((_, column) => rows.map((row) => row[column]));
    await this.session.query({ name: 'event-add', text: INSERT }, [this.workspaceId, ...columns]);
    this.session.wrote?.(this.workspaceId);
  }

  async head(): Promise<Head> {
    const rows = await this.session.query<Head>(
      {
        name: 'event-head',
        text: `select coalesce(h.position, 0) as position, coalesce(h.first_kept, 1) as first_kept,
          exists (select 1 from event_pending where workspace_id = $1) as pending
          from (select 1) one left join event_head h on h.workspace_id = $1`,
      },
      [this.workspaceId],
    );
    return onlyRow(rows);
  }

  /**
   * Gives the next `most` committed events their positions; how many. Whoever does this waits for the one before, so
   * that a position is seen only when all below it are.
   */
  async sequence(most: number): Promise<number> {
    await this.session.query(
      { name: 'event-head-make', text: 'insert into event_head (workspace_id) values ($1) on conflict do nothing' },
      [this.workspaceId],
    );
    const held = await this.session.query<{ position: string }>(
      { name: 'event-head-hold', text: 'select position from event_head where workspace_id = $1 for update' },
      [this.workspaceId],
    );
    const { position } = onlyRow(held);
    // A statement of its own: its snapshot is later than the lock and so sees what the one before has moved.
    const rows = await this.session.query<{ position: string }>({ name: 'event-sequence', text: SEQUENCE }, [
      this.workspaceId,
      position,
      most,
    ]);
    return Number(BigInt(onlyRow(rows).position) - BigInt(position));
  }

  /** Events after one position up to another, in order, and whether there are more; `first_kept` of the same moment. */
  async read(
    span: { after: string; upTo: string; limit: number },
    { kinds, object_id, messages = 'all' }: FeedFilter = { kinds: null, object_id: null },
  ): Promise<{ rows: FeedRow[]; isCut: boolean; first_kept: string }> {
    const inboxOf = typeof messages === 'object' ? messages.inbox_of : null;
    const values = [
      ...[this.workspaceId, inboxOf, span.after, span.upTo, kinds, object_id, messages === 'all', span.limit],
    ];
    const found = await this.session.query<Found<FeedRow> & { first_kept: string }>(
      { name: 'event-read', text: READ },
      values,
    );
    const rows = found.filter((row) => row.position !== null).map(withChanges);
    const isCut = rows.length === span.limit || rows.length < (rows[0]?.found ?? 0);
    return { rows, isCut, first_kept: found[0]!.first_kept };
  }

  /** What happened to one subject, newest first, before a revision; with the bytes of what was read. */
  async timeline(
    subjectId: string,
    before: number,
    limit: number,
  ): Promise<{ rows: EventRow[]; isCut: boolean; bytes: number }> {
    const values = [this.workspaceId, subjectId, before, limit + 1];
    const found = await this.session.query<Found<EventRow> & { bytes: string }>(
      { name: 'event-timeline', text: TIMELINE },
      values,
    );
    const rows = found.slice(0, limit).map(withChanges);
    const bytes = found.reduce((sum, row) => sum + Number(row.bytes), 0);
    return { rows, isCut: rows.length < (rows[0]?.found ?? 0), bytes };
  }

  /** Which attributes of a record were changed, and by whom: newest first, before a revision. Reads no values. */
  async changed(recordId: string, before: number, limit: number): Promise<{ rows: ChangedRow[]; isCut: boolean }> {
    const values = [this.workspaceId, recordId, before, limit + 1];
    const found = await this.session.query<Found<ChangedRow>>({ name: 'event-changed', text: CHANGED }, values);
    const rows = found.slice(0, limit);
    return { rows, isCut: rows.length < (found[0]?.found ?? 0) };
  }

  /** Through what some revisions of a record were written, and by whose name. */
  async viaOf(recordId: string, revisions: readonly number[]): Promise<Map<number, Json>> {
    if (revisions.length === 0) return new Map();
    const text = `select rev, via || jsonb_build_object('actor_name', coalesce(actor_name, 'system')) as via from event
      where workspace_id = $1 and subject_id = $2 and rev = any($3::int[])`;
    const values = [this.workspaceId, recordId, revisions];
    const rows = await this.session.query<{ rev: number; via: Json }>({ name: 'event-via', text }, values);
    return new Map(rows.map(({ rev, via }) => [rev, via]));
  }

  /** Those of some events that this transaction has written, in their order, a page at a time. */
  async *written(eventIds: readonly string[]): AsyncGenerator<EventRow[]> {
    for (let after = 0, isCut = eventIds.length > 0; isCut;) {
      const values = [this.workspaceId, eventIds, after];
      const found = await this.session.query<Found<EventRow> & { place: number }>(
        { name: 'event-written', text: WRITTEN },
        values,
      );
      isCut = found.length < (found[0]?.found ?? 0);
      after = found.at(-1)?.place ?? 0;
      yield found.map(withChanges);
    }
  }

  async find(subjectId: string, eventId: string): Promise<EventRow | undefined> {
    const text = `select ${COLUMNS} from event e where e.workspace_id = $1 and e.subject_id = $2 and e.event_id = $3`;
    const values = [this.workspaceId, subjectId, eventId];
    const [row] = await this.session.query<EventRow>({ name: 'event-find', text }, values);
    return row && withChanges(row);
  }

  /**
   * Lets the oldest positions from before a moment go; events of what is gone for good go with them. How many
   * positions.
   */
  async expire(before: Date, most: number): Promise<number> {
    const rows = await this.session.query<{ n: number }>({ name: 'event-expire', text: EXPIRE }, [
      this.workspaceId,
      before,
      most,
    ]);
    return onlyRow(rows).n;
  }
}

/** A stored row as it is read. */
function withChanges<Row extends EventRow>(row: Row): Row {
  const { changes } = row.data;
  return changes ? { ...row, data: { ...row.data, changes: readChanges(changes) } } : row;
}

/** Workspaces after one whose events wait for a position, by their ids. One of the few statements over all tenants. */
export async function workspacesWithPending(session: Session, after: string, limit: number): Promise<string[]> {
  const statement = {
    name: 'event-pending-workspaces',
    // A loose index scan: one probe a workspace, however many events each has.
    text: `with recursive w as (
          (select workspace_id from event_pending where workspace_id > $2 order by workspace_id limit 1)
          union all
          select (select p.workspace_id
            from event_pending p
            where p.workspace_id > w.workspace_id
            order by p.workspace_id limit 1) from w where w.workspace_id is not null)
        select workspace_id from w where workspace_id is not null limit $1`,
  };
  const found = await rowsOfParts<{ workspace_id: string }>(session, statement, [limit, after]);
  return found
    .map((row) => row.workspace_id)
    .sort()
    .slice(0, limit);
}

/** Workspaces whose oldest kept event is from before a moment. One of the few statements over all tenants. */
export async function workspacesWithOldEvents(session: Session, before: Date): Promise<string[]> {
  const statement = {
    name: 'event-old-workspaces',
    text: `select h.workspace_id
      from event_head h
      join event_feed f on f.workspace_id = h.workspace_id and f.position = h.first_kept
      where f.occurred_at < $1
      limit 1000`,
  };
  const rows = await rowsOfParts<{ workspace_id: string }>(session, statement, [before]);
  return rows.map((row) => row.workspace_id);
}

/** How far the feeds of some workspaces have come; those without any event are left out. */
export async function feedPositions(session: Session, workspaceIds: readonly string[]): Promise<Map<string, number>> {
  const text = 'select workspace_id, position from event_head where workspace_id = any($1::uuid[])';
  const statement = { name: 'event-positions', text };
  const rows = await rowsOfParts<{ workspace_id: string; position: string }>(session, statement, [workspaceIds]);
  return new Map(rows.map(({ workspace_id, position }) => [workspace_id, Number(position)]));
}
