import type { Stores } from '../stores.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { itemsOf, type RecordRow } from '../records/document.js';
import type { Patch } from '../records/writing/change-plan.js';
import { MAX_VALUES } from '../records/writing/read-items.js';
import { MAX_LINKS } from '../records/writing/relationship-writer.js';
import type { Json } from '../values/value-type.js';
import { Obstacle } from './obstacle.js';
import type { RecordPast } from './record-past.js';
import type { LeftReason } from './undo.js';

/** What an attribute should hold again. */
export interface Wish {
  attribute: Attribute;
  items: Json[];
  /** What it loses, where it gets nothing. */
  lost?: readonly Json[];
}

/** The record that gets values back. */
export interface Place {
  schema: WorkspaceSchema;
  row: RecordRow;
  /** Whether what an attribute of a record holds is to be undone as well. */
  isOurs: (recordId: string, attributeId: string) => boolean;
}

/** The values of a deleted record, by the order in which they can be given back. */
export interface DeletedValues {
  plain: Patch;
  unique: Patch;
  /** What refers to records or members, which may come back after it or be gone. */
  later: Patch;
  /** What it holds again though it should hold something else, which it cannot. */
  kept: Patch;
  /** Those that it cannot hold, and those of `kept`. */
  left: { attribute: Attribute; reason: LeftReason }[];
}

/** Values of a record that was deleted, without what is to be undone of what came before. */
export function valuesOfDeleted(object: ObjectSchema, past: RecordPast): DeletedValues {
  const values: DeletedValues = { plain: new Map(), unique: new Map(), later: new Map(), kept: new Map(), left: [] };
  const last = new Map((past.deletion!.data.changes ?? []).map((change) => [change.attribute_id, change.before ?? []]));
  for (const id of new Set([...last.keys(), ...past.attributeIds])) {
    const before = last.get(id) ?? [];
    const attribute = object.find(id);
    if (!attribute) continue;
    const target = past.target(attribute, before);
    const wanted = target && 'items' in target ? target.items : before;
    const reason = unfit(attribute, wanted, before);
    if (reason) values.left.push({ attribute, reason });
    else if (wanted.length > 0) placeFor(values, attribute).set(attribute, wanted);
    if (reason && before.length > 0 && !unfit(attribute, before, before)) values.kept.set(attribute, before);
  }
  return values;
}

function placeFor({ plain, unique, later }: DeletedValues, { valueType, is_unique }: Attribute): Patch {
  if (valueType.target || valueType.member) return later;
  return is_unique ? unique : plain;
}

/** Why an attribute that held `held` cannot have these values again. */
function unfit(attribute: Attribute, items: readonly Json[], held: readonly Json[]): LeftReason | undefined {
  const reason = misfit(attribute, items, held);
  return reason ?? (items.some((item) => !isStill(attribute, item)) ? 'schema_changed' : undefined);
}

/** Why an attribute that holds `held` cannot hold these values instead, whatever they are. */
export function misfit(attribute: Attribute, items: readonly Json[], held: readonly Json[]): LeftReason | undefined {
  if (items.length > 1 && !attribute.several) return 'schema_changed';
  if (attribute.is_required && items.length === 0 && held.length > 0) return 'refused';
  const most = attribute.inverse_attribute_id ? MAX_LINKS : MAX_VALUES;
  return items.length > Math.max(most, held.length) ? 'refused' : undefined;
}

/**
 * Wishes as they can be written now.
 *
 * @throws Obstacle for an option that is gone, as many values as the attribute does not hold now, a record that is gone,
 * or a link that the other side has given to somebody else
 */
export async function patchFor(stores: Stores, at: Place, wishes: readonly Wish[]): Promise<Patch> {
  const patch: Patch = new Map();
  for (const wish of wishes) {
    const added = addedBy(at.row, wish);
    await checkTargets(stores, { ...at, attribute: wish.attribute }, added);
    patch.set(wish.attribute, wish.items);
  }
  return patch;
}

/** The same where none of the values refers to a record. @throws Obstacle */
export function ownPatchFor(row: RecordRow, wishes: readonly Wish[]): Patch {
  for (const wish of wishes) addedBy(row, wish);
  return new Map(wishes.map(({ attribute, items }) => [attribute, items]));
}

/** The values of a wish that the record does not hold. @throws Obstacle for what the attribute cannot hold now */
function addedBy(row: RecordRow, { attribute, items }: Wish): Json[] {
  const held = itemsOf(row.vals, attribute.attr_no);
  const added = items.filter((item) => !held.some((each) => attribute.valueType.compare(each, item) === 0));
  const reason = added.some((item) => !isStill(attribute, item)) ? 'schema_changed' : misfit(attribute, items, held);
  if (reason) throw new Obstacle(reason);
  return added;
}

async function checkTargets(
  { records }: Stores,
  { schema, row, isOurs, attribute }: Place & { attribute: Attribute },
  added: readonly Json[],
): Promise<void> {
  const { target } = attribute.valueType;
  if (!target || added.length === 0) return;
  const ids = [...new Set(added.map((item) => target(item).record_id))];
  const labels = await records.labels([row.record_id, ...ids]);
  const others = ids.filter((id) => id !== row.record_id);
  if (others.some((id) => labels[id] === undefined)) throw new Obstacle('target_gone');
  // The other side of a link refers to the record itself.
  const ends = attribute.inverse_attribute_id ? [row.record_id, ...others] : others;
  if (ends.some((id) => labels[id]?.startsWith('0'))) throw new Obstacle('target_in_trash');
  const inverse = schema.find(attribute.inverse_object_id ?? '')?.find(attribute.inverse_attribute_id ?? '');
  if (!inverse || inverse.several) return;
  // A side that may hold one would give up the link that it has now.
  for (const id of ids.sort()) {
    if (isOurs(id, inverse.attribute_id)) continue;
    const [other] = (await records.findMany([id], 1)).rows;
    const holders = other ? itemsOf(other.vals, inverse.attr_no) : [];
    if (holders.some((item) => inverse.valueType.target!(item).record_id !== row.record_id))
      throw new Obstacle('changed_since');
  }
}

/** Whether a value can be written again: its option or stage is there, and not archived. */
function isStill(attribute: Attribute, item: Json): boolean {
  const isChoice = attribute.valueType.choices !== undefined;
  return !isChoice || attribute.choices.some(({ choice_id, archived_at }) => choice_id === item && !archived_at);
}

/** A record as it is at this moment of the transaction. */
export async function find({ records }: Stores, recordId: string): Promise<(RecordRow & { now?: Date }) | undefined> {
  const { rows } = await records.findMany([recordId], 1);
  return rows[0];
}

/** @throws Obstacle when it is not there any more */
export async function findStill(stores: Stores, recordId: string): Promise<RecordRow & { now?: Date }> {
  const row = await find(stores, recordId);
  if (!row) throw new Obstacle('deleted_since');
  return row;
}
