import { Slices } from '../db/slices.js';
import { MAX_CHARACTERS } from '../records/batch/together-plan.js';
import type { PlannedRecord } from '../records/batch/together.statements.js';
import type { RecordRow } from '../records/document.js';
import { createdVia } from '../records/wire.js';
import type { Stores } from '../stores.js';
import { Obstacle } from './obstacle.js';
import type { Subject } from './undo-merges.js';
import type { UndoParts } from './undo-parts.js';
import { obstacleOf } from './undo-writer.js';
import { ownPatchFor, type Wish } from './wishes.js';

/** Records that one statement writes. */
const AT_ONCE = 100;
/** Bytes of records that are read at once. */
const MAX_BYTES = 1024 * 1024;

/** What a record should hold again. */
export interface Wished {
  subject: Subject;
  wishes: readonly Wish[];
  /** Whether nothing of it is left as it is. */
  isWhole: boolean;
}

/** A record of which nothing is to be written has no plan, and neither has one that is refused. */
type Planned = Wished & { record?: PlannedRecord; isRefused?: boolean };

/** Gives records their own values back, up to a hundred with one statement. */
export class GiveTogether {
  /** What was read of records, which are given nothing yet: each of them is to be written by itself. */
  readonly left = new Map<Subject, Wished>();
  private readonly slices = new Slices();

  constructor(
    private readonly parts: UndoParts,
    private readonly wishesOf: (subject: Subject, row: RecordRow) => Wished,
  ) {}

  /**
   * Where a statement fails, all of its records are left. So are, without a word, those that are gone, in the trash, or
   * larger than what is read among others.
   *
   * @param subjects those whose values have to do with no other record
   * @returns what is done
   * @throws StalePlanError
   */
  async all(subjects: readonly Subject[]): Promise<Wished[]> {
    const byId = new Map(subjects.map((subject) => [subject.record_id, subject]));
    const done: Wished[] = [];
    for (let ids = [...byId.keys()].sort(); ids.length > 0;) {
      const { rows, isCut } = await this.parts.part(({ records }) =>
        records.findShort(ids.slice(0, AT_ONCE), MAX_BYTES),
      );
      const planned: Planned[] = [];
      for (const row of rows) {
        await this.slices.next();
        planned.push(this.plan(this.wishesOf(byId.get(row.record_id)!, row), row));
      }
      for (const group of groupsOf(planned)) {
        const isWritten = await this.write(group.flatMap(({ record }) => record ?? []));
        for (const each of group)
          if (isWritten && !each.isRefused) done.push(each);
          else this.left.set(each.subject, each);
      }
      const last = rows.at(-1)?.record_id;
      ids = isCut ? ids.filter((id) => id > last!) : ids.slice(AT_ONCE);
    }
    return done;
  }

  private plan(wished: Wished, row: RecordRow): Planned {
    const { subject, wishes, isWhole } = wished;
    try {
      const patch = ownPatchFor(row, wishes);
      const record = this.parts.writer(subject, isWhole ? undefined : patch.keys()).plan(subject.object, row, patch);
      return record.plan.changed.length > 0 ? { ...wished, record } : wished;
    } catch (error) {
      if (error instanceof Obstacle) return { ...wished, isRefused: true };
      throw error;
    }
  }

  /** @returns whether they are written: all of them, or none */
  private async write(records: readonly PlannedRecord[]): Promise<boolean> {
    if (records.length === 0) return true;
    const { actor, schema } = this.parts.of;
    const gate = { caller: actor, schemaVersion: schema.version };
    const work = async ({ together }: Stores) =>
      (await together.write(gate, { records, via: createdVia(actor), refs: [] })).done_at !== null;
    return this.parts.part(work).catch((error: unknown) => (obstacleOf(error), false));
  }
}

/** As many in each as one statement writes: what is given back may be much longer than what is there. */
function groupsOf(planned: readonly Planned[]): Planned[][] {
  const groups: Planned[][] = [[]];
  let characters = 0;
  for (const each of planned) {
    const own = each.record?.plan.document.length ?? 0;
    if (characters > 0 && characters + own > MAX_CHARACTERS) {
      groups.push([]);
      characters = 0;
    }
    characters += own;
    groups.at(-1)!.push(each);
  }
  return groups;
}
