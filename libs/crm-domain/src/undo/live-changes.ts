import type { EventRow } from '../events/event.js';
import { countedOf, type Live } from './counted-undoings.js';

/** What one event has undone of others: all, or the changes of some attributes and perhaps what became of the record. */
type Undone = 'all' | { attributes: ReadonlySet<string>; isState: boolean };

/**
 * What still counts of the events of a record from the first that is to be undone (`mine`) on, without what was undone
 * before and what undid it; what is to be undone counts even if it undid something: to undo that is to do it again. An
 * event that undid something older than the changes that are to be undone counts as any other change. Of an event that
 * was undone in part the changes of the other attributes are left, as of an update. Pure.
 */
export function liveOf(events: readonly EventRow[], mine: ReadonlySet<string>): Live {
  const undone = new Map<string, Undone[]>();
  const left: EventRow[] = [];
  for (const event of events.toReversed()) {
    const by = undone.get(event.event_id) ?? [];
    const { undoes } = event.via;
    const own = undoes && undoneBy(event, by);
    if (own) for (const id of undoes) undone.set(id, [...(undone.get(id) ?? []), own]);
    const rest = leftOf(event, by);
    if (rest) left.push(rest);
  }
  return countedOf(events, left.reverse(), mine);
}

/** What an event undoes, as far as it was not undone itself; nothing where all of it was. */
function undoneBy({ kind, via, data }: EventRow, by: readonly Undone[]): Undone | undefined {
  const only = via.undoes_attributes;
  if (by.includes('all')) return undefined;
  if (!only && by.length === 0) return 'all';
  const changed = (data.changes ?? []).map(({ attribute_id }) => attribute_id);
  const attributes = (only ?? changed).filter((id) => !isUndone(by, id));
  const isState = (!only || kind !== 'record.updated') && !by.some((each) => each !== 'all' && each.isState);
  return { attributes: new Set(attributes), isState };
}

/** What is left of an event; nothing where all of it was undone. */
function leftOf(event: EventRow, by: readonly Undone[]): EventRow | undefined {
  if (by.length === 0) return event;
  if (by.includes('all')) return undefined;
  const changes = (event.data.changes ?? []).filter(({ attribute_id }) => !isUndone(by, attribute_id));
  const isState = !by.some((each) => each !== 'all' && each.isState);
  if (!isState && changes.length === 0) return undefined;
  const kind = isState ? event.kind : 'record.updated';
  return { ...event, kind, data: { ...event.data, changes } };
}

function isUndone(by: readonly Undone[], attributeId: string): boolean {
  return by.some((each) => each === 'all' || each.attributes.has(attributeId));
}
