import { conflict, invalid, type Issue } from '../errors.js';
import type { Attribute, AttributeRow, Cardinality, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { SchemaStore } from '../objects/schema.store.js';
import { ME } from '../values/actor-reference.js';
import { valueType } from '../values/registry.js';
import { ATTRIBUTE_TYPES, ValueRefusal, type AttributeType } from '../values/value-type.js';
import type { AttributeChanges } from './attribute-wire.js';

/** Of a relationship: how many records each of its sides may hold (contract: Relationships). */
export const CARDINALITIES = [
  'one-to-one',
  'one-to-many',
  'many-to-one',
  'many-to-many',
] as const satisfies readonly Cardinality[];
// Documents are read whole; an object beyond this is a mistake or an attack.
const MAX_ATTRIBUTES = 2000;
// What a column of type integer holds.
const LAST_ORDER = 2_147_483_647;

/** @throws DomainError validation */
export function checkType(type: string): AttributeType {
  if ((ATTRIBUTE_TYPES as readonly string[]).includes(type)) return type as AttributeType;
  throw refusal('type', 'Expected one of the attribute types.', { allowed: ATTRIBUTE_TYPES });
}

/**
 * Whether `more` attributes fit beside those of an object, read under the lock of the schema.
 *
 * @throws DomainError validation at `path`
 */
export function checkRoom(object: ObjectSchema, more: number, path: string): void {
  if (object.attributes.length + more <= MAX_ATTRIBUTES) return;
  const message = `An object has at most ${MAX_ATTRIBUTES} attributes; "${object.row.slug}" has ${object.attributes.length}.`;
  throw refusal(path, message, {});
}

/** The place behind all others. */
export function orderBehind(others: readonly { sort_order: number }[]): number {
  return Math.min(LAST_ORDER, Math.max(-1, ...others.map((each) => each.sort_order)) + 1);
}

/**
 * What a type allows of the flags it is asked to carry. The objects that are `shown` as those it may point at can be
 * written back on every type. @throws DomainError validation
 */
export function checkFlags(type: AttributeType, changes: AttributeChanges, shown: readonly string[] = []): void {
  const { canBeUnique, several, choices, limitsTargets, hasOtherSide } = valueType(type);
  if (changes.is_unique && !canBeUnique)
    throw refusal('is_unique', `Values of type ${type} cannot be unique.`, { expected: 'false' });
  if (changes.is_multi_select && several === 'never')
    throw refusal('is_multi_select', `An attribute of type ${type} holds one value.`, { expected: 'false' });
  if (changes.is_multi_select === false && several === 'always')
    throw refusal('is_multi_select', `An attribute of type ${type} always holds several values.`, { expected: 'true' });
  if (changes.options && choices !== 'options')
    throw refusal('options', `An attribute of type ${type} has no options.`, {});
  if (changes.stages && choices !== 'stages')
    throw refusal('stages', `An attribute of type ${type} has no stages.`, {});
  const allowed = changes.config?.record_reference?.allowed_object_ids ?? shown;
  const isAsShown = allowed.length === shown.length && allowed.every((id, at) => id.toLowerCase() === shown[at]);
  if (!isAsShown && !limitsTargets)
    throw refusal('config.record_reference', `An attribute of type ${type} has no such setting.`, {});
  if (changes.relationship && !hasOtherSide)
    throw refusal('relationship', `An attribute of type ${type} has no other side.`, {});
}

/** Objects that a reference may be told to point at, doubles counted. */
export const MAX_ALLOWED_OBJECTS = 500;

/**
 * Ids of the objects a reference may point at, given as ids or slugs; each is kept once. Undefined where they are not
 * named: they stay as they are. @throws DomainError validation
 */
export function readConfig(
  schema: WorkspaceSchema,
  type: AttributeType,
  { config }: AttributeChanges,
): AttributeRow['config'] | undefined {
  const reference = config === null ? null : config?.record_reference;
  const named = reference === null ? null : reference?.allowed_object_ids;
  if (named === undefined || !valueType(type).limitsTargets) return undefined;
  const wanted = named ?? [];
  const path = 'config.record_reference.allowed_object_ids';
  if (wanted.length > MAX_ALLOWED_OBJECTS) {
    const expected = `at most ${MAX_ALLOWED_OBJECTS} objects`;
    throw refusal(path, `Expected ${expected}; an empty list means any object.`, { expected });
  }
  const ids = wanted.map((key, at) => {
    const object = schema.find(key);
    if (!object)
      throw refusal(`${path}[${at}]`, 'There is no such object.', {
        allowed: schema.objects.map(({ row }) => row.slug),
      });
    return object.row.object_id;
  });
  return { allowed_object_ids: [...new Set(ids)] };
}

/**
 * Judges a default, and `is_unique` beside it, where one of them is not what it was `before`.
 * @throws DomainError validation when the text is no value of the attribute, names somebody who is no member, or would
 * be the value of two records
 */
export async function checkDefault(store: SchemaStore, attribute: Attribute, before?: Attribute): Promise<void> {
  const { valueType: type, default_value: text, context } = attribute;
  const isNew = text !== before?.default_value;
  if (text === null || (!isNew && attribute.is_unique === before.is_unique)) return;
  if (attribute.is_unique)
    throw refusal(
      isNew ? 'default_value' : 'is_unique',
      'A unique attribute cannot have a default: two records would share it.',
      { expected: isNew ? 'null' : 'false, or default_value null beside it' },
    );
  if (!isNew || (type.member && text === ME)) return;
  if (type.target)
    throw refusal('default_value', `An attribute of type ${attribute.type} cannot have a default.`, {
      expected: 'null',
    });
  try {
    const item = type.parse(type.fromDefault ? type.fromDefault(text) : text, context);
    const user = type.member?.(item);
    if (user && !(await store.isMember(user))) throw new ValueRefusal(`There is no member ${user}.`, 'id of a member');
  } catch (error) {
    if (!(error instanceof ValueRefusal)) throw error;
    throw refusal('default_value', error.message, error);
  }
}

/**
 * How many links each side of a cardinality holds, seen from the side that names it: `many-to-one` is many of these to
 * one of those.
 */
export function sidesOf(cardinality: Cardinality): { here: boolean; there: boolean; mirrored: Cardinality } {
  const [left, right] = cardinality.split('-to-') as ['one' | 'many', 'one' | 'many'];
  return { here: right === 'many', there: left === 'many', mirrored: `${right}-to-${left}` };
}

/** @throws DomainError validation */
export function checkCardinality(text: string | undefined): Cardinality {
  if ((CARDINALITIES as readonly (string | undefined)[]).includes(text)) return text as Cardinality;
  throw refusal('relationship.cardinality', 'Expected one of the four cardinalities.', { allowed: CARDINALITIES });
}

/** @throws DomainError conflict */
export function refuseSystem(attribute: Attribute, epithet: string): void {
  if (attribute.is_system_attribute)
    throw conflict('system_attribute', `"${attribute.slug}" is a system attribute and cannot be deleted.`);
  if (attribute.attribute_id === epithet)
    throw conflict(
      'display_attribute',
      `"${attribute.slug}" is the display attribute of its object and cannot be deleted.`,
    );
}

export function refusal(path: string, message: string, more: Omit<Issue, 'path' | 'message'>): Error {
  return invalid([{ path, message, expected: more.expected, allowed: more.allowed }]);
}
