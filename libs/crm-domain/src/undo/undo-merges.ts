import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import type { EventRow } from '../events/event.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { itemsOf, type RecordRow } from '../records/document.js';
import { MAX_REFERENCES, type MergedRecord } from '../records/merging/merge.js';
import { absorb, claim, release } from '../records/merging/merge-steps.js';
import { linksLeft } from '../records/merging/links-left.js';
import { valuesWith } from '../records/merging/unite.js';
import type { Patch } from '../records/writing/change-plan.js';
import type { Stores } from '../stores.js';
import { Obstacle } from './obstacle.js';
import type { RecordPast } from './record-past.js';
import type { UndoReport } from './undo-report.js';
import { UndoWriter, obstacleOf } from './undo-writer.js';
import { find } from './wishes.js';

/** A record of which something is to be undone. */
export interface Subject {
  record_id: string;
  object: ObjectSchema;
  past: RecordPast;
  /** Of one that came back: what it is still to be given. */
  missing?: Patch;
  /** Ids of the events that a write of it undoes. */
  undoes?: readonly string[];
}

interface Undoing {
  actor: Actor;
  schema: WorkspaceSchema;
}

/**
 * Takes merges back, and does again what was taken back: the records themselves and their unique values. All other values
 * are given back as those of any change are.
 */
export class UndoMerges {
  /** Records that are by themselves again, with the event that had them merged. */
  private readonly released: { record_id: string; object: ObjectSchema; event: EventRow }[] = [];

  constructor(
    private readonly db: Db,
    private readonly of: Undoing,
    private readonly subjects: Map<string, Subject>,
    private readonly report: UndoReport,
  ) {}

  /** The newest first: what was merged into another one comes back after that one. */
  async all(): Promise<void> {
    const units = [...this.subjects.values()].flatMap((subject) =>
      subject.past.merges.map((event) => ({ subject, event })),
    );
    units.sort((one, other) => (one.event.event_id < other.event.event_id ? 1 : -1));
    for (const { subject, event } of units) await this.one(subject, event);
    await this.leaveMerged();
  }

  /** After all values were given back: what the records refer to may have changed while they were out of sight. */
  async settle(): Promise<void> {
    for (const { record_id, object, event } of this.released)
      await this.db.autocommit(this.of.actor.workspace_id, async (stores) => {
        const row = await find(stores, record_id);
        const patch = row && (await linksLeft(stores, { schema: this.of.schema, object, row }));
        if (row && patch && patch.size > 0) await this.writer(event, patch).put(stores, object, row, { patch });
      });
  }

  private async one(subject: Subject, event: EventRow): Promise<void> {
    const { object, record_id } = subject;
    const isMerge = event.kind === 'record.merged';
    const parts = (event.data[isMerge ? 'merged' : 'unmerged'] ?? []) as MergedRecord[];
    try {
      await this.db.autocommit(this.of.actor.workspace_id, async (stores) => {
        const into = await find(stores, record_id);
        if (!into) throw new Obstacle(subject.past.deletion ? 'deleted_since' : 'merged_since');
        await (isMerge
          ? this.release(stores, { subject, event, into }, parts)
          : this.absorb(stores, { subject, event, into }, parts));
      });
    } catch (error) {
      const { reason, by } = obstacleOf(error);
      for (const part of parts) this.report.leave(part.record_id, reason, { object, by });
      // What it took over from them stays as well: they could not have it back.
      subject.past = subject.past.without(event.event_id);
      if (subject.past.isOver) this.subjects.delete(record_id);
      return;
    }
    for (const part of parts) {
      this.report.note({ ...part, object }, isMerge ? 'unmerged' : 'merged', []);
      if (isMerge) this.released.push({ record_id: part.record_id, object, event });
    }
  }

  private async release(stores: Stores, { subject, event, into }: At, parts: readonly MergedRecord[]): Promise<void> {
    const { object } = subject;
    const ids = parts.map(({ record_id }) => record_id);
    const found = await stores.merges.rows(ids, into.record_id);
    if (found.length < ids.length) throw new Obstacle('deleted_since');
    const rows = found.map((row) => ({
      ...row,
      with: parts.find((part) => part.record_id === row.record_id)!.with ?? [],
    }));
    const at = { object, into: into.record_id, caller: this.of.actor };
    await release(stores, at, rows);
    const patch = unique(wanted(subject, into));
    const told = { kind: 'record.unmerged' as const, data: { unmerged: parts } };
    await this.writer(event, patch).put(stores, object, into, { patch, event: told });
    await claim(stores, at, rows);
  }

  private async absorb(stores: Stores, { subject, event, into }: At, parts: readonly MergedRecord[]): Promise<void> {
    const { object } = subject;
    const rows: RecordRow[] = [];
    for (const { record_id, version } of parts) {
      const row = await find(stores, record_id);
      if (row?.rev !== version) throw new Obstacle(row ? 'changed_since' : 'deleted_since');
      rows.push(row);
    }
    const ids = rows.map(({ record_id }) => record_id);
    const { ids: referrers, references } = await stores.merges.referrers(
      ids,
      [into.record_id, ...ids],
      MAX_REFERENCES + 1,
    );
    const isOurs = (id: string) => ids.some((part) => this.subjects.get(id)?.past.hasReferred(part));
    if (references > MAX_REFERENCES || !referrers.every(isOurs)) throw new Obstacle('referenced');
    const patch = wanted(subject, into);
    const merged = await absorb(stores, {
      object,
      into: into.record_id,
      vals: valuesWith(into.vals, patch),
      from: rows,
    });
    const told = { kind: 'record.merged' as const, data: { merged } };
    await this.writer(event, unique(patch)).put(stores, object, into, { patch: unique(patch), event: told });
  }

  /** Changes of records that are part of others now cannot be undone. */
  private async leaveMerged(): Promise<void> {
    const { workspace_id } = this.of.actor;
    const ids = [...this.subjects.keys()];
    const merged = await this.db.autocommit(workspace_id, ({ merges }) => merges.survivors(ids));
    for (const [id, other] of merged) {
      const { object } = this.subjects.get(id)!;
      this.subjects.delete(id);
      if (!this.report.undone.some(({ record_id }) => record_id === id))
        this.report.leave(id, 'merged_since', { object, other });
    }
  }

  private writer(event: EventRow, patch: Patch): UndoWriter {
    return new UndoWriter(this.of.actor, this.of.schema, [event.event_id], [...patch.keys()]);
  }
}

interface At {
  subject: Subject;
  event: EventRow;
  into: RecordRow;
}

/** What the record should hold again. */
function wanted({ object, past }: Subject, row: RecordRow): Patch {
  const patch: Patch = new Map();
  for (const attribute of object.attributes) {
    const target = past.target(attribute, itemsOf(row.vals, attribute.attr_no));
    if (target && 'items' in target) patch.set(attribute, target.items);
  }
  return patch;
}

/** Of several records only one may have a value: who gives it up is written first. */
function unique(patch: Patch): Patch {
  return new Map([...patch].filter(([{ is_unique, valueType }]) => is_unique && valueType.uniqueKey));
}
