import type { EventKind, NewEvent } from '../events/event.js';
import { choiceWire, type Attribute } from '../objects/schema.js';
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

function whole(workspaceId: string, attribute: Attribute): object {
  const wire = attributeWire(workspaceId, attribute);
  const choices = attribute.choices.map((choice) => choiceWire(workspaceId, choice));
  const { choices: name } = attribute.valueType;
  const isShown = name === 'stages' || choices.length > 0;
  return name && isShown ? { ...wire, [name]: choices } : wire;
}
