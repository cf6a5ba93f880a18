import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { Json } from '../../values/value-type.js';
import { itemsOf, type RecordRow } from '../document.js';
import type { Patch } from '../writing/change-plan.js';

interface At {
  schema: WorkspaceSchema;
  object: ObjectSchema;
  row: RecordRow;
}

/**
 * What changes in a record that was out of sight: references to records that were merged since lead to those that stand
 * in their place, those to deleted ones go, and so do links that the other side has given to somebody else.
 */
export async function linksLeft(stores: Stores, { schema, object, row }: At): Promise<Patch> {
  const { merges, records } = stores;
  const patch: Patch = new Map();
  for (const { attribute, items, ids } of linksOf(object, row)) {
    const { attr_no = -1 } =
      schema.find(attribute.inverse_object_id ?? '')?.find(attribute.inverse_attribute_id ?? '') ?? {};
    const isTwoSided = attribute.inverse_attribute_id !== null;
    const there = new Set(
      isTwoSided ? await merges.linkedBack(row.record_id, ids, attr_no) : Object.keys(await records.labels(ids)),
    );
    const gone = ids.filter((id) => !there.has(id) && id !== row.record_id);
    if (gone.length === 0) continue;
    const survivors = isTwoSided ? new Map<string, string>() : await merges.survivors(gone);
    const held = await merges.hold([...survivors.values()]);
    const now = items.flatMap((item): Json[] => {
      const target = attribute.valueType.target!(item);
      if (!gone.includes(target.record_id)) return [item];
      const survivor = survivors.get(target.record_id);
      return survivor && held.has(survivor) ? [{ ...target, record_id: survivor } as unknown as Json] : [];
    });
    patch.set(attribute, [...new Map(now.map((item) => [attribute.valueType.target!(item).record_id, item])).values()]);
  }
  return patch;
}

function linksOf({ attributes }: ObjectSchema, { vals }: RecordRow) {
  return attributes.flatMap((attribute) => {
    const { target } = attribute.valueType;
    const items = target ? itemsOf(vals, attribute.attr_no) : [];
    return items.length > 0 ? [{ attribute, items, ids: items.map((item) => target!(item).record_id) }] : [];
  });
}
