import type { EventRow } from '../events/event.js';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import type { Left, LeftReason, Undone, UndoResult } from './undo.js';

/** A record about which something is told. */
interface About {
  record_id: string;
  object: ObjectSchema;
}

const SINCE: ReadonlySet<LeftReason> = new Set(['changed_since', 'deleted_since']);

type Noted = Omit<Undone, 'attributes'> & { attributes: Set<string> };

/** What one undo did, and what it left. */
export class UndoReport {
  private readonly byRecord = new Map<string, Noted>();
  readonly left: Left[] = [];

  /** @param isLater whether what somebody did since is of those whose changes are undone, who did it later */
  constructor(private readonly isLater: (event: EventRow) => boolean = () => false) {}

  get undone(): Undone[] {
    return [...this.byRecord.values()].map((each) => ({ ...each, attributes: [...each.attributes] }));
  }

  note({ record_id, object }: About, action: Undone['action'], attributes: readonly Attribute[]): void {
    const known = this.byRecord.get(record_id);
    const done = known ?? { object: object.row.slug, record_id, action, attributes: new Set() };
    if (!known) this.byRecord.set(record_id, done);
    // Whose merge was undone may go at last, as it was made by what is undone.
    else if (action === 'deleted') Object.assign(known, { action, attributes: new Set() });
    for (const { slug } of attributes) done.attributes.add(slug);
  }

  leave(
    recordId: string,
    reason: LeftReason,
    {
      object,
      attribute,
      slug = null,
      by,
      other,
    }: { object?: ObjectSchema; attribute?: Attribute; slug?: string | null; by?: EventRow; other?: string },
  ): void {
    this.left.push({
      object: object?.row.slug ?? null,
      record_id: reason === 'not_a_record' ? null : recordId,
      attribute: attribute?.slug ?? slug,
      reason: SINCE.has(reason) && by && this.isLater(by) ? 'undo_later_first' : reason,
      changed_by: by ? { type: by.actor_type, id: by.actor_id, name: by.actor_name } : null,
      changed_at: by?.occurred_at.toISOString() ?? null,
      other_record_id: other ?? null,
    });
  }

  /** As much as there is room for: first which records were changed, then what was left, then attributes. */
  told(room: number): Omit<UndoResult, 'has_more' | 'next_to'> {
    let used = 0;
    const fits = (value: object) => (used += JSON.stringify(value).length) <= room;
    const all = this.undone;
    const undone = all.map((each): Undone => ({ ...each, attributes: [] })).filter(fits);
    const left = this.left.filter(fits);
    for (const [at, each] of undone.entries()) {
      const { attributes } = all[at]!;
      if (fits(attributes)) each.attributes = attributes;
    }
    if (used <= room) return { undone, left };
    return { undone, left, shortened: true, undone_total: all.length, left_total: this.left.length };
  }
}
