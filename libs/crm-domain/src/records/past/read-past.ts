import { WorkTime } from '../../db/work-time.js';
import { DomainError, invalid } from '../../errors.js';
import type { ObjectSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import { instant } from '../../values/timestamp.js';
import { ValueRefusal } from '../../values/value-type.js';
import type { RecordRow } from '../document.js';
import { pastRow } from './past-row.js';

/** @throws DomainError validation for what is no moment */
export function readMoment(text: string, path: string): Date {
  try {
    return new Date(instant(text));
  } catch (error) {
    if (!(error instanceof ValueRefusal)) throw error;
    throw invalid([{ path, message: error.message, expected: error.expected }]);
  }
}

/** Records as they were at a moment, in the order of `rows`; undefined for those that were not there, or in the trash. */
export async function* rowsThen(
  stores: Stores,
  { object, at }: { object: ObjectSchema; at: Date },
  rows: readonly RecordRow[],
): AsyncGenerator<RecordRow | undefined> {
  const existing = rows.filter(({ created_at }) => created_at <= at);
  const moments = existing.length > 0 ? await stores.past.moments(existing, at) : new Map<string, never>();
  const numbers = object.attributes.map(({ attr_no }) => attr_no);
  for (const row of rows) {
    WorkTime.workOn(JSON.stringify(row.vals).length);
    const moment = moments.get(row.record_id);
    if (moment && !moment.is_trashed && moment.is_lost) throw lost(row);
    yield moment && !moment.is_trashed ? await rowThen(stores, { object, at, moment, row }, numbers) : undefined;
  }
}

type Then = Omit<Parameters<typeof pastRow>[0], 'closed' | 'heldThen'>;

async function rowThen({ past }: Stores, then: Then, numbers: readonly number[]): Promise<RecordRow> {
  const { object, row, at, moment } = then;
  const nothing = () => undefined;
  if (row.rev === moment.rev) return pastRow({ ...then, closed: [], heldThen: nothing });
  const closed = await past.closed(row, numbers, at);
  if (!closed) throw tooMuch();
  WorkTime.workOn(JSON.stringify(closed).length);
  // What held nothing then has no order to be known.
  const held = object.numbered([...Object.keys(row.vals), ...closed.map(({ attr_no }) => attr_no)]);
  const lists = held.filter(({ several }) => several);
  const names = lists.flatMap(({ packed_id, attribute_id }) => [packed_id, attribute_id]);
  const before = names.length > 0 ? await past.heldBefore(row.record_id, moment.rev, names) : undefined;
  return pastRow({
    ...then,
    closed,
    heldThen: ({ packed_id, attribute_id }) => before?.get(packed_id) ?? before?.get(attribute_id),
  });
}

function lost({ record_id }: RecordRow): DomainError {
  const message = `The record ${record_id} was deleted after that moment and brought back later. The history of its values begins there; its timeline and its diff from that moment show the changes before.`;
  return invalid([{ path: 'as_of', message, expected: 'a moment since it was brought back' }]);
}

function tooMuch(): DomainError {
  const message =
    'Too many values of this record were changed since then to tell how it was. Its timeline has all changes.';
  return invalid([{ path: 'as_of', message, expected: 'a later moment', reason: 'query_too_wide' }]);
}
