import { readChanges } from '../events/changes.js';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import { itemsOf, stampsOf } from '../records/document.js';
import { labelOf } from '../records/keys.js';
import type { Json } from '../values/value-type.js';
import type { CheckedHistory, CheckedRecord, WritingEvent } from './consistency.store.js';
import type { Findings } from './finding.js';
import { unlessUnreadable } from './readable.js';

/** A record with what it was. */
export interface Past {
  object: ObjectSchema;
  record: CheckedRecord;
  history: readonly CheckedHistory[];
  events: readonly WritingEvent[];
}

/**
 * Compares what a record was with what its events say: each value that was replaced is kept, until the next one began.
 */
export function compareHistory(findings: Findings, past: Past): void {
  const closed = Map.groupBy(past.history, ({ attr_no }) => attr_no);
  const life = presentLife(past.events);
  const written = changesByAttribute(life);
  for (const attribute of past.object.attributes) {
    const rows = closed.get(attribute.attr_no) ?? [];
    const changes = written.get(attribute.attribute_id) ?? [];
    const place = `${past.record.record_id} ${past.object.row.slug}.${attribute.slug}`;
    const add = (check: string, what: string, count = 1) => findings.add(check, what, place, count);
    unlessUnreadable(
      () => compareAttribute(add, { ...past, events: life }, { attribute, rows, changes }),
      () => add('events', 'Values and what their events say cannot be compared'),
    );
  }
}

/**
 * The events since the record was created, or came back from a deletion: that one had taken away what was kept, and events
 * of before tell nothing of what is kept now.
 */
function presentLife(events: readonly WritingEvent[]): readonly WritingEvent[] {
  const at = events.findLastIndex(({ kind }) => kind === 'record.created');
  return at > 0 ? events.slice(at) : events;
}

function compareAttribute(
  add: (check: string, what: string, count?: number) => void,
  { record, events }: Past,
  { attribute, rows, changes }: { attribute: Attribute; rows: readonly CheckedHistory[]; changes: readonly Change[] },
): void {
  if (overlaps(attribute, record, rows)) add('history', 'Values of an attribute that holds one overlap');
  // What an erasure has redacted may be the same before and after a change.
  if (events.some(({ redacted }) => redacted)) return;
  const { lost, made } = balance(attribute, rows, changes);
  if (lost > 0) add('history', 'Values that were replaced are not kept', lost);
  // Only of a record whose every event is there can be said what it has never been.
  if (events[0]?.kind !== 'record.created') return;
  if (made > 0) add('history', 'Kept values were never replaced by any event', made);
  if (changes.length > 0 && differs(attribute, itemsOf(record.vals, attribute.attr_no), changes.at(-1)!.after))
    add('events', 'Records hold other values than their last event says');
}

/** Whether a record is called as its values say. A title of an option or stage may be another by now. */
export function compareLabel(findings: Findings, { object, record }: Pick<Past, 'object' | 'record'>): void {
  if (!object.epithet || object.epithet.choices.length > 0) return;
  const label = unlessUnreadable(
    // Cut off in the midst of a character, as it is written.
    () => labelOf(object, record.vals)?.toWellFormed() ?? null,
    () => record.label,
  );
  if (label !== record.label)
    findings.add('records', 'Records are shown under another name than their values give', record.record_id);
}

/** Whether what a record's row says of its references lacks one that is among its values. */
export function compareTargets(findings: Findings, { object, record }: Pick<Past, 'object' | 'record'>): void {
  const listed = new Set(record.refs);
  for (const { valueType, attr_no } of object.attributes) {
    if (!valueType.target) continue;
    for (const item of itemsOf(record.vals, attr_no)) {
      const target = valueType.target;
      const record_id = unlessUnreadable<string | null>(
        () => target(item).record_id,
        () => null,
      );
      if (record_id && !listed.has(record_id))
        findings.add(
          'references',
          'Records do not list a target that is among their values',
          `${record.record_id} -> ${record_id}`,
        );
    }
  }
}

interface Change {
  at: number;
  before: Json[];
  after: Json[];
}

function changesByAttribute(events: readonly WritingEvent[]): Map<string, Change[]> {
  const changes = events.flatMap(({ occurred_at, changes }) =>
    readChanges(changes ?? []).map(({ attribute_id, before = [], after = [] }) => ({
      attribute_id,
      at: occurred_at.getTime(),
      before,
      after,
    })),
  );
  return Map.groupBy(changes, ({ attribute_id }) => attribute_id);
}

/** Attributes that have held several may have closed values side by side; these never could. */
function overlaps(attribute: Attribute, record: CheckedRecord, rows: readonly CheckedHistory[]): boolean {
  const holdsOne = attribute.valueType.several === 'never' || (attribute.inverse_attribute_id && !attribute.several);
  if (!holdsOne) return false;
  const items = itemsOf(record.vals, attribute.attr_no);
  const stamps = stampsOf(record.meta, record.vals, attribute.attr_no);
  const present = items.map((_, at) => stamps[at]?.[0] ?? record.created_at.getTime());
  const begins = [...rows.map(({ active_from }) => active_from.getTime()), ...present];
  return rows.some(({ active_until }, at) => active_until.getTime() > (begins[at + 1] ?? Infinity));
}

/** How many closed values are missing, moment by moment, and how many are too many. */
function balance(
  attribute: Attribute,
  rows: readonly CheckedHistory[],
  changes: readonly Change[],
): { lost: number; made: number } {
  const moments = new Map<number, number>();
  const move = (at: number, by: number) => moments.set(at, (moments.get(at) ?? 0) + by);
  for (const { active_until } of rows) move(active_until.getTime(), 1);
  for (const { at, before, after } of changes) move(at, -given(attribute, before, after));
  let [lost, made] = [0, 0];
  for (const by of moments.values()) {
    if (by < 0) lost -= by;
    else made += by;
  }
  return { lost, made };
}

/** How many values were there before and are not any more. */
function given(attribute: Attribute, before: readonly Json[], after: readonly Json[]): number {
  const kept = [...after];
  return before.filter((item) => {
    const at = kept.findIndex((other) => attribute.valueType.compare(item, other) === 0);
    if (at >= 0) kept.splice(at, 1);
    return at < 0;
  }).length;
}

function differs(attribute: Attribute, held: readonly Json[], said: readonly Json[]): boolean {
  return held.length !== said.length || held.some((item, at) => attribute.valueType.compare(item, said[at]!) !== 0);
}
