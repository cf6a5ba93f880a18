import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { WorkTime } from '../db/work-time.js';
import type { EventRow } from '../events/event.js';
import type { Stores } from '../stores.js';
import type { Attribute, WorkspaceSchema } from '../objects/schema.js';
import { itemsOf, type RecordRow } from '../records/document.js';
import type { Patch } from '../records/writing/change-plan.js';
import { StalePlanError } from '../records/writing/retry-stale-plans.js';
import { freeMutuallyHeld, holderOf, type Taken } from './exchange.js';
import { Obstacle } from './obstacle.js';
import { readSubjects } from './read-subjects.js';
import type { RecordPast } from './record-past.js';
import { UndoMerges, type Subject } from './undo-merges.js';
import { UndoReport } from './undo-report.js';
import type { EventKey } from './undo.store.js';
import { UndoWriter, obstacleOf } from './undo-writer.js';
import { find, findStill, patchFor, valuesOfDeleted, type Wish } from './wishes.js';

const MAX_REFERRERS = 100;
/** As what each record counts that is written: a tenth of a write of its own, as in a batch. */
const BYTES_OF_ONE = 6554;

export interface Undoing {
  actor: Actor;
  schema: WorkspaceSchema;
  /** Whether what somebody did since is of those whose changes are undone, who did it later. */
  isLater: (event: EventRow) => boolean;
  /** As in `UndoMerges`. */
  mayOwe: boolean;
}

/** One call of undo, within one transaction: first merges, then what goes, then what comes back, then values, then the trash. */
export class UndoRun {
  readonly report: UndoReport;
  private subjects = new Map<string, Subject>();
  private pasts: ReadonlyMap<string, RecordPast> = new Map();
  /** Records that writes of others have changed on the way: the other sides of links. */
  private readonly touched = new Set<string>();
  private readonly taken: Taken[] = [];

  constructor(
    private readonly db: Db,
    private readonly of: Undoing,
    private readonly keys: readonly EventKey[],
  ) {
    this.report = new UndoReport(of.isLater);
  }

  /** @throws as UndoMerges.settle */
  async all(): Promise<void> {
    const { schema } = this.of;
    this.subjects = await this.part((stores) => readSubjects(stores, { schema, keys: this.keys, report: this.report }));
    this.pasts = new Map([...this.subjects].map(([id, { past }]) => [id, past]));
    const merges = new UndoMerges(this.db, this.of, this.subjects, this.report);
    await merges.all();
    const subjects = [...this.subjects.values()];
    for (const each of subjects) if (each.past.isToGo) await this.remove(each);
    for (const each of subjects) if (each.past.isToCome) await this.revive(each);
    for (const each of subjects) await this.move(each, 'active');
    for (const each of subjects) await this.giveBack(each);
    await this.giveTaken();
    for (const each of subjects) await this.move(each, 'trashed');
    await merges.settle();
    WorkTime.workOn(this.report.undone.length * BYTES_OF_ONE);
  }

  private async remove(subject: Subject): Promise<void> {
    const { record_id, object, past } = subject;
    this.subjects.delete(record_id);
    const by = past.lastOfOthers;
    if (by) return this.report.leave(record_id, 'changed_since', { object, by });
    await this.attempt(subject, null, async (stores) => {
      const referrers = await stores.records.referrers(record_id, MAX_REFERRERS + 1);
      const isOther = (id: string) => !this.subjects.get(id)?.past.hasReferred(record_id);
      if (referrers.length > MAX_REFERRERS || referrers.some(isOther)) throw new Obstacle('referenced');
      const row = await find(stores, record_id);
      if (!row) return;
      await this.writer(subject).remove(stores, object, row, past.isTrashed);
      for (const id of referrers) this.touched.add(id);
      this.report.note(subject, 'deleted', []);
    });
  }

  private async revive(subject: Subject): Promise<void> {
    const { record_id, object, past } = subject;
    const { plain, unique, later, left } = valuesOfDeleted(object, past);
    const come = async (stores: Stores, values: Patch) => {
      const now = await this.momentFor(stores, record_id);
      const isWhole = values.size === plain.size + unique.size && later.size === 0 && left.length === 0;
      await this.writer(subject, isWhole ? undefined : values.keys()).revive(
        stores,
        { object, deletion: past.deletion!, now },
        values,
      );
      this.report.note(subject, 'created', [...values.keys()]);
    };
    subject.missing = later;
    const isBack = await this.attempt(
      subject,
      null,
      (stores) => come(stores, new Map([...plain, ...unique])),
      () => {
        // Without what another record has meanwhile; each is tried by itself afterwards.
        subject.missing = new Map([...unique, ...later]);
        return this.attempt(subject, null, (stores) => come(stores, plain));
      },
    );
    if (!isBack) return void this.subjects.delete(record_id);
    for (const { attribute, reason } of left) this.report.leave(record_id, reason, { object, attribute });
  }

  /** The moment of this transaction, at which a record that was deleted is there again. */
  private async momentFor(stores: Stores, recordId: string): Promise<Date> {
    const { now, is_deleted } = await stores.undo.momentFor(recordId);
    if (is_deleted) throw new Obstacle('still_deleting');
    // Somebody else brought it back at the same moment.
    if (is_deleted === false) throw new StalePlanError();
    return now;
  }

  private async move(subject: Subject, to: 'active' | 'trashed'): Promise<void> {
    const { record_id, object, past } = subject;
    const state = past.state;
    const isBack = past.isToCome;
    if (state === undefined || (past.deletion && !isBack) || !this.subjects.has(record_id)) return;
    if (typeof state === 'object') {
      if (to === 'active') this.report.leave(record_id, 'changed_since', { object, by: state.changedBy });
      return;
    }
    // What comes back is not in the trash, where it may have been before it was deleted.
    if (state !== to || (!isBack && past.isTrashed) === (to === 'trashed')) return;
    await this.attempt(subject, null, async (stores) => {
      const row = await findStill(stores, record_id);
      await this.writer(subject, []).move(stores, row, to === 'trashed');
      this.report.note(subject, to === 'trashed' ? 'trashed' : 'restored', []);
    });
  }

  /** Values of a record; what cannot be given back together is tried one by one. */
  private async giveBack(subject: Subject): Promise<void> {
    const { record_id, object, past } = subject;
    if (!this.subjects.has(record_id)) return;
    const by = past.deletion;
    if (by && !past.isMine(by)) return this.report.leave(record_id, 'deleted_since', { object, by });
    const left = this.report.left.length;
    const wishes = await this.part(async (stores) => {
      const row = await find(stores, record_id);
      return row ? this.wishesOf(stores, subject, row) : undefined;
    });
    if (!wishes || wishes.length === 0) return;
    const isWhole = !subject.missing && typeof past.state !== 'object' && this.report.left.length === left;
    const isDone = await this.part((stores) => this.write(stores, subject, wishes, isWhole)).then(
      () => true,
      (error: unknown) => !obstacleOf(error),
    );
    for (const wish of wishes)
      if (isDone) this.report.note(subject, 'updated', [wish.attribute]);
      else await this.giveOne(subject, wish, () => this.taken.push({ subject, wish }));
  }

  private giveOne(subject: Subject, wish: Wish, whenTaken?: () => unknown): Promise<boolean> {
    const give = async (stores: Stores) => {
      await this.write(stores, subject, [wish]);
      this.report.note(subject, 'updated', [wish.attribute]);
    };
    return this.attempt(subject, wish.attribute, give, whenTaken);
  }

  /** By now the value may be free, or it is once all of them let go of theirs. */
  private async giveTaken(): Promise<void> {
    const given = await this.part(async (stores) => {
      const free = await freeMutuallyHeld(stores, this.taken);
      for (const { subject, wish } of free) await this.write(stores, subject, [wish]);
      return free;
    }).catch((error: unknown): Taken[] => (obstacleOf(error), []));
    for (const each of this.taken)
      if (given.includes(each)) this.report.note(each.subject, 'updated', [each.wish.attribute]);
      else await this.giveOne(each.subject, each.wish, () => this.leaveTaken(each));
  }

  private async leaveTaken(taken: Taken): Promise<void> {
    const { record_id, object } = taken.subject;
    const other = await this.part((stores) => holderOf(stores, taken));
    this.report.leave(record_id, 'unique_taken', { object, attribute: taken.wish.attribute, other });
  }

  private async wishesOf(stores: Stores, subject: Subject, row: RecordRow): Promise<Wish[]> {
    const { record_id, object, past, missing } = subject;
    if (missing) return [...missing].map(([attribute, items]) => ({ attribute, items }));
    const wishes: Wish[] = [];
    for (const id of past.attributeIds) {
      const attribute = object.find(id);
      const target = attribute && past.target(attribute, itemsOf(row.vals, attribute.attr_no));
      if (!attribute || (target && attribute.archived_at))
        this.report.leave(record_id, 'schema_changed', { object, slug: past.slugOf(id) });
      else if (!target) {
        if (this.touched.has(record_id)) this.report.note(subject, 'updated', [attribute]);
      } else if ('changedBy' in target)
        this.report.leave(record_id, 'changed_since', { object, attribute, by: target.changedBy });
      else if ('isTooMuch' in target) this.report.leave(record_id, 'too_many_changes', { object, attribute });
      else wishes.push({ attribute, items: target.items });
    }
    return wishes;
  }

  private async write(stores: Stores, subject: Subject, wishes: readonly Wish[], isWhole = false): Promise<void> {
    const row = await findStill(stores, subject.record_id);
    const isOurs = (id: string, attributeId: string) => this.pasts.get(id)?.isLastMine(attributeId) ?? false;
    const patch = await patchFor(stores, { schema: this.of.schema, row, isOurs }, wishes);
    const writer = this.writer(subject, isWhole ? undefined : patch.keys());
    for (const id of await writer.update(stores, subject.object, row, patch)) this.touched.add(id);
  }

  /** For writes that undo changes of one record and of the other sides of its links, or those of some attributes only. */
  private writer(subject: Subject, only?: Iterable<Attribute>): UndoWriter {
    const idsOf = (id: string, attributeId: string) => this.pasts.get(id)?.idsOf(attributeId) ?? [];
    subject.undoes ??= subject.past.idsWithLinks(subject.object, idsOf);
    return new UndoWriter(this.of.actor, this.of.schema, subject.undoes, only && [...only]);
  }

  /** A part that leaves nothing when it fails. */
  private part<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.db.autocommit(this.of.actor.workspace_id, work);
  }

  /** Gives whether it was done, or `whenTaken` was. */
  private async attempt(
    { record_id, object }: Subject,
    attribute: Attribute | null,
    work: (stores: Stores) => Promise<void>,
    whenTaken?: () => unknown,
  ): Promise<boolean> {
    try {
      await this.part(work);
      return true;
    } catch (error) {
      const { reason, by } = obstacleOf(error);
      if (reason === 'unique_taken' && whenTaken) return (await whenTaken()) === true;
      this.report.leave(record_id, reason, { object, by, ...(attribute && { attribute }) });
      return false;
    }
  }
}
