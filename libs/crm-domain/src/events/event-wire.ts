import type { Provenance } from '../actor.js';
import type { Slices } from '../db/slices.js';
import type { Attribute, WorkspaceSchema } from '../objects/schema.js';
import { choiceById } from '../values/choice.js';
import { VALUE_TYPES } from '../values/registry.js';
import type { AttributeType, Json, ValueContext } from '../values/value-type.js';
import type { AttributeChange } from './changes.js';
import type { EventKind, EventRow } from './event.js';

/** One attribute of a record event: values as a record shows them, without their common fields. */
export interface ChangeWire {
  attribute_id: string;
  attribute_slug: string;
  attribute_type: string;
  before: Record<string, unknown>[];
  after: Record<string, unknown>[];
}

/** An event as the feed, the timeline and webhooks show it. */
export interface EventWire {
  event_id: string;
  kind: EventKind;
  occurred_at: string;
  workspace_id: string;
  subject: { type: 'record' | 'object' | 'attribute' | 'message'; id: string };
  /** The object it concerns; its slug is null once the object is gone. */
  object: { object_id: string; slug: string | null } | null;
  actor: { type: string; id: string | null; name: string | null };
  via: Provenance;
  /** Of record events: what changed. */
  changes?: ChangeWire[];
  /** Of the others: what it is about. */
  data?: Record<string, unknown>;
}

/** An event with its place in the feed of its workspace: what comes later stands higher. */
export type PlacedEvent = EventWire & { position: number };

/** Labels of referenced records, by id; nothing for those that are gone. */
export type TargetLabels = Record<string, string>;

export function eventWire(schema: WorkspaceSchema, row: EventRow, labels: TargetLabels): EventWire {
  const { changes, ...data } = row.data;
  const type = subjectType(row.kind);
  return {
    event_id: row.event_id,
    kind: row.kind,
    occurred_at: row.occurred_at.toISOString(),
    workspace_id: schema.workspace_id,
    subject: { type, id: row.subject_id },
    object: row.object_id ? { object_id: row.object_id, slug: schema.find(row.object_id)?.row.slug ?? null } : null,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    via: row.depth > 0 ? { ...row.via, depth: row.depth } : row.via,
    ...(changes && { changes: changes.map((change) => changeWire(schema, row.object_id, change, labels)) }),
    ...(Object.keys(data).length > 0 && { data }),
  };
}

/** Some events, with a turn for others in between. @param slices from before they were read, and so parsed */
export async function eventWires(
  schema: WorkspaceSchema,
  { rows, labels }: { rows: readonly EventRow[]; labels: TargetLabels },
  slices: Slices,
): Promise<EventWire[]> {
  const wires: EventWire[] = [];
  for (const row of rows) {
    await slices.next();
    wires.push(eventWire(schema, row, labels));
  }
  return wires;
}

/** Records that the changes of some events refer to. */
export function targetsOfEvents(rows: readonly EventRow[]): string[] {
  const targets = new Set<string>();
  for (const { data } of rows)
    for (const { type, before = [], after = [] } of data.changes ?? []) {
      const target = VALUE_TYPES[type as AttributeType].target;
      if (target) for (const item of [...before, ...after]) targets.add(target(item).record_id);
    }
  return [...targets];
}

function subjectType(kind: EventKind): EventWire['subject']['type'] {
  return kind === 'RecordDeletedEvent' ? 'record' : (kind.split('.')[0] as EventWire['subject']['type']);
}

/** One change of a record of an object. */
export function changeWire(
  schema: WorkspaceSchema,
  objectId: string | null,
  change: AttributeChange,
  labels: TargetLabels,
): ChangeWire {
  const { attribute_id, slug, type, before = [], after = [] } = change;
  const attribute = objectId ? schema.find(objectId)?.find(attribute_id) : undefined;
  const context = contextOf(attribute, change);
  const valueType = VALUE_TYPES[type as AttributeType];
  const shown = (item: Json) => {
    const target = valueType.target?.(item);
    if (!target) return valueType.serialise(item, context);
    const label = labels[target.record_id];
    return valueType.serialise(item, context, { label: label?.slice(1) || null, deleted: !label?.startsWith('1') });
  };
  return {
    attribute_id,
    attribute_slug: slug,
    attribute_type: type,
    before: before.map(shown),
    after: after.map(shown),
  };
}

/**
 * Options and stages as they now are; those that are gone keep the title they had. Where one is gone only those that
 * the change names are given: a list is indexed when it is first searched, and a page has thousands of changes.
 */
function contextOf(
  attribute: Attribute | undefined,
  { before = [], after = [], titles = {} }: AttributeChange,
): ValueContext {
  const present = attribute?.context ?? NOTHING;
  const isGone = (id: string) => !choiceById(id, present);
  if (!Object.keys(titles).some(isGone)) return present;
  const named = [...new Set([...before, ...after])].flatMap((id) => {
    if (typeof id !== 'string') return [];
    const title = titles[id];
    const gone = title === undefined ? [] : [{ id, title, archived: true, wire: { id, title } }];
    return choiceById(id, present) ?? gone;
  });
  return { ...present, choices: named };
}

const NOTHING: ValueContext = {
  choices: [],
  allowedObjectIds: [],
  findObjectId: () => undefined,
  objectSlug: () => undefined,
};
