import type { EventWire } from '../events/event-wire.js';
import { invalid } from '../errors.js';
import type { MessageWire } from '../messaging/conversations/conversation-wire.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { ConciseRecord } from '../records/shown/concise.js';

/** What a timeline can tell: changes of the record itself, and what is about it. */
export const TIMELINE_KINDS = ['change', 'note', 'task', 'activity', 'message'] as const;
/** One of `TIMELINE_KINDS`. */
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Kinds whose entries are records. */
const OBJECTS = { note: 'notes', task: 'tasks', activity: 'activities' } as const;
export type RecordKind = keyof typeof OBJECTS;

/** A change of the record is its event; everything else says what it is in `kind`. */
export type TimelineEntry =
  | EventWire
  | { kind: RecordKind; occurred_at: string; record: ConciseRecord }
  | { kind: 'message'; occurred_at: string; conversation_id: string; message: MessageWire };

/** Kinds by their names, each once. @throws DomainError validation */
export function readTimelineKinds(names: readonly string[]): TimelineKind[] {
  const isKind = (name: string): name is TimelineKind => (TIMELINE_KINDS as readonly string[]).includes(name);
  if (names.length > 0 && names.length <= TIMELINE_KINDS.length && names.every(isKind)) return [...new Set(names)];
  const expected = `some of ${TIMELINE_KINDS.join(', ')}`;
  throw invalid([{ path: 'kinds', message: `Expected ${expected}.`, expected, allowed: TIMELINE_KINDS }]);
}

/**
 * The object that holds the records of a kind. Where a workspace had one of its own by that name, it is called
 * otherwise.
 */
export function objectOfKind(schema: WorkspaceSchema, kind: RecordKind): ObjectSchema | undefined {
  const slugs = [OBJECTS[kind], `system_${OBJECTS[kind]}`];
  return schema.objects.find(({ row }) => row.is_system_object && slugs.includes(row.slug));
}
