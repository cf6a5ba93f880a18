import type { Stores } from '../../stores.js';
import type { Caller } from '../../actor.js';
import type { ObjectSchema } from '../../objects/schema.js';
import { itemsOf, type RecordRow, type Values } from '../document.js';
import { addKeys, addPossibleKeys, noKeys, without, type KeyPair, type Keys } from '../keys.js';
import { planChange, type ChangePlan, type Patch } from '../writing/change-plan.js';
import type { MergedRecord } from './merge.js';
import { MAX_MERGED } from './merge.js';
import type { MergedRow } from './merge.store.js';

/** Records of one object, and the one that they go into. */
interface Absorbed {
  object: ObjectSchema;
  into: string;
  /** What that one holds afterwards. */
  vals: Values;
  from: readonly RecordRow[];
}

/**
 * Takes records out of sight that are now part of another one. Their rows stay as they are; what leads to them goes,
 * but for the addresses that the other record did not take: by those its conversations are found. Their unique values
 * are free afterwards.
 */
export async function absorb(stores: Stores, { object, into, vals, from }: Absorbed): Promise<MergedRecord[]> {
  const { merges, removals } = stores;
  const ids = from.map(({ record_id }) => record_id);
  const parts = await merges.mergedInto(ids, MAX_MERGED);
  await removals.count(object.row.object_id, -ids.length);
  const taken = keysOf(object, vals, addKeys).handle;
  for (const row of from) {
    await removals.removeKeys([{ record_id: row.record_id, keys: keysOf(object, row.vals, addPossibleKeys) }]);
    const own = keysOf(object, row.vals, addKeys).handle;
    const left = new Map([...own].filter(([key]) => !taken.has(key)));
    if (left.size > 0) await merges.addKeys(row, { ...NO_PLAN, handle: { add: without(left, taken), remove: [] } });
  }
  await merges.hide(ids, into);
  return from.map(({ record_id, label, rev }) => {
    const before = parts.filter(({ merged_into }) => merged_into === record_id).map((part) => part.record_id);
    return { record_id, label, version: rev, ...(before.length > 0 && { with: before }) };
  });
}

/** The opposite, but for unique values, which the other record may still have to give up: see `claim`. */
export async function release(
  stores: Stores,
  { object, into, caller }: { object: ObjectSchema; into: string; caller: Caller },
  rows: readonly (MergedRow & { with: readonly string[] })[],
): Promise<void> {
  for (const row of rows) {
    await stores.merges.show(row, into);
    await stores.merges.addKeys(row, { ...whole(object, row, caller), unique: NO_PLAN.unique });
  }
  await stores.removals.count(object.row.object_id, rows.length);
}

/**
 * The unique values of records that were released, or those of them that are wanted.
 * @throws UniqueViolation when another record has one of them
 */
export async function claim(
  stores: Stores,
  { object, caller }: { object: ObjectSchema; caller: Caller },
  rows: readonly RecordRow[],
  isWanted: (key: KeyPair) => boolean = () => true,
): Promise<void> {
  for (const row of rows) {
    const add = whole(object, row, caller).unique.add.filter(isWanted);
    if (add.length > 0) await stores.merges.addKeys(row, { ...NO_PLAN, unique: { add, remove: [] } });
  }
}

/** Everything that stands beside a record, as if it were new. */
function whole(object: ObjectSchema, row: RecordRow, caller: Caller): ChangePlan {
  const patch: Patch = new Map(
    object.attributes.map((attribute) => [attribute, itemsOf(row.vals, attribute.attr_no)] as const),
  );
  return planChange({ object, row: null, patch, caller, now: new Date(0) });
}

function keysOf(object: ObjectSchema, vals: Values, add: typeof addKeys): Keys {
  const keys = noKeys();
  for (const attribute of object.attributes) add(keys, attribute, itemsOf(vals, attribute.attr_no));
  return keys;
}

const none = () => ({ add: [], remove: [] });
const NO_PLAN: ChangePlan = {
  vals: {},
  document: '{}',
  size: 0,
  meta: null,
  label: null,
  refs: [],
  history: [],
  text: none(),
  number: none(),
  ref: none(),
  unique: none(),
  handle: none(),
  references: none(),
  targets: [],
  lexemes: null,
  members: [],
  changed: [],
};
