import type { Issue } from '../../errors.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import { isCut } from '../../values/keys.js';
import type { Json } from '../../values/value-type.js';

/** A value by which one record of an object can be found. */
export interface MatchKey {
  object: ObjectSchema;
  attribute: Attribute;
  /** As it is unique. */
  v: string;
  /** As it is indexed. */
  text: string | null;
  number: number | null;
  /** Whether other values may be indexed alike. */
  isCut: boolean;
}

export function matchKey(object: ObjectSchema, attribute: Attribute, item: Json): MatchKey {
  const { valueType: type } = attribute;
  const { text = null, number = null } = type.index?.(item) ?? {};
  return { object, attribute, v: type.uniqueKey!(item), text, number, isCut: text !== null && isCut(text) };
}

/** Whether records can be found by the values of an attribute. */
export function isMatchable({ is_unique, archived_at, valueType }: Attribute): boolean {
  return is_unique && !archived_at && valueType.uniqueKey !== undefined;
}

/** Whether they can by this one of their object. For many objects: `whyNotMatched` looks at all that each of them has. */
export function isMatchedBy(object: ObjectSchema, slugOrId: string): boolean {
  const attribute = object.find(slugOrId);
  return attribute !== undefined && isMatchable(attribute);
}

/** Why records cannot be found by this attribute of their object; undefined where they can. */
export function whyNotMatched(object: ObjectSchema, slugOrId: string): Omit<Issue, 'path'> | undefined {
  const attribute = object.find(slugOrId);
  if (attribute && isMatchable(attribute)) return undefined;
  const what = `"${slugOrId.slice(0, 100)}"`;
  const unique = object.attributes.filter((each) => each.is_unique && !each.archived_at).map(({ slug }) => slug);
  const message = attribute
    ? `Records are found by a unique attribute, and ${what} of "${object.row.slug}" is not one.`
    : `The object "${object.row.slug}" has no attribute ${what}.`;
  return { message, expected: 'slug or id of a unique attribute', allowed: unique.slice(0, 51) };
}
