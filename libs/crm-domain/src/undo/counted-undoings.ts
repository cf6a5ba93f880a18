import type { EventRow } from '../events/event.js';

/** What still counts of the events of a record, in order. */
export interface Live {
  events: EventRow[];
  /** Those that count for single attributes only, not for the record as a whole. */
  partial: ReadonlySet<EventRow>;
}

/**
 * Of events of which something is left those that count, with what counts of them: of what undid others, what undid
 * changes that came before the first one that is to be undone, of the same attribute. Pure.
 *
 * @param events all, in order
 * @param left of each of them what was not undone, if there is something
 */
export function countedOf(events: readonly EventRow[], left: readonly EventRow[], mine: ReadonlySet<string>): Live {
  const places = new Map(events.map(({ event_id }, at) => [event_id, at]));
  const placeOf = ({ event_id }: EventRow) => places.get(event_id)!;
  const isMine = ({ event_id }: EventRow) => mine.has(event_id);
  // A deletion changes no values: it takes them along.
  const changedBy = (event: EventRow) => (event.kind === 'RecordDeletedEvent' ? [STATE] : keysOf(event));
  const first = firstPlaces(left.filter(isMine), placeOf, changedBy);
  const begin = first.get(ANY) ?? events.length;
  const undoneBy = undoneOf(events);
  const partial = new Set<EventRow>();
  const counted: EventRow[] = [];
  for (const event of left) {
    if (placeOf(event) < begin) continue;
    const undone = undoneBy(event);
    if (isMine(event) || !event.via.undoes || undone.length === 0) {
      counted.push(event);
      continue;
    }
    const since = firstPlaces(undone, placeOf, keysOf);
    const part = countedPart(event, (key) => (since.get(key) ?? events.length) < (first.get(key) ?? begin));
    if (!part) continue;
    counted.push(part);
    if (since.get(ANY)! >= begin) partial.add(part);
  }
  return { events: counted, partial };
}

/** Stand for what became of a record, and for all that an event did. */
const [STATE, ANY] = ['state', 'any'];

/** What an event has changed: attributes, and what became of the record. */
function keysOf({ kind, data }: EventRow): string[] {
  const attributes = (data.changes ?? []).map(({ attribute_id }) => attribute_id);
  return kind === 'record.updated' ? attributes : [...attributes, STATE];
}

/** Where each of some keys is found first. */
function firstPlaces(
  events: readonly EventRow[],
  placeOf: (event: EventRow) => number,
  keys: (event: EventRow) => readonly string[],
): Map<string, number> {
  const first = new Map<string, number>();
  for (const event of events)
    for (const key of [...keys(event), ANY]) first.set(key, Math.min(first.get(key) ?? Infinity, placeOf(event)));
  return first;
}

/**
 * Which of the events another one undid. What names only changes of other records, as the other sides of links, belongs to
 * what the same request undid.
 */
function undoneOf(events: readonly EventRow[]): (event: EventRow) => readonly EventRow[] {
  const byId = new Map(events.map((event) => [event.event_id, event]));
  const ownOf = ({ via }: EventRow) => (via.undoes ?? []).flatMap((id) => byId.get(id) ?? []);
  const undoings = events.filter(({ via }) => via.undoes);
  const byRequest = Map.groupBy(undoings, ({ via }) => via.request_id);
  return (event) => {
    const own = ownOf(event);
    return own.length > 0 ? own : (byRequest.get(event.via.request_id) ?? []).flatMap(ownOf);
  };
}

/** What counts of an event; nothing where none of it does. */
function countedPart(event: EventRow, counts: (key: string) => boolean): EventRow | undefined {
  if (event.kind !== 'record.updated' && counts(STATE)) return event;
  const changes = (event.data.changes ?? []).filter(({ attribute_id }) => counts(attribute_id));
  return changes.length > 0 ? { ...event, kind: 'record.updated', data: { ...event.data, changes } } : undefined;
}
