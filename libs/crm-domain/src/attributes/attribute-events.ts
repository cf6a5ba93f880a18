import { isDeepStrictEqual } from 'node:util';
import type { EventKind, NewEvent } from '../events/event.js';
import { choiceWire, type Attribute } from '../objects/schema.js';
import type { SchemaStore } from '../objects/schema.store.js';
import { attributeWire } from './attribute-wire.js';

/** What happened to an attribute, with its options or stages; those that change change the attribute. */
export function attributeEvent(
  kind: Extract<EventKind, `attribute.${string}`>,
  workspaceId: string,
  { before, after }: { before?: Attribute; after?: Attribute },
): NewEvent {
  const { attribute_id, object_id } = (after ?? before)!;
  const data = {
    ...(before && { before: whole(workspaceId, before) }),
    ...(after && { after: whole(workspaceId, after) }),
  };
  return { kind, subject_id: attribute_id, object_id, data };
}

/**
 * An attribute as a change left it, with a version of its own if anything of it, its options or its stages is not as it
 * was.
 */
export async function raised(store: SchemaStore, before: Attribute, after: Attribute): Promise<Attribute> {
  if (isDeepStrictEqual(whole('', before), whole('', after))) return after;
  const version = before.version + 1;
  await store.updateAttribute(after.attribute_id, { version });
  return { ...after, version };
}

function whole(workspaceId: string, attribute: Attribute): object {
  const wire = attributeWire(workspaceId, attribute);
  const choices = attribute.choices.map((choice) => choiceWire(workspaceId, choice));
  const { choices: name } = attribute.valueType;
  const isShown = name === 'stages' || choices.length > 0;
  return name && isShown ? { ...wire, [name]: choices } : wire;
}
