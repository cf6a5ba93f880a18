import { accessValues } from '../access/access.sql.js';
import type { AccessFacts } from '../access/access-policy.js';
import { authorOf, type Caller } from '../actor.js';
import { onlyRow, type Session, type Statement } from '../db/session.js';
import { StatementWriter } from '../db/statement-writer.js';
import { storedChanges } from '../events/changes.js';
import { addRecordEvent } from '../events/event.statements.js';
import type { ChangePlan } from './writing/change-plan.js';
import { nextSlot } from './writing/count-slot.js';
import type { HistoryRow, NewRecord, RecordChange } from './document.js';
import { findColumns, findRecord, type FoundRow } from './find-record.js';
import { FIND_MANY, FIND_SHORT, findMany, type FoundMany } from './find-many.js';
import { findPage, type AskedPage, type PageRow } from './find-page.js';
import { HISTORY } from './history.statements.js';
import { LABEL, LABELS_BEFORE, addChecks, addHistory, addKeyChanges, countBy, labels } from './record.statements.js';
import type { Columns } from './shown/columns.js';

/** What became of a write. `rev` is null when nothing was written. */
export interface WrittenRow extends AccessFacts {
  rev: number | null;
  created_at: Date | null;
  missing: string[];
  strangers: string[];
  labels: (string | null)[];
}

export interface WriteGate {
  caller: Caller;
  /** The schema version the plan was made with. */
  schemaVersion: string;
}

const NOW = `date_trunc('milliseconds', now())`;
const LOCK = `select record_id from record
  where workspace_id = $1 and record_id = any($2::uuid[]) and deleted_at is null order by record_id for update`;

export class RecordStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Authorisation, record and labels of its references; with `columns` only those. */
  find(caller: Caller, recordId: string | null, columns?: Columns): Promise<FoundRow | undefined> {
    if (columns) return findColumns(this.session, { caller, recordId, columns });
    return findRecord(this.session, { caller, recordId, isTrashed: false });
  }

  findTrashed(caller: Caller, recordId: string | null): Promise<FoundRow | undefined> {
    return findRecord(this.session, { caller, recordId, isTrashed: true });
  }

  /** Records by id, up to the first that makes them `most` bytes together or more. */
  findMany(recordIds: string[], most: number): Promise<FoundMany> {
    return findMany(this.session, FIND_MANY, [this.workspaceId, recordIds, most]);
  }

  /** The same without those that are in the trash or hold more than 64 KiB. */
  findShort(recordIds: string[], most: number): Promise<FoundMany> {
    return findMany(this.session, FIND_SHORT, [this.workspaceId, recordIds, most]);
  }

  page(caller: Caller, asked: AskedPage): Promise<PageRow | undefined> {
    return findPage(this.session, caller, asked);
  }

  /** Closed values of some attributes, as many of the newest as are read at once, in the order in which they began. */
  async history(recordId: string, attrNos: readonly number[]): Promise<{ closed: HistoryRow[]; isCut: boolean }> {
    const values = [this.workspaceId, recordId, attrNos];
    const closed = await this.session.query<HistoryRow & { found: number }>(HISTORY, values);
    return { closed, isCut: closed.length < (closed[0]?.found ?? 0) };
  }

  /** Target id -> '1' or '0' (in the trash) and its label; nothing for those that are gone. */
  labels(recordIds: string[]): Promise<Record<string, string>> {
    const text = `select t.record_id as id, ${LABEL} as label from record t
          where t.workspace_id = $1 and t.record_id = any($2::uuid[]) and t.deleted_at is null`;
    return this.labelled({ name: 'record-labels', text }, recordIds);
  }

  /** The same of those that this transaction, which wrote these events, has taken away: as they were before it. */
  labelsBefore(recordIds: string[], eventIds: readonly string[]): Promise<Record<string, string>> {
    return this.labelled({ name: 'record-labels-before', text: LABELS_BEFORE }, recordIds, eventIds);
  }

  private async labelled(statement: Statement, ...[recordIds, ...more]: (readonly string[])[]) {
    if (recordIds!.length === 0) return {};
    const values = [this.workspaceId, recordIds, ...more];
    const rows = await this.session.query<{ id: string; label: string }>(statement, values);
    return Object.fromEntries(rows.map(({ id, label }) => [id, label]));
  }

  /** Takes the rows for this transaction, in one order for everybody. Gives the ids of those that are there. */
  lock(recordIds: string[]): Promise<string[]> {
    return this.taken({ name: 'record-lock', text: LOCK }, recordIds);
  }

  /** Takes those rows that no other transaction has, without waiting. Gives their ids. */
  lockFree(recordIds: string[]): Promise<string[]> {
    return this.taken({ name: 'record-lock-free', text: `${LOCK} skip locked` }, recordIds);
  }

  private async taken(statement: Statement, recordIds: string[]): Promise<string[]> {
    const rows = await this.session.query<{ record_id: string }>(statement, [this.workspaceId, recordIds]);
    return rows.map((row) => row.record_id);
  }

  /** Creates the record and everything beside it in one statement; nothing is left behind when a part fails. */
  async insert(gate: WriteGate, at: NewRecord, plan: ChangePlan): Promise<WrittenRow> {
    const { revived } = at;
    const writer = new StatementWriter(revived ? 'record-revive' : 'record-insert', accessValues(gate.caller));
    addChecks(writer, plan, gate);
    const author = revived ? { type: revived.created_by_type, id: revived.created_by_id } : authorOf(gate.caller);
    const [record, object] = [`${writer.put(at.record_id)}::uuid`, `${writer.put(at.object_id)}::uuid`];
    const refs = `nullif(${writer.put(plan.refs)}::uuid[], '{}')`;
    const [type, id] = [writer.put(author.type), writer.put(author.id)];
    const via = writer.put(JSON.stringify(at.created_via));
    const [label, vals, size] = [writer.put(plan.label), writer.put(plan.document), writer.put(plan.size)];
    const made = revived ? `${writer.put(revived.created_at)}::timestamptz` : NOW;
    const [names, values] = revived
      ? [', rev, meta', `, ${writer.put(revived.rev)}::int, ${writer.put(JSON.stringify(plan.meta))}::jsonb`]
      : ['', ''];
    writer.part(
      'r',
      () => `written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
        created_by_type, created_by_id, created_via, label, refs, vals, size${names})
        select $1, ${record}, ${object}, ${made}, ${NOW},
          ${type}::text, ${id}::uuid, ${via}::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end, ${label}::text, ${refs},
              ${vals}::jsonb, ${size}::int${values}
        from go returning rev, created_at, updated_at, refs)`,
    );
    const place = { record, object, source: 'written', rev: 'written.rev', at: 'written.updated_at' };
    addRecordEvent(writer, gate.caller, place, { kind: 'record.created', changes: storedChanges(plan.changed) });
    addKeyChanges(writer, plan, { record, object, source: 'written', isNew: !revived });
    if (plan.lexemes) {
      const lexemes = writer.put(plan.lexemes);
      writer.part(
        's',
        () => `search as (insert into record_search
          select $1, ${record}, array_to_tsvector(${lexemes}::text[]) from written)`,
      );
    }
    writer.part('n', countBy(writer, object, 1));
    return this.written(writer);
  }

  /** Writes the plan if the record still has the revision the plan was made from; otherwise `rev` comes back null. */
  async update(
    gate: WriteGate,
    row: { record_id: string; object_id: string; rev: number },
    { id, at: moment, event }: RecordChange,
    plan: ChangePlan,
  ): Promise<WrittenRow> {
    const writer = new StatementWriter(event?.kind.replace('.', '-') ?? 'record-update', accessValues(gate.caller));
    addChecks(writer, plan, gate);
    const [record, object] = [`${writer.put(row.record_id)}::uuid`, `${writer.put(row.object_id)}::uuid`];
    const refs = `nullif(${writer.put(plan.refs)}::uuid[], '{}')`;
    const at = `${writer.put(moment)}::timestamptz`;
    const meta = writer.put(plan.meta === null ? null : JSON.stringify(plan.meta));
    const [vals, size, label] = [writer.put(plan.document), writer.put(plan.size), writer.put(plan.label)];
    const rev = writer.put(row.rev);
    writer.part(
      'r',
      () => `written as (update record
        set vals = ${vals}::jsonb, size = ${size}::int, meta = ${meta}::jsonb,
          label = ${label}::text,
          refs = ${refs}, rev = rev + 1, updated_at = ${at}
        from go where workspace_id = $1 and record_id = ${record} and rev = ${rev}::int
          and deleted_at is null returning record.rev, record.created_at, record.refs)`,
    );
    const place = { record, object, source: 'written', rev: 'written.rev', at };
    const changes = storedChanges(plan.changed);
    addRecordEvent(writer, gate.caller, place, { kind: 'record.updated', ...event, changes });
    addHistory(writer, plan.history, { record, source: 'written', change: id });
    addKeyChanges(writer, plan, { record, object, source: 'written' });
    if (plan.lexemes) {
      const tsv = `array_to_tsvector(${writer.put(plan.lexemes)}::text[])`;
      writer.part(
        's',
        () => `search as (update record_search
          set tsv = ${tsv}
          from written
          where workspace_id = $1 and record_id = ${record} and tsv is distinct from ${tsv})`,
      );
    }
    return this.written(writer);
  }

  private async written(writer: StatementWriter): Promise<WrittenRow> {
    const tail = () => `select checked.*, written.rev, written.created_at, ${labels('written.refs')}
      from checked
      left join written on true`;
    const row = onlyRow(await this.session.query<WrittenRow>(writer.statement(tail), writer.values));
    if (row.rev !== null) this.session.wrote?.(this.workspaceId);
    return row;
  }

  /** Moves a record into the trash or back; nothing when it has changed meanwhile. Its unique values stay reserved. */
  async setTrashed(
    record: { record_id: string; rev: number },
    trashed: boolean,
  ): Promise<{ rev: number; updated_at: Date } | undefined> {
    const [moved] = await this.session.query<{ rev: number; updated_at: Date }>(
      {
        name: 'record-trash',
        text: `with moved as (update record
          set trashed_at = case when $4
            then now() end, rev = rev + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
            where workspace_id = $1 and record_id = $2 and rev = $3 and deleted_at is null
            returning object_id, rev, updated_at),
          counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
            select $1, object_id, $5, $6 from moved
            on conflict (workspace_id, object_id, slot) do update set n = oc.n + $6)
          select rev, updated_at from moved`,
      },
      [this.workspaceId, record.record_id, record.rev, trashed, nextSlot(), trashed ? -1 : 1],
    );
    return moved;
  }

  /** Records that refer to `recordId`, at most `limit`. */
  async referrers(recordId: string, limit: number): Promise<string[]> {
    const rows = await this.session.query<{ record_id: string }>(
      {
        name: 'record-referrers',
        text: `select distinct record_id
          from record_reference where workspace_id = $1 and target_id = $2 and record_id <> $2 limit $3`,
      },
      [this.workspaceId, recordId, limit],
    );
    return rows.map((row) => row.record_id);
  }

  /** Which records hold these unique values. */
  holders(
    pairs: { attribute_id: string; v: string }[],
  ): Promise<{ attribute_id: string; v: string; record_id: string; trashed: boolean }[]> {
    return this.session.query(
      {
        text: `select u.attribute_id, u.v, u.record_id, coalesce(r.trashed_at is not null, false) as trashed
          from unnest($2::uuid[], $3::text[]) x(a, v)
          join record_unique u on u.workspace_id = $1 and u.attribute_id = x.a and u.v = x.v
          left join record r on r.workspace_id = $1 and r.record_id = u.record_id`,
      },
      [this.workspaceId, pairs.map((pair) => pair.attribute_id), pairs.map((pair) => pair.v)],
    );
  }
}
