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
import { OwedValues } from './owed-values.js';
import type { RecordPast } from './record-past.js';
import type { UndoReport } from './undo-report.js';
import { UndoWriter, obstacleOf } from './undo-writer.js';
import { find, misfit } from './wishes.js';

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
  /** Whether unique values may be given back at the end that others still hold: `settle` says whether that was right. */
  mayOwe: boolean;
}

/**
 * Takes merges back, and does again what was taken back: the records themselves and their unique values. All other values
 * are given back as those of any change are.
 */
export class UndoMerges {
  /** Records that are by themselves again, with the event that had them merged. */
  private readonly released: { record_id: string; object: ObjectSchema; event: EventRow }[] = [];
  private readonly owed: OwedValues;

  constructor(
    private readonly db: Db,
    private readonly of: Undoing,
    private readonly subjects: Map<string, Subject>,
    private readonly report: UndoReport,
  ) {
    this.owed = new OwedValues({ caller: of.actor, schema: of.schema });
  }

  /** The newest first: what was merged into another one comes back after that one. */
  async all(): Promise<void> {
    const units = [...this.subjects.values()].flatMap((subject) =>
      subject.past.merges.map((event) => ({ subject, event })),
    );
    units.sort((one, other) => (one.event.event_id < other.event.event_id ? 1 : -1));
    for (const { subject, event } of units) await this.one(subject, event);
    await this.leaveMerged();
  }

  /**
   * After all values were given back: each record gets the unique values that it is still owed. What it refers to may have
   * changed while it was out of sight.
   *
   * @throws Obstacle; UniqueViolation where another record has what is owed: none of the undo may be kept then
   */
  async settle(): Promise<void> {
    await this.db.autocommit(this.of.actor.workspace_id, (stores) => this.owed.settle(stores));
    if (this.report.left.some(({ reason, record_id }) => reason === 'unique_taken' && this.owed.has(record_id)))
      throw new Obstacle('unique_taken');
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
    const at = { subject, event, parts };
    let given: Patch;
    try {
      given = await this.done(at, false).catch((error: unknown) => {
        if (!this.of.mayOwe || obstacleOf(error).reason !== 'unique_taken') throw error;
        return this.done(at, true);
      });
    } catch (error) {
      const obstacle = obstacleOf(error);
      for (const part of parts) this.report.leave(part.record_id, obstacle.reason, { object, by: obstacle.by });
      if (!isMerge) await this.leaveValues(at, obstacle);
      // What it took over from them stays as well: they could not have it back.
      subject.past = subject.past.without(event.event_id);
      if (subject.past.isOver) this.subjects.delete(record_id);
      return;
    }
    for (const part of parts) {
      this.report.note({ ...part, object }, isMerge ? 'unmerged' : 'merged', []);
      if (isMerge) this.released.push({ record_id: part.record_id, object, event });
    }
    if (given.size > 0) this.report.note(subject, 'updated', [...given.keys()]);
  }

  /** Gives the unique values that the record which stays has now. With `owes`, some follow as others let go of them. */
  private done({ subject, event, parts }: Unit, owes: boolean): Promise<Patch> {
    return this.db.autocommit(this.of.actor.workspace_id, async (stores) => {
      const into = await find(stores, subject.record_id);
      if (!into) throw new Obstacle(subject.past.deletion ? 'deleted_since' : 'merged_since');
      const at = { subject, event, parts, into, owes };
      return event.kind === 'record.merged' ? this.release(stores, at) : this.absorb(stores, at);
    });
  }

  /** Names what the record that stays would have again if the others went into it again. */
  private async leaveValues({ subject, event }: Unit, { reason, by }: Obstacle): Promise<void> {
    const { record_id, object, past } = subject;
    const row = await this.db.autocommit(this.of.actor.workspace_id, (stores) => find(stores, record_id));
    // Of what is not there, nothing is said but that; what was deleted comes back after the merges.
    if (!row && !past.isToCome) return;
    for (const { attribute_id, slug } of event.data.changes ?? []) {
      const attribute = object.find(attribute_id);
      const target = attribute && past.target(attribute, row ? itemsOf(row.vals, attribute.attr_no) : []);
      if (!attribute) this.report.leave(record_id, 'schema_changed', { object, slug });
      else if (target && 'items' in target) this.report.leave(record_id, reason, { object, attribute, by });
    }
  }

  private async release(stores: Stores, { subject, event, parts, into, owes }: At): Promise<Patch> {
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
    const patch = owes ? NOTHING : fitting(unique(wanted(subject, into)), into);
    const told = { kind: 'record.unmerged' as const, data: { unmerged: parts } };
    await this.writer(event, patch).put(stores, object, into, { patch, event: told });
    await (owes ? this.owed.claimFree(stores, at, rows) : claim(stores, at, rows));
    return patch;
  }

  private async absorb(stores: Stores, { subject, event, parts, into, owes }: At): Promise<Patch> {
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
    const all = wanted(subject, into);
    const vals = valuesWith(into.vals, all);
    const merged = await absorb(stores, { object, into: into.record_id, vals, from: rows });
    const patch = owes ? NOTHING : fitting(unique(all), into);
    if (owes) this.owed.add(into.record_id);
    const told = { kind: 'record.merged' as const, data: { merged } };
    await this.writer(event, patch).put(stores, object, into, { patch, event: told });
    return patch;
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

/** A merge, or what undid one. */
interface Unit {
  subject: Subject;
  event: EventRow;
  parts: readonly MergedRecord[];
}

interface At extends Unit {
  into: RecordRow;
  owes: boolean;
}

const NOTHING: Patch = new Map();

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

/** @throws Obstacle for what the record cannot hold */
function fitting(patch: Patch, { vals }: RecordRow): Patch {
  for (const [attribute, items] of patch) {
    const reason = misfit(attribute, items, itemsOf(vals, attribute.attr_no));
    if (reason) throw new Obstacle(reason);
  }
  return patch;
}
