import type { AttributeChange } from '../events/changes.js';
import type { EventRow } from '../events/event.js';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import type { Json } from '../values/value-type.js';
import { liveOf } from './live-changes.js';
import { isSame, merged } from './value-lists.js';

type State = 'none' | 'active' | 'trashed';

const AFTER: Partial<Record<EventRow['kind'], State>> = {
  'record.created': 'active',
  'record.trashed': 'trashed',
  'record.restored': 'active',
  RecordDeletedEvent: 'none',
};

/** Pairs of values of one record that are compared, which takes some 25 ms of everybody's time. */
const MAX_COMPARED = 1_000_000;

/** What becomes of one attribute: what it should hold, or who has changed it since. */
export type Target = { items: Json[] } | { changedBy: EventRow } | { isTooMuch: true };

/** One change of an attribute, and the event that made it. */
interface Made {
  event: EventRow;
  change: AttributeChange;
}

/**
 * What happened to one record since the first change that is to be undone: those changes, and what others did. Changes
 * that were undone before count for nobody, and neither does what undid them, unless it undid what came before. Pure.
 */
export class RecordPast {
  private readonly live: readonly EventRow[];
  /** Those of them that say nothing of the record as a whole. */
  private readonly partial: ReadonlySet<EventRow>;
  /** By attribute, in order: an object may have thousands of them. */
  private readonly changes: ReadonlyMap<string, readonly Made[]>;
  /** Ids in the values that the changes which are to be undone have given. */
  private referred?: ReadonlySet<string>;
  private compared = 0;

  /**
   * @param events all since then, in order, and earlier ones that were undone since
   * @param mine ids of those that are to be undone
   */
  constructor(
    private readonly events: readonly EventRow[],
    private readonly mine: ReadonlySet<string>,
  ) {
    ({ events: this.live, partial: this.partial } = liveOf(events, mine));
    const all = this.live.flatMap((event) => (event.data.changes ?? []).map((change): Made => ({ event, change })));
    this.changes = Map.groupBy(all, ({ change }) => change.attribute_id);
  }

  /** Whether there is anything left to undo. */
  get isOver(): boolean {
    return !this.live.some((event) => this.isMine(event));
  }

  /** The same where one of the changes is not to be undone. */
  without(eventId: string): RecordPast {
    return new RecordPast(this.events, new Set([...this.mine].filter((id) => id !== eventId)));
  }

  /** The merges that are to be undone, and what has undone some. */
  get merges(): EventRow[] {
    return this.ofMine.filter(({ kind }) => kind === 'record.merged' || kind === 'record.unmerged');
  }

  get deletion(): EventRow | undefined {
    const last = this.live.at(-1);
    return last?.kind === 'RecordDeletedEvent' ? last : undefined;
  }

  get isCreatedByMine(): boolean {
    return this.live.some((event) => event.kind === 'record.created' && this.isMine(event));
  }

  /** Whether the record itself goes. */
  get isToGo(): boolean {
    return this.isCreatedByMine && !this.deletion;
  }

  /** Whether it comes back. */
  get isToCome(): boolean {
    return this.deletion !== undefined && this.isMine(this.deletion) && !this.isCreatedByMine;
  }

  /** The last change that is not to be undone. */
  get lastOfOthers(): EventRow | undefined {
    return this.live.findLast((event) => !this.isMine(event) && !this.partial.has(event));
  }

  get isTrashed(): boolean {
    const last = this.live.findLast(({ kind }) => AFTER[kind] !== undefined);
    return last !== undefined && AFTER[last.kind] === 'trashed';
  }

  private get mineIds(): string[] {
    return this.ofMine.map(({ event_id }) => event_id);
  }

  /**
   * Ids of those that have changed one attribute, as the other side of a link does: all of them, or none where one of
   * them has changed more. If only some counted as undone, the rest would give back what these had taken away.
   */
  idsOf(attributeId: string): string[] {
    const all = (this.changes.get(attributeId) ?? []).filter(({ event }) => this.isMine(event));
    const isAlone = ({ event: { kind, data } }: Made) => kind === 'record.updated' && data.changes?.length === 1;
    return all.every(isAlone) ? all.map(({ event }) => event.event_id) : [];
  }

  /** Ids of the changes that are to be undone, and with them those of the other sides of its links. */
  idsWithLinks(object: ObjectSchema, idsOf: (recordId: string, attributeId: string) => readonly string[]): string[] {
    const others = this.links(object).flatMap(({ record_id, inverse_id }) => idsOf(record_id, inverse_id));
    return [...new Set([...this.mineIds, ...others])];
  }

  /** Records that were linked or unlinked, each once with the attribute that changed there. */
  private links(object: ObjectSchema): { record_id: string; inverse_id: string }[] {
    const found = new Map<string, { record_id: string; inverse_id: string }>();
    for (const { attribute_id, before = [], after = [] } of this.changesOfMine) {
      const { inverse_attribute_id: inverse_id, valueType } = object.find(attribute_id) ?? {};
      if (!inverse_id) continue;
      for (const item of [...before, ...after]) {
        const { record_id } = valueType!.target!(item);
        found.set(`${record_id} ${inverse_id}`, { record_id, inverse_id });
      }
    }
    return [...found.values()];
  }

  /** Whether the changes that are to be undone have made it refer to a record. */
  hasReferred(recordId: string): boolean {
    this.referred ??= new Set(this.changesOfMine.flatMap(({ after = [] }) => JSON.stringify(after).match(UUID) ?? []));
    return this.referred.has(recordId);
  }

  /** Whether nobody has changed an attribute after what is to be undone. */
  isLastMine(attributeId: string): boolean {
    const last = this.changes.get(attributeId)?.at(-1);
    return last !== undefined && this.isMine(last.event);
  }

  /** Whether an attribute had values before what is to be undone that it has not afterwards. */
  givesBack(attributeId: string): boolean {
    const mine = (this.changes.get(attributeId) ?? []).filter(({ event }) => this.isMine(event));
    const after = new Set((mine.at(-1)?.change.after ?? []).map((item) => JSON.stringify(item)));
    return (mine[0]?.change.before ?? []).some((item) => !after.has(JSON.stringify(item)));
  }

  /** What an attribute was called. */
  slugOf(attributeId: string): string | null {
    return this.valueChangesOf(attributeId).find(({ event }) => this.isMine(event))?.change.slug ?? null;
  }

  isMine({ event_id }: EventRow): boolean {
    return this.mine.has(event_id);
  }

  /** In which state the record should be: none where it stays as it is. */
  get state(): State | { changedBy: EventRow } | undefined {
    const moves = this.live.filter(({ kind }) => AFTER[kind] !== undefined);
    const [first, last] = [moves.findIndex((event) => this.isMine(event)), moves.at(-1)];
    if (first < 0 || !last) return undefined;
    if (!this.isMine(last)) return { changedBy: last };
    const before = moves.findLastIndex((event) => !this.isMine(event));
    if (before >= 0) return AFTER[moves[before]!.kind];
    return stateBefore(moves[0]!);
  }

  /** Ids of the attributes that were changed. */
  get attributeIds(): Set<string> {
    return new Set(this.changesOfMine.map(({ attribute_id }) => attribute_id));
  }

  /** What an attribute should hold, which now holds `current`; nothing where it holds that. */
  target(attribute: Attribute, current: readonly Json[]): Target | undefined {
    const { changes, others } = this.changesOf(attribute);
    if (changes.length === 0) return undefined;
    const last = others.at(-1);
    const mine = changes.map(({ change }) => change);
    const isMerged = last !== undefined && attribute.several;
    if (isMerged && !this.canCompare(mine, current)) return { isTooMuch: true };
    const items = isMerged ? merged(attribute, mine, current) : (last?.change.after ?? mine[0]!.before ?? []);
    if (!isSame(attribute, items, current)) return { items };
    // An undo may have given back what was there before, as the other side of a link.
    if (last?.event.via.undoes && isSame(attribute, current, mine[0]!.before ?? [])) return undefined;
    return last && !isSame(attribute, mine.at(-1)!.after ?? [], mine[0]!.before ?? [])
      ? { changedBy: last.event }
      : undefined;
  }

  private get ofMine(): EventRow[] {
    return this.live.filter((event) => this.isMine(event));
  }

  /** A deletion changes no values: it takes them along. */
  private get changesOfMine(): AttributeChange[] {
    return this.ofMine.filter(({ kind }) => kind !== 'RecordDeletedEvent').flatMap(({ data }) => data.changes ?? []);
  }

  /** Of one attribute, the changes that are to be undone, and those of others after the first of them. */
  private changesOf({ attribute_id }: Attribute) {
    const all = this.valueChangesOf(attribute_id);
    const first = all.findIndex(({ event }) => this.isMine(event));
    const since = first < 0 ? [] : all.slice(first);
    return {
      changes: since.filter(({ event }) => this.isMine(event)),
      others: since.filter(({ event }) => !this.isMine(event)),
    };
  }

  /** Whether there is time for what `merged` compares. */
  private canCompare(changes: readonly AttributeChange[], current: readonly Json[]): boolean {
    for (const { before = [], after = [] } of changes)
      this.compared += 2 * before.length * after.length + current.length * after.length;
    return this.compared <= MAX_COMPARED;
  }

  private valueChangesOf(attributeId: string): Made[] {
    return (this.changes.get(attributeId) ?? []).filter(({ event }) => event.kind !== 'RecordDeletedEvent');
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function stateBefore({ kind, data }: EventRow): State {
  if (kind === 'record.created') return 'none';
  if (kind === 'record.restored') return 'trashed';
  return kind === 'RecordDeletedEvent' && data['trashed'] === true ? 'trashed' : 'active';
}
