import { valueType } from './registry.js';
import type { AttributeType, Choice, ValueContext } from './value-type.js';

const ATTRIBUTE = {
  workspace_id: '0197f000-0000-7000-8000-000000000001',
  object_id: '0197f000-0000-7000-8000-0000000000b1',
  attribute_id: '0197f000-0000-7000-8000-000000000002',
};
const OBJECTS = new Map([
  ['people', '0197f000-0000-7000-8000-0000000000b1'],
  ['companies', '0197f000-0000-7000-8000-0000000000b2'],
]);
const TITLES = ['Open', 'Won', 'Lost', 'Former'];
const ARCHIVED = 'Former';
const STAGE_CONFIG = { is_closed: false, is_won: false, is_lost: false };

/** The surroundings in which each type's `examples` are accepted and its `refusals` refused. */
export function sampleContext(type: AttributeType): ValueContext {
  const ids = new Map([...OBJECTS].map(([slug, id]) => [id, slug]));
  return {
    choices: TITLES.map((title, i) => sampleChoice(type, title, i)),
    allowedObjectIds: [],
    findObjectId: (slugOrId) => OBJECTS.get(slugOrId) ?? (ids.has(slugOrId) ? slugOrId : undefined),
    objectSlug: (objectId) => ids.get(objectId),
  };
}

function sampleChoice(type: AttributeType, title: string, position: number): Choice {
  const id = `0197f000-0000-7000-8000-0000000000c${position + 1}`;
  const isStage = valueType(type).choices === 'stages';
  const archived = title === ARCHIVED;
  const wire = {
    id: { ...ATTRIBUTE, [isStage ? 'stage_id' : 'option_id']: id },
    title,
    sort_order: position,
    ...(isStage && { config: STAGE_CONFIG }),
    archived_at: archived ? '2026-01-31T12:00:00.000Z' : null,
  };
  return { id, title, archived, wire };
}
