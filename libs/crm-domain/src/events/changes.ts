import type { Attribute, ObjectSchema } from '../objects/schema.js';
import { itemsOf, type Values } from '../records/document.js';
import type { Json } from '../values/value-type.js';
import type { StoredChange } from './event.js';

/** The changes of a write, as its event keeps them. */
export function storedChanges(changed: { attribute: Attribute; before: Json[]; after: Json[] }[]): StoredChange[] {
  return changed.map(({ attribute, before, after }) => {
    const { attribute_id, slug, type } = attribute;
    const titles = titlesOf(attribute, [...before, ...after]);
    return {
      ...{ attribute_id, slug, type },
      ...(before.length > 0 && { before }),
      ...(after.length > 0 && { after }),
      ...(titles && { titles }),
    };
  });
}

/** All values of a record that is going. */
export function lastValues(object: ObjectSchema, vals: Values): StoredChange[] {
  const held = object.attributes.map((attribute) => ({
    ...{ attribute, after: [] },
    before: itemsOf(vals, attribute.attr_no),
  }));
  return storedChanges(held.filter(({ before }) => before.length > 0));
}

function titlesOf(attribute: Attribute, items: Json[]): Record<string, string> | undefined {
  if (attribute.choices.length === 0) return undefined;
  const held = attribute.choices.filter(({ choice_id }) => items.includes(choice_id));
  return held.length > 0 ? Object.fromEntries(held.map((choice) => [choice.choice_id, choice.title])) : undefined;
}
