import type { Db } from '../crm-database.js';
import { WorkTime } from '../db/work-time.js';
import type { Patch } from '../records/writing/change-plan.js';
import { StalePlanError } from '../records/writing/retry-stale-plans.js';
import type { Stores } from '../stores.js';
import { GiveBack } from './give-back.js';
import { Obstacle } from './obstacle.js';
import { RemoveTogether } from './remove-together.js';
import { readSubjects } from './read-subjects.js';
import { UndoMerges, type Subject } from './undo-merges.js';
import { UndoParts, type Undoing } from './undo-parts.js';
import type { UndoReport } from './undo-report.js';
import type { EventKey } from './undo.store.js';
import { UndoWriter } from './undo-writer.js';
import { find, findStill, patchFor, valuesOfDeleted, type Wish } from './wishes.js';

const MAX_REFERRERS = 100;
/** As what each record counts that is written: a tenth of a write of its own, as in a batch. */
const BYTES_OF_ONE = 6554;

/** One call of undo, within one transaction: first merges, then what goes, then what comes back, then values, then the trash. */
export class UndoRun {
  private readonly parts: UndoParts;

  constructor(
    private readonly db: Db,
    private readonly of: Undoing,
    private readonly keys: readonly EventKey[],
  ) {
    this.parts = new UndoParts(db, of);
  }

  get report(): UndoReport {
    return this.parts.report;
  }

  /** @throws as UndoMerges.settle */
  async all(): Promise<void> {
    const { parts, report } = this;
    const { schema } = this.of;
    parts.subjects = await parts.part((stores) => readSubjects(stores, { schema, keys: this.keys, report }));
    parts.pasts = new Map([...parts.subjects].map(([id, { past }]) => [id, past]));
    const merges = new UndoMerges(this.db, this.of, parts.subjects, report);
    await merges.all();
    const subjects = [...parts.subjects.values()];
    await this.removeAll(subjects.filter(({ past }) => past.isToGo));
    for (const each of subjects) if (each.past.isToCome) await this.revive(each);
    for (const each of subjects) await this.move(each, 'active');
    await new GiveBack(parts).all();
    for (const each of subjects) await this.move(each, 'trashed');
    await merges.settle();
    WorkTime.workOn(this.report.undone.length * BYTES_OF_ONE);
  }

  private async removeAll(going: readonly Subject[]): Promise<void> {
    const own: Subject[] = [];
    for (const subject of going) {
      const { record_id, object, past } = subject;
      const by = past.lastOfOthers;
      if (!by) own.push(subject);
      else {
        this.parts.subjects.delete(record_id);
        this.report.leave(record_id, 'changed_since', { object, by });
      }
    }
    for (const each of await new RemoveTogether(this.parts).all(own)) await this.remove(each);
  }

  private async remove(subject: Subject): Promise<void> {
    const { record_id, object, past } = subject;
    this.parts.subjects.delete(record_id);
    if (this.parts.isLate) return this.report.leave(record_id, 'too_large', { object });
    await this.parts.attempt(subject, null, async (stores) => {
      const referrers = await stores.records.referrers(record_id, MAX_REFERRERS + 1);
      const isOther = (id: string) => !this.parts.subjects.get(id)?.past.hasReferred(record_id);
      if (referrers.length > MAX_REFERRERS || referrers.some(isOther)) throw new Obstacle('referenced');
      const row = await find(stores, record_id);
      if (!row) return;
      await this.parts.writer(subject).remove(stores, object, row, past.isTrashed);
      for (const id of referrers) this.parts.touched.add(id);
      this.report.note(subject, 'deleted', []);
    });
  }

  private async revive(subject: Subject): Promise<void> {
    const { record_id, object, past } = subject;
    if (this.parts.isLate) {
      this.parts.subjects.delete(record_id);
      return this.report.leave(record_id, 'too_large', { object });
    }
    const { plain, unique, later, kept, left } = valuesOfDeleted(object, past);
    const come = async (stores: Stores, values: Patch) => {
      const { now, rev } = await this.momentFor(stores, record_id);
      const isWhole = values.size === plain.size + unique.size && later.size === 0 && left.length === 0;
      await this.parts
        .writer(subject, isWhole ? undefined : values.keys())
        .revive(stores, { object, deletion: past.deletion!, now, rev: rev + 1 }, values);
      this.report.note(subject, 'created', [...values.keys()]);
    };
    subject.missing = later;
    const isBack = await this.parts.attempt(
      subject,
      null,
      (stores) => come(stores, new Map([...plain, ...unique])),
      () => {
        // Without what another record has meanwhile; each is tried by itself afterwards.
        subject.missing = new Map([...unique, ...later]);
        return this.parts.attempt(subject, null, (stores) => come(stores, plain));
      },
    );
    if (!isBack) return void this.parts.subjects.delete(record_id);
    for (const { attribute, reason } of left) this.report.leave(record_id, reason, { object, attribute });
    for (const [attribute, items] of kept) await this.keep(subject, { attribute, items });
  }

  /** What a record held when it was deleted, of an attribute of which what came before cannot be undone. */
  private keep(subject: Subject, wish: Wish): Promise<boolean> {
    const { actor, schema } = this.of;
    const { record_id, object, past } = subject;
    return this.parts.attempt(subject, wish.attribute, async (stores) => {
      const row = await findStill(stores, record_id);
      const patch = await patchFor(stores, { schema, row, isOurs: () => false }, [wish]);
      const writer = new UndoWriter(actor, schema, [past.deletion!.event_id], [wish.attribute]);
      for (const id of await writer.update(stores, object, row, patch)) this.parts.touched.add(id);
      this.report.note(subject, 'updated', [wish.attribute]);
    });
  }

  /** The moment of this transaction, at which a record that was deleted is there again, and its last revision. */
  private async momentFor(stores: Stores, recordId: string): Promise<{ now: Date; rev: number }> {
    const { now, rev, is_deleted } = await stores.undo.momentFor(recordId);
    if (is_deleted) throw new Obstacle('still_deleting');
    // Somebody else brought it back at the same moment.
    if (is_deleted === false) throw new StalePlanError();
    return { now, rev };
  }

  private async move(subject: Subject, to: 'active' | 'trashed'): Promise<void> {
    const { record_id, object, past } = subject;
    const state = past.state;
    const isBack = past.isToCome;
    if (state === undefined || (past.deletion && !isBack) || !this.parts.subjects.has(record_id)) return;
    if (typeof state === 'object') {
      if (to === 'active') this.report.leave(record_id, 'changed_since', { object, by: state.changedBy });
      return;
    }
    // What comes back is not in the trash, where it may have been before it was deleted.
    if (state !== to || (!isBack && past.isTrashed) === (to === 'trashed')) return;
    await this.parts.attempt(subject, null, async (stores) => {
      const row = await findStill(stores, record_id);
      await this.parts.writer(subject, []).move(stores, row, to === 'trashed');
      this.report.note(subject, to === 'trashed' ? 'trashed' : 'restored', []);
    });
  }
}
