import type { AttributeChange } from '../events/changes.js';
import type { Attribute } from '../objects/schema.js';
import type { Json } from '../values/value-type.js';

/** The present values without those that some changes have added, and with those that they took away. */
export function merged(attribute: Attribute, changes: readonly AttributeChange[], current: readonly Json[]): Json[] {
  const has = (items: readonly Json[], wanted: Json) =>
    items.some((item) => attribute.valueType.compare(item, wanted) === 0);
  const [first, last] = [changes[0]!.before ?? [], changes.at(-1)!.after ?? []];
  // What was added and taken away again by others is not among those of the last, but among those of one of them.
  const added = changes.flatMap(({ before = [], after = [] }) => after.filter((item) => !has(before, item)));
  const kept = current.filter((item) => has(first, item) || !has(added, item));
  const taken = changes.flatMap(({ before = [], after = [] }) => before.filter((item) => !has(after, item)));
  const back = taken.filter(
    (item, at) => has(first, item) && !has(last, item) && !has(kept, item) && !has(taken.slice(0, at), item),
  );
  return [...kept, ...back];
}

/** Whether two lists hold the same values in the same order. */
export function isSame(attribute: Attribute, one: readonly Json[], other: readonly Json[]): boolean {
  return one.length === other.length && one.every((item, at) => attribute.valueType.compare(item, other[at]!) === 0);
}
