import { isDeepStrictEqual } from 'node:util';
import type { ActorType } from '../../actor.js';
import { Slices } from '../../db/slices.js';
import { WorkTime } from '../../db/work-time.js';
import type { AttributeChange } from '../../events/changes.js';
import { changeWire, targetsOfEvents, type ChangeWire } from '../../events/event-wire.js';
import type { EventRow } from '../../events/event.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { RecordRow } from '../document.js';

/** An attribute that holds something else at the end of a span than at its beginning. */
export interface DifferenceWire {
  /** Its slug. */
  attribute: string;
  attribute_type: string;
  /** Values as events show them. */
  before: ChangeWire['before'];
  after: ChangeWire['after'];
  /** Of the last change within the span. */
  changed_at: string;
  created_by: { type: ActorType; id: string | null; name: string | null };
}

/** What is different between two moments, the attribute that was changed last first. */
export interface Difference {
  differences: DifferenceWire[];
  /** The moments between which it is told. */
  from: string;
  to: string;
  /** Whether the span was too full: what was changed before `from` is left out. */
  has_more: boolean;
}

/** Changes that are looked at, a page at a time; pages are bounded by their bytes as well. */
const PAGE = 250;
const MAX_PAGES = 4;

/** @throws nothing: a span that is too full is told from a later moment on */
export async function diffOf(
  stores: Stores,
  { schema, row }: { schema: WorkspaceSchema; row: RecordRow },
  span: { from: Date; to: Date },
): Promise<Difference> {
  const slices = new Slices();
  const [first, last] = [await revAt(stores, row, span.from), await revAt(stores, row, span.to)];
  const { events, isCut } = await eventsOf(stores, { row, first, last, slices });
  const from = isCut ? events.at(-1)!.occurred_at : span.from;
  // Of the moment at which it is cut there may be more changes than were read.
  const told = isCut ? events.filter(({ occurred_at }) => occurred_at > from) : events;
  const labels = await stores.records.labels(targetsOfEvents(told));
  const differences: DifferenceWire[] = [];
  for (const { change, by } of merged(told).values()) {
    await slices.next();
    if (!isDeepStrictEqual(change.before, change.after))
      differences.push(wireOf(changeWire(schema, row.object_id, change, labels), { schema, row, by }));
  }
  await slices.next();
  return { differences, from: from.toISOString(), to: span.to.toISOString(), has_more: isCut };
}

async function revAt({ past }: Stores, row: RecordRow, at: Date): Promise<number> {
  if (at < row.created_at) return 0;
  return (await past.moments([row], at)).get(row.record_id)!.rev;
}

/** Events of the revisions after one up to another, the newest first. */
async function eventsOf(
  { events }: Stores,
  { row, first, last, slices }: { row: RecordRow; first: number; last: number; slices: Slices },
): Promise<{ events: EventRow[]; isCut: boolean }> {
  const found: EventRow[] = [];
  let before = last + 1;
  for (let page = 0; before > first + 1; page++) {
    if (page === MAX_PAGES) return { events: found, isCut: true };
    const { rows, isCut, bytes } = await events.timeline(row.record_id, before, PAGE);
    WorkTime.workOn(bytes);
    // What was read has just been parsed.
    await slices.next();
    found.push(...rows.filter(({ rev }) => rev > first));
    if (!isCut) break;
    before = rows.at(-1)!.rev;
  }
  return { events: found, isCut: false };
}

interface Merged {
  change: Required<Pick<AttributeChange, 'before' | 'after'>> & AttributeChange;
  by: EventRow;
}

/** What each attribute held before the first of some events and after the last, which comes first. */
function merged(events: readonly EventRow[]): Map<string, Merged> {
  const found = new Map<string, Merged>();
  for (const by of events)
    for (const { before = [], after = [], ...change } of by.data.changes ?? []) {
      const later = found.get(change.attribute_id);
      if (!later) found.set(change.attribute_id, { change: { ...change, before, after }, by });
      else {
        later.change.before = before;
        later.change.titles = { ...change.titles, ...later.change.titles };
      }
    }
  return found;
}

function wireOf(
  { attribute_id, attribute_slug, attribute_type, before, after }: ChangeWire,
  { schema, row, by }: { schema: WorkspaceSchema; row: RecordRow; by: EventRow },
): DifferenceWire {
  const attribute = schema.find(row.object_id)?.find(attribute_id)?.slug ?? attribute_slug;
  const created_by = { type: by.actor_type, id: by.actor_id, name: by.actor_name };
  return { attribute, attribute_type, before, after, changed_at: by.occurred_at.toISOString(), created_by };
}
