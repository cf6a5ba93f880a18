import type { ObjectSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { Json } from '../../values/value-type.js';
import type { HistoryRow, RecordRow } from '../document.js';
import { pastTargetsOf } from '../keys.js';
import { mergedHistory } from '../merging/merged-history.js';
import { labelsOf, revisionsOf, type Labels, type Shown } from '../wire.js';

/** Closed values of a record and of those that were merged into it, as far as they are read at once. */
export async function readHistory(
  stores: Stores,
  object: ObjectSchema,
  row: RecordRow,
): Promise<{ labels: Labels; history: NonNullable<Shown['history']>; isCut: boolean }> {
  const numbers = object.attributes.map(({ attr_no }) => attr_no);
  const own = await stores.records.history(row.record_id, numbers);
  const merged = await mergedHistory(stores, object, row.record_id);
  const closed = merged.closed.length === 0 ? own.closed : [...own.closed, ...merged.closed].sort(byBegin);
  const past = await stores.records.labels(pastTargetsOf(object, closed));
  const vias = await stores.events.viaOf(row.record_id, revisionsOf(row, own.closed));
  // Made before there were events, a record tells itself through what it was made.
  const made = row.created_via as unknown as Json;
  const via = (revision: Json = null) =>
    typeof revision === 'number' ? (vias.get(revision) ?? (revision === 1 ? made : null)) : revision;
  return { labels: labelsOf(row, past), history: { closed, via }, isCut: own.isCut || merged.isCut };
}

function byBegin(one: HistoryRow, other: HistoryRow): number {
  return one.active_from.getTime() - other.active_from.getTime();
}
