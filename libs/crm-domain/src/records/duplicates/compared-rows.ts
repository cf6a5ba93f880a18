import type { ObjectSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import { columnsOf } from '../shown/columns.js';
import { judgeShape } from '../shown/shape.js';
import type { Compared } from './compared.js';
import type { ComparedRow } from './reasons.js';

/** Records that are read at once, of which only what is compared is kept. */
const TOGETHER = 200;

/** Those of some records that are there and not in the trash, by their ids. */
export async function comparedRows(
  stores: Stores,
  { object, compared }: { object: ObjectSchema; compared: readonly Compared[] },
  ids: Iterable<string>,
): Promise<Map<string, ComparedRow>> {
  const fields = compared.map(({ attribute }) => attribute.attribute_id);
  const columns = columnsOf(judgeShape(object, { fields, format: 'concise' }));
  const rows = new Map<string, ComparedRow>();
  for (let left = [...new Set(ids)]; left.length > 0;) {
    const some = left.slice(0, TOGETHER);
    const read = await stores.queries.show(object.row.object_id, some, columns);
    for (const row of read.rows) rows.set(row.record_id, row);
    // Where they hold too many bytes, the rest is read by itself.
    const last = read.isCut ? some.indexOf(read.rows.at(-1)!.record_id) + 1 : some.length;
    left = left.slice(last);
  }
  return rows;
}
