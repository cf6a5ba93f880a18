import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { Json } from '../../values/value-type.js';
import {
  itemsOf,
  stampsOf,
  type HistoryRow,
  type RecordRow,
  type Stamp,
  type Stamps,
  type Values,
} from '../document.js';
import { labelOf, targetsOf } from '../keys.js';
import type { Moment } from './past.store.js';

/** A value with its stamp. */
interface Held {
  value: Json;
  stamp: Stamp | null;
}

interface Past {
  object: ObjectSchema;
  /** The record as it is now. */
  row: RecordRow;
  at: Date;
  moment: Moment;
  /** Its values that were active then and are not now. */
  closed: readonly HistoryRow[];
  /** What an attribute held then, in its order, as far as that is known. */
  heldThen(attribute: Attribute): Json[] | undefined;
}

/**
 * A record as it was at a moment: what is active since before it, and what was closed after it. Pure. Of other records
 * nothing is known here: `labels` is empty.
 */
export function pastRow({ object, row, at, moment, closed, heldThen }: Past): RecordRow {
  const vals: Values = {};
  const meta: Stamps = {};
  const closedOf = Map.groupBy(closed, ({ attr_no }) => attr_no);
  let last = row.created_at.getTime();
  for (const attribute of object.numbered([...Object.keys(row.vals), ...closedOf.keys()])) {
    const { attr_no, several } = attribute;
    const active = activeSince(row, attr_no, at);
    const held = inOrder(attribute, [...active, ...(closedOf.get(attr_no) ?? []).map(asHeld)], heldThen(attribute));
    if (held.length === 0) continue;
    const isList = several || held.length > 1;
    const [stamps, items] = [held.map(({ stamp }) => stamp), held.map(({ value }) => value)];
    vals[attr_no] = isList ? items : items[0]!;
    if (stamps.some((stamp) => stamp !== null)) meta[attr_no] = isList ? stamps : stamps[0]!;
    for (const stamp of stamps) if (stamp && stamp[0] > last) last = stamp[0];
  }
  return {
    ...row,
    vals,
    meta,
    label: labelOf(object, vals),
    refs: targetsOf(object, vals),
    labels: [],
    rev: moment.rev,
    updated_at: moment.updated_at ?? new Date(last),
  };
}

function activeSince({ vals, meta }: RecordRow, attrNo: number, at: Date): Held[] {
  const stamps = stampsOf(meta, vals, attrNo);
  const held = itemsOf(vals, attrNo).map((value, place): Held => ({ value, stamp: stamps[place] ?? null }));
  return held.filter(({ stamp }) => stamp === null || stamp[0] <= at.getTime());
}

function asHeld({ value, active_from, created_by_type, created_by_id, via }: HistoryRow): Held {
  return { value, stamp: [active_from.getTime(), created_by_type, created_by_id, via] };
}

/** The history knows no order of several values, nor how one was written that counts as the same. */
function inOrder({ valueType }: Attribute, held: Held[], then: Json[] | undefined): Held[] {
  if (then?.length !== held.length) return held;
  const left = [...held];
  const ordered: Held[] = [];
  for (const value of then) {
    const place = left.findIndex((each) => valueType.compare(each.value, value) === 0);
    if (place < 0) return held;
    ordered.push({ value, stamp: left.splice(place, 1)[0]!.stamp });
  }
  return ordered;
}
