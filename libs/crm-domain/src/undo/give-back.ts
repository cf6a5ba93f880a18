import type { Attribute } from '../objects/schema.js';
import type { Stores } from '../stores.js';
import { itemsOf, type RecordRow } from '../records/document.js';
import type { Json } from '../values/value-type.js';
import { freeMutuallyHeld, holderOf, type Taken } from './exchange.js';
import { GiveTogether, type Wished } from './give-together.js';
import type { Subject } from './undo-merges.js';
import type { UndoParts } from './undo-parts.js';
import { obstacleOf } from './undo-writer.js';
import { find, findStill, patchFor, type Wish } from './wishes.js';

/** Gives records their values back: many with one statement, then one record after the other, then one value. */
export class GiveBack {
  private readonly taken: Taken[] = [];
  /** Attributes that lose links of which the other sides get other ones back: if those cannot, the links stay. */
  private readonly losing: { subject: Subject; attribute: Attribute }[] = [];

  /** What a merge gives back has its order from the order in which all are given back. */
  private readonly hasMerges: boolean;

  constructor(private readonly parts: UndoParts) {
    this.hasMerges = [...parts.pasts.values()].some(({ merges }) => merges.length > 0);
  }

  /** Of all that are there. */
  async all(): Promise<void> {
    const { report, subjects } = this.parts;
    const all = [...subjects.values()];
    const together = new GiveTogether(this.parts, (subject, row) => this.wishesOf(subject, row));
    const done = await together.all(all.filter((each) => this.isPlain(each)));
    for (const { subject, wishes } of done)
      if (wishes.length > 0) report.note(subject, 'updated', attributesOf(wishes));
    const isDone = new Set(done.map(({ subject }) => subject));
    for (const subject of all) if (!isDone.has(subject)) await this.give(subject, together.left.get(subject));
    for (const each of this.losing) await this.takeLinks(each);
    await this.giveTaken();
  }

  /** Whether nothing but its own values has to do with what it is given: no reference, and nothing that came or goes. */
  private isPlain({ object, past, missing }: Subject): boolean {
    const isOwn = (id: string) => !object.find(id)?.valueType.target;
    return (
      !missing &&
      !past.deletion &&
      past.state === undefined &&
      past.merges.length === 0 &&
      [...past.attributeIds].every(isOwn)
    );
  }

  /** Values of a record. */
  private async give(subject: Subject, known?: Wished): Promise<void> {
    const { record_id, object, past } = subject;
    const { report } = this.parts;
    const by = past.deletion;
    if (by && !past.isMine(by)) return report.leave(record_id, 'deleted_since', { object, by });
    const wished = known ?? (await this.parts.part((stores) => this.read(stores, subject)));
    if (!wished) return;
    const wishes = wished.wishes.filter((wish) => !this.losesOnly(wish));
    for (const { attribute } of wished.wishes.filter((wish) => !wishes.includes(wish)))
      this.losing.push({ subject, attribute });
    if (wishes.length === 0) return;
    await this.giveSome({ ...wished, wishes, isWhole: wished.isWhole && wishes.length === wished.wishes.length });
  }

  /** Whether a wish takes nothing but links away, to records that get others back in their place. */
  private losesOnly({ attribute, lost }: Wish): boolean {
    const { inverse_attribute_id: inverse, valueType } = attribute;
    if (this.hasMerges || !inverse || !lost?.length) return false;
    return lost.some((item) => this.parts.pasts.get(valueType.target!(item).record_id)?.givesBack(inverse));
  }

  /** Links that are still there once all others have what they had: without those that must stay. */
  private async takeLinks({ subject, attribute }: { subject: Subject; attribute: Attribute }): Promise<void> {
    const { record_id, object, past } = subject;
    const { report, of } = this.parts;
    const row = await this.parts.part((stores) => find(stores, record_id));
    const held = row ? itemsOf(row.vals, attribute.attr_no) : [];
    const target = row && past.target(attribute, held);
    if (!target || !('items' in target)) return row && report.note(subject, 'updated', [attribute]);
    const slug = of.schema.find(attribute.inverse_object_id!)?.find(attribute.inverse_attribute_id!)?.slug;
    const idOf = (item: Json) => attribute.valueType.target!(item).record_id;
    const kept = new Map(report.left.filter((left) => left.attribute === slug).map((left) => [left.record_id, left]));
    const stays = held.filter((item) => kept.has(idOf(item)) && !has(attribute, target.items, item));
    for (const item of stays.slice(0, 1)) report.leave(record_id, kept.get(idOf(item))!.reason, { object, attribute });
    // In the order of before, unless some stay among them.
    const isKept = (item: Json) => stays.includes(item) || has(attribute, target.items, item);
    const items = stays.length === 0 ? target.items : held.filter(isKept);
    if (stays.length === 0 || items.length < held.length) await this.giveOne(subject, { attribute, items });
  }

  /** What cannot be written together is halved, down to the single values that are refused. */
  private async giveSome({ subject, wishes, isWhole }: Wished): Promise<void> {
    const { report, isLate } = this.parts;
    const { record_id, object } = subject;
    if (isLate) return wishes.forEach(({ attribute }) => report.leave(record_id, 'too_large', { object, attribute }));
    const isDone = await this.parts
      .part((stores) => this.write(stores, subject, wishes, isWhole))
      .then(
        () => true,
        (error: unknown) => !obstacleOf(error),
      );
    if (isDone) return report.note(subject, 'updated', attributesOf(wishes));
    const [first] = wishes;
    if (wishes.length === 1) {
      await this.giveOne(subject, first!, () => this.taken.push({ subject, wish: first! }));
      return;
    }
    const middle = Math.ceil(wishes.length / 2);
    for (const half of [wishes.slice(0, middle), wishes.slice(middle)])
      await this.giveSome({ subject, wishes: half, isWhole: false });
  }

  private async read(stores: Stores, subject: Subject): Promise<Wished | undefined> {
    const row = await find(stores, subject.record_id);
    return row && this.wishesOf(subject, row);
  }

  private giveOne(subject: Subject, wish: Wish, whenTaken?: () => unknown): Promise<boolean> {
    const give = async (stores: Stores) => {
      await this.write(stores, subject, [wish]);
      this.parts.report.note(subject, 'updated', [wish.attribute]);
    };
    return this.parts.attempt(subject, wish.attribute, give, whenTaken);
  }

  /** By now the value may be free, or it is once all of them let go of theirs. */
  private async giveTaken(): Promise<void> {
    const given = await this.parts
      .part(async (stores) => {
        const free = await freeMutuallyHeld(stores, this.taken);
        for (const { subject, wish } of free) await this.write(stores, subject, [wish]);
        return free;
      })
      .catch((error: unknown): Taken[] => (obstacleOf(error), []));
    for (const each of this.taken)
      if (given.includes(each)) this.parts.report.note(each.subject, 'updated', [each.wish.attribute]);
      else await this.giveOne(each.subject, each.wish, () => this.leaveTaken(each));
  }

  private async leaveTaken(taken: Taken): Promise<void> {
    const { record_id, object } = taken.subject;
    const other = await this.parts.part((stores) => holderOf(stores, taken));
    this.parts.report.leave(record_id, 'unique_taken', { object, attribute: taken.wish.attribute, other });
  }

  /** What stays as it is goes to the report. */
  private wishesOf(subject: Subject, row: RecordRow): Wished {
    const { record_id, object, past, missing } = subject;
    const { report, touched } = this.parts;
    if (missing)
      return { subject, wishes: [...missing].map(([attribute, items]) => ({ attribute, items })), isWhole: false };
    const before = report.left.length;
    const wishes: Wish[] = [];
    for (const id of past.attributeIds) {
      const attribute = object.find(id);
      const target = attribute && past.target(attribute, itemsOf(row.vals, attribute.attr_no));
      if (!attribute || (target && attribute.archived_at))
        report.leave(record_id, 'schema_changed', { object, slug: past.slugOf(id) });
      else if (!target) {
        if (touched.has(record_id)) report.note(subject, 'updated', [attribute]);
      } else if ('changedBy' in target) {
        // The other sides may have given its links back, among which those of others stay.
        const isBack = touched.has(record_id) && attribute.several && attribute.inverse_attribute_id;
        if (isBack) report.note(subject, 'updated', [attribute]);
        else report.leave(record_id, 'changed_since', { object, attribute, by: target.changedBy });
      } else if ('isTooMuch' in target) report.leave(record_id, 'too_many_changes', { object, attribute });
      else wishes.push({ attribute, items: target.items, lost: lostOf(attribute, target.items, row) });
    }
    return { subject, wishes, isWhole: typeof past.state !== 'object' && report.left.length === before };
  }

  private async write(stores: Stores, subject: Subject, wishes: readonly Wish[], isWhole = false): Promise<void> {
    const { parts } = this;
    const row = await findStill(stores, subject.record_id);
    const isOurs = (id: string, attributeId: string) => parts.pasts.get(id)?.isLastMine(attributeId) ?? false;
    const patch = await patchFor(stores, { schema: parts.of.schema, row, isOurs }, wishes);
    const writer = parts.writer(subject, isWhole ? undefined : patch.keys());
    for (const id of await writer.update(stores, subject.object, row, patch)) parts.touched.add(id);
  }
}

/** What an attribute only loses by a wish; nothing where it also gets values. */
function lostOf(attribute: Attribute, items: readonly Json[], row: RecordRow): Json[] {
  const held = itemsOf(row.vals, attribute.attr_no);
  if (items.some((item) => !has(attribute, held, item))) return [];
  return held.filter((item) => !has(attribute, items, item));
}

function has({ valueType }: Attribute, items: readonly Json[], wanted: Json): boolean {
  return items.some((item) => valueType.compare(item, wanted) === 0);
}

function attributesOf(wishes: readonly Wish[]): Attribute[] {
  return wishes.map(({ attribute }) => attribute);
}
