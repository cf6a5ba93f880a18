import type { ObjectSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { Json } from '../../values/value-type.js';
import { itemsOf, stampsOf, type HistoryRow } from '../document.js';
import { revisionsOf } from '../wire.js';
import type { MergedRow } from './merge.store.js';

/** Merged records whose values are shown with the history of the one that stays, the newest merges. */
const MAX_SHOWN = 20;
/** Closed values that are shown of all of them together. */
const MAX_VALUES = 5000;

/** Values that records held before they were merged into one, closed by the merge or before; `isCut`: there are more. */
export async function mergedHistory(
  stores: Stores,
  object: ObjectSchema,
  recordId: string,
): Promise<{ closed: HistoryRow[]; isCut: boolean }> {
  const parts = await stores.merges.mergedInto([recordId], MAX_SHOWN + 1);
  const numbers = object.attributes.map(({ attr_no }) => attr_no);
  const closed: HistoryRow[] = [];
  let isCut = parts.length > MAX_SHOWN;
  for (const { record_id } of parts.slice(0, MAX_SHOWN)) {
    if (closed.length >= MAX_VALUES) return { closed, isCut: true };
    const [row] = await stores.merges.rows([record_id], recordId);
    if (!row) continue;
    const before = await stores.records.history(record_id, numbers);
    isCut ||= before.isCut;
    const rows = [...before.closed, ...closedByMerge(object, row)];
    const vias = await stores.events.viaOf(record_id, revisionsOf(row, rows));
    const made = row.created_via as unknown as Json;
    for (const each of rows) {
      // Told here, since a revision is one of its own record.
      const via = typeof each.via === 'number' ? (vias.get(each.via) ?? (each.via === 1 ? made : null)) : each.via;
      closed.push({ ...each, via });
    }
  }
  return { closed, isCut };
}

/** What a record held when it was merged, as it is closed since. */
function closedByMerge({ attributes }: ObjectSchema, row: MergedRow): HistoryRow[] {
  return attributes.flatMap(({ attr_no }) => {
    const stamps = stampsOf(row.meta, row.vals, attr_no);
    return itemsOf(row.vals, attr_no).map((value, at) => {
      const [from, type, id, via] = stamps[at] ?? [row.created_at.getTime(), row.created_by_type, row.created_by_id, 1];
      return {
        attr_no,
        active_from: new Date(from),
        active_until: row.merged_at,
        created_by_type: type,
        created_by_id: id,
        via: via ?? null,
        value,
      };
    });
  });
}
