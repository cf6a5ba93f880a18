import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { Json, Target } from '../../values/value-type.js';
import { itemsOf, type RecordRow, type Values } from '../document.js';
import type { Patch } from '../writing/change-plan.js';

/** Records of one object that become one. */
export interface Group {
  object: ObjectSchema;
  into: RecordRow;
  from: readonly RecordRow[];
}

/**
 * What the record that stays gets from the others: of attributes that hold several, all values, each once; of others the
 * first that there is, its own before theirs. References between the records of the group go. Pure.
 *
 * @param isThere whether a record is there that one of the others refers to
 */
export function unite({ object, into, from }: Group, isThere: (recordId: string) => boolean): Patch {
  const group = new Set([into, ...from].map(({ record_id }) => record_id));
  const patch: Patch = new Map();
  for (const attribute of object.attributes) {
    const own = moved(attribute, into, { group, into });
    const { target } = attribute.valueType;
    const theirs = from
      .flatMap((row) => moved(attribute, row, { group, into }))
      .filter((item) => !target || isThere(target(item).record_id));
    const items = attribute.several ? each(attribute, [...own, ...theirs]) : [...own, ...theirs].slice(0, 1);
    const held = itemsOf(into.vals, attribute.attr_no);
    // Nothing is taken from what it holds but references to the others, so that the number tells.
    if (items.length !== held.length || own.length !== held.length) patch.set(attribute, items);
  }
  return patch;
}

/** Values with a patch in them. */
export function valuesWith(vals: Values, patch: Patch): Values {
  const after: Values = { ...vals };
  for (const [attribute, items] of patch) {
    if (items.length === 0) delete after[attribute.attr_no];
    else after[attribute.attr_no] = attribute.several ? items : items[0]!;
  }
  return after;
}

/** Where references go that lead to records of a group. */
export interface Redirect {
  from: ReadonlySet<string>;
  into: Target;
  /** Whether the record that stays has the other side of a link, by the attribute of a record. */
  isLinked: (attribute: Attribute, recordId: string) => boolean;
}

/** What changes in a record that refers to others of a group: it refers to the record that stays, once. Pure. */
export function redirected(object: ObjectSchema, row: RecordRow, { from, into, isLinked }: Redirect): Patch {
  const patch: Patch = new Map();
  for (const attribute of object.attributes) {
    const { target } = attribute.valueType;
    if (!target) continue;
    const items = itemsOf(row.vals, attribute.attr_no);
    if (!items.some((item) => from.has(target(item).record_id))) continue;
    const goes = attribute.inverse_attribute_id !== null && !isLinked(attribute, row.record_id);
    const now = items.flatMap((item): Json[] => {
      if (!from.has(target(item).record_id)) return [item];
      return goes ? [] : [into as unknown as Json];
    });
    patch.set(attribute, each(attribute, now));
  }
  return patch;
}

/**
 * The values of a record as those of the one that stays. A link of a merged record with itself goes: the record that
 * stays may have the one of its sides and not the other.
 */
function moved(
  { attr_no, inverse_attribute_id, valueType: { target } }: Attribute,
  { record_id, vals }: RecordRow,
  { group, into }: { group: ReadonlySet<string>; into: RecordRow },
): Json[] {
  const items = itemsOf(vals, attr_no);
  if (!target) return items;
  return items.flatMap((item): Json[] => {
    const to = target(item);
    const isSelf = to.record_id === record_id && (record_id === into.record_id || inverse_attribute_id === null);
    if (isSelf) return [{ ...to, record_id: into.record_id } as unknown as Json];
    return group.has(to.record_id) ? [] : [item];
  });
}

/** Each value once, in their order. */
function each({ valueType: { target, compare } }: Attribute, items: readonly Json[]): Json[] {
  // Of links there may be thousands.
  if (target) return [...new Map(items.map((item) => [target(item).record_id, item])).values()];
  // Equal ones stand beside each other when sorted. Each compared with all others, long texts that begin alike would
  // take seconds.
  const sorted = items.map((item, at) => ({ item, at })).sort((a, b) => compare(a.item, b.item) || a.at - b.at);
  const first = sorted.filter(({ item }, n) => n === 0 || compare(sorted[n - 1]!.item, item) !== 0);
  return first.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
