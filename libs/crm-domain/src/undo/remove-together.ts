import { Slices } from '../db/slices.js';
import { removeTogether } from '../records/writing/removal.js';
import type { Stores } from '../stores.js';
import type { Subject } from './undo-merges.js';
import type { UndoParts } from './undo-parts.js';

/** Records that go with the same statements. */
const AT_ONCE = 100;
/** Bytes of records that are read at once. */
const MAX_BYTES = 1024 * 1024;
/** Of those that are looked at again, as many must have gone: a long chain of references goes record by record. */
const WORTH_ANOTHER = 0.1;

/** Takes records away to which nothing refers, up to a hundred with the same statements. */
export class RemoveTogether {
  private readonly slices = new Slices();

  constructor(private readonly parts: UndoParts) {}

  /**
   * First those to which nothing refers, then those to which only these referred, and so on.
   *
   * @param subjects those that nobody else has changed
   * @returns those that are left, each of which is to be taken away by itself
   * @throws StalePlanError
   */
  async all(subjects: readonly Subject[]): Promise<Subject[]> {
    let left = [...subjects].sort((a, b) => (a.record_id < b.record_id ? -1 : 1));
    for (let isWorth = true; isWorth && left.length > 0;) {
      const still = await this.pass(left);
      isWorth = left.length - still.length >= left.length * WORTH_ANOTHER;
      left = still;
    }
    return left;
  }

  private async pass(subjects: readonly Subject[]): Promise<Subject[]> {
    const gone = new Set<Subject>();
    for (let at = 0; at < subjects.length; at += AT_ONCE) {
      const some = subjects.slice(at, at + AT_ONCE);
      const done = await this.parts.part((stores) => this.some(stores, some));
      for (const subject of done) {
        gone.add(subject);
        this.parts.subjects.delete(subject.record_id);
        this.parts.report.note(subject, 'deleted', []);
      }
    }
    return subjects.filter((subject) => !gone.has(subject));
  }

  /** Those that have gone, as far as not too much is read. */
  private async some(stores: Stores, subjects: readonly Subject[]): Promise<Subject[]> {
    const byId = new Map(subjects.map((subject) => [subject.record_id, subject]));
    const referred = await stores.removals.referred([...byId.keys()]);
    for (const id of referred) byId.delete(id);
    const { rows } = await stores.records.findMany([...byId.keys()], MAX_BYTES);
    const removals = [];
    for (const row of rows) {
      await this.slices.next();
      const subject = byId.get(row.record_id)!;
      removals.push(this.parts.writer(subject).removal(subject.object, row, subject.past.isTrashed));
    }
    if (removals.length > 0) await removeTogether(stores, this.parts.of.schema, removals);
    return rows.map(({ record_id }) => byId.get(record_id)!);
  }
}
