import { Slices } from '../db/slices.js';
import { removeTogether, type Removed } from '../records/writing/removal.js';
import type { Stores } from '../stores.js';
import type { Subject } from './undo-merges.js';
import type { UndoParts } from './undo-parts.js';

/** Records that go with the same statements. */
const AT_ONCE = 100;
/** Bytes of records that are read at once. */
const MAX_BYTES = 1024 * 1024;

type Group = Map<string, Subject>;

/** Takes records away to which no other record refers but those that go as well, up to a hundred with the same statements. */
export class RemoveTogether {
  private readonly slices = new Slices();

  constructor(private readonly parts: UndoParts) {}

  /**
   * @param subjects those that nobody else has changed
   * @returns those that are left, each of which is to be taken away by itself
   * @throws StalePlanError
   */
  async all(subjects: readonly Subject[]): Promise<Subject[]> {
    const group = await this.parts.part((stores) => closedGroup(stores, subjects));
    for (const { record_id } of group.values()) this.parts.subjects.delete(record_id);
    for (let ids = [...group.keys()].sort(); ids.length > 0;) {
      const some = ids.slice(0, AT_ONCE);
      const last = await this.parts.part((stores) => this.some(stores, group, some));
      ids = ids.filter((id) => id > last);
    }
    return subjects.filter(({ record_id }) => !group.has(record_id));
  }

  /** Gives the last of those that have gone: no more than some bytes are read. */
  private async some(stores: Stores, group: Group, ids: string[]): Promise<string> {
    const { rows, isCut } = await stores.records.findMany(ids, MAX_BYTES);
    const removals: Removed[] = [];
    for (const row of rows) {
      await this.slices.next();
      const subject = group.get(row.record_id)!;
      removals.push(this.parts.writer(subject).removal(subject.object, row, subject.past.isTrashed));
    }
    if (removals.length > 0) await removeTogether(stores, this.parts.of.schema, removals);
    for (const { row } of removals) this.parts.report.note(group.get(row.record_id)!, 'deleted', []);
    return isCut ? rows.at(-1)!.record_id : ids.at(-1)!;
  }
}

/** The largest group of them to which nothing refers from outside of it. */
async function closedGroup({ removals }: Stores, subjects: readonly Subject[]): Promise<Group> {
  const group: Group = new Map(subjects.map((subject) => [subject.record_id, subject]));
  const ids = [...group.keys()];
  const references = await removals.references(ids);
  const targetsOf = Map.groupBy(references, ({ record_id }) => record_id);
  const outside = await removals.referredFromOutside(ids);
  // What stays keeps that to which it refers.
  for (let id = outside.pop(); id !== undefined; id = outside.pop())
    if (group.delete(id)) outside.push(...(targetsOf.get(id) ?? []).map(({ target_id }) => target_id));
  return group;
}
