import { unpackedId } from '#platform';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import { itemsOf, type Values } from '../records/document.js';
import type { Json } from '../values/value-type.js';

/** What one attribute held before and after, self-contained: readable when the attribute itself is gone. */
export interface AttributeChange {
  attribute_id: string;
  slug: string;
  type: string;
  before?: Json[];
  after?: Json[];
  /** Titles of the options or stages among the values, as they were. */
  titles?: Record<string, string>;
}

/**
 * A change as an event stores it: attribute (its packed id), slug, type, then what it held after
 * and before, and titles. Without names, since an event is written with every record and its length is most of its
 * price; what is empty at the end is left out.
 */
export type StoredChange = [
  attribute: string,
  slug: string,
  type: string,
  after?: Json[],
  before?: Json[],
  titles?: Record<string, string>,
];

/** The changes of a write, as its event stores them. */
export function storedChanges(changed: { attribute: Attribute; before: Json[]; after: Json[] }[]): StoredChange[] {
  return changed.map(({ attribute, before, after }) => {
    const change: StoredChange = [attribute.packed_id, attribute.slug, attribute.type, after];
    const titles = attribute.choices.length > 0 ? titlesOf(attribute, [...before, ...after]) : undefined;
    if (before.length > 0 || titles) change.push(before);
    if (titles) change.push(titles);
    return change;
  });
}

/** All values of a record that is going. */
export function lastValues(object: ObjectSchema, vals: Values): StoredChange[] {
  const held = object.attributes.map((attribute) => ({
    attribute,
    after: [],
    before: itemsOf(vals, attribute.attr_no),
  }));
  return storedChanges(held.filter(({ before }) => before.length > 0));
}

/** Stored changes as they are read; the first releases stored them with their names. */
export function readChanges(stored: readonly (StoredChange | AttributeChange)[]): AttributeChange[] {
  return stored.map((change) => {
    if (!Array.isArray(change)) return change;
    const [attribute, slug, type, after, before, titles] = change;
    return { attribute_id: unpackedId(attribute), slug, type, before, after, titles };
  });
}

function titlesOf(attribute: Attribute, items: Json[]): Record<string, string> | undefined {
  const held = attribute.choices.filter(({ choice_id }) => items.includes(choice_id));
  return held.length > 0 ? Object.fromEntries(held.map((choice) => [choice.choice_id, choice.title])) : undefined;
}

/** Values after an event; of a record that went with it, the last it had. */
export function valuesAfter(
  object: ObjectSchema,
  event: { kind: string; data: { changes?: AttributeChange[] } } | undefined,
): Values {
  const vals: Values = {};
  for (const { attribute_id, before = [], after = [] } of event?.data.changes ?? []) {
    const attribute = object.find(attribute_id);
    const items = event!.kind === 'RecordDeletedEvent' ? before : after;
    if (attribute) vals[attribute.attr_no] = attribute.several ? items : (items[0] ?? null);
  }
  return vals;
}
