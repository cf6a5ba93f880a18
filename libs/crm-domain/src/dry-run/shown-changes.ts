import { isDeepStrictEqual } from 'node:util';
import { eventWire, type TargetLabels } from '../events/event-wire.js';
import type { EventRow } from '../events/event.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { MergedRecord } from '../records/merging/merge.js';
import type { Noted } from './change-log.js';

/** One difference that a write makes. */
export interface ShownChange {
  /** Slug of the object; null for what belongs to none. */
  object: string | null;
  record_id: string | null;
  /**
   * Slug of the attribute. Null where the record itself comes, goes or moves: then `before` and `after` are `active`,
   * `trashed` or null.
   */
  attribute: string | null;
  before: unknown;
  after: unknown;
  /** What it is about, where that is no record. */
  subject?: { type: string; id: string };
}

/** Labels of referenced records before and after a write. */
export interface LabelsAround {
  before: TargetLabels;
  after: TargetLabels;
}

const STATES: Partial<Record<EventRow['kind'], [before: string | null, after: string | null]>> = {
  'record.created': [null, 'active'],
  'record.trashed': ['active', 'trashed'],
  'record.restored': ['trashed', 'active'],
  RecordDeletedEvent: ['active', null],
};
/** Of a thing of the schema, a view and the like: what says nothing about what it does. */
const UNSHOWN = new Set(['id', 'version', 'created_at', 'updated_at', 'secret']);

/** Collects differences, each attribute of a record once, as long as there is room. */
export class ShownChanges {
  private readonly held = new Map<string, ShownChange>();
  private readonly sizes = new Map<string, number>();
  private characters = 0;

  /** @param room characters of JSON that they may have together */
  constructor(
    private readonly schema: WorkspaceSchema,
    private readonly room: number,
  ) {}

  /** How many there was no room for. */
  get leftOut(): number {
    return this.sizes.size - this.held.size;
  }

  get list(): ShownChange[] {
    return [...this.held.values()].filter(
      ({ before, after }) => !isDeepStrictEqual(withoutNames(before), withoutNames(after)),
    );
  }

  event(row: EventRow, labels: LabelsAround): void {
    const { subject, object, changes = [], data } = eventWire(this.schema, row, labels.after);
    const slug = object?.slug ?? null;
    if (subject.type === 'record') {
      const at = { object: slug, record_id: row.subject_id };
      const [before, after] = STATES[row.kind] ?? [null, null];
      if (before !== after) this.add({ ...at, attribute: null, before, after });
      for (const part of partsOf(row)) this.add({ ...at, attribute: null, ...part });
      const isSame = labels.before === labels.after || changes.length === 0;
      const old = isSame ? changes : eventWire(this.schema, row, labels.before).changes!;
      for (const [n, { attribute_slug: attribute, after }] of changes.entries())
        this.add({ ...at, attribute, before: old[n]!.before, after });
    } else if (subject.type !== 'message') this.thing(subject, data ?? {});
  }

  note({ type, id, before, after }: Noted): void {
    const [old, now] = [fieldsOf(before), fieldsOf(after)];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const change = { before: old[name] ?? null, after: now[name] ?? null };
      this.add({ object: null, record_id: null, attribute: name, ...change, subject: { type, id } });
    }
  }

  /** An object or an attribute, of which the fields that differ are shown. */
  private thing(subject: { type: string; id: string }, data: Record<string, unknown>): void {
    const [before, after] = [data['before'], data['after']] as (Record<string, unknown> | undefined)[];
    const { id, slug } = (after ?? before) as { id: { object_id: string }; slug: string };
    const isObject = subject.type === 'object';
    const object = isObject ? slug : (this.schema.find(id.object_id)?.row.slug ?? null);
    const at = { object, record_id: null, attribute: isObject ? null : slug, subject };
    this.add({ ...at, ...differing(before, after) });
  }

  /** What is changed twice is shown from its first state to its last. */
  private add(change: ShownChange): void {
    const key = `${change.subject?.id ?? change.record_id} ${change.attribute}`;
    const held = this.held.get(key);
    const whole = held ? { ...change, before: held.before } : change;
    const size = JSON.stringify(whole).length;
    this.characters += size - (this.sizes.get(key) ?? 0);
    this.sizes.set(key, size);
    // Once there is no room, it stays out: part of what becomes of it would be shown.
    if (this.characters <= this.room) this.held.set(key, whole);
    else this.held.delete(key);
  }
}

/** Values without what they show of the records that they refer to, which may change by itself. */
function withoutNames(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  return values.map((value: unknown) => {
    if (typeof value !== 'object' || value === null || !('target_record' in value)) return value;
    const { target_record } = value;
    return { target_record };
  });
}

/** Records that a merge took out of sight, or that are by themselves again. */
function partsOf({ kind, data }: EventRow): { record_id: string; before: string | null; after: string | null }[] {
  const [parts, before, after] =
    kind === 'record.merged' ? [data['merged'], 'active', null] : [data['unmerged'], null, 'active'];
  return ((parts ?? []) as MergedRecord[]).map(({ record_id }) => ({ record_id, before, after }));
}

function fieldsOf(thing: object | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(thing ?? {}).filter(([name]) => !UNSHOWN.has(name)));
}

function differing(before?: object, after?: object): { before: unknown; after: unknown } {
  const [old, now] = [fieldsOf(before ?? null), fieldsOf(after ?? null)];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(old[name], now[name]));
  const only = (of: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, of[name] ?? null]));
  return { before: before ? only(old) : null, after: after ? only(now) : null };
}
