import { newId } from '#platform';
import type { Actor, Caller } from '../../actor.js';
import type { Stores } from '../../stores.js';
import { lastValues } from '../../events/changes.js';
import type { NewEvent } from '../../events/event.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { planChange, type Patch } from './change-plan.js';
import { itemsOf, type RecordRow } from '../document.js';
import { addPossibleKeys, noKeys, type Keys } from '../keys.js';
import { LargeRecord } from '../find-record.js';
import { SHORT_BYTES } from '../record-size.js';
import { StalePlanError } from './retry-stale-plans.js';

// Referrers cleared within the deleting request; more are left to the background, with the record already gone for
// every reader.
const CLEARED_AT_ONCE = 100;
const CHUNK = 100;
// Records that are in memory together while their references are cleared.
const BYTES_AT_ONCE = 4 * 1024 * 1024;

export interface Removed {
  caller: Caller;
  actor: Actor;
  object: ObjectSchema;
  row: RecordRow;
  /** Whether the object's counter knows of it: not of what is in the trash. */
  isCounted: boolean;
}

export type Removal = Removed & { schema: WorkspaceSchema };

/**
 * Deletes a record that this transaction has locked: references to it are closed into their records' history,
 * its unique values are free, its own rows are gone (decisions: Hard delete of a record), and with it what was merged
 * into it.
 * @throws StalePlanError when the schema changes at the same moment
 * @throws LargeRecord when the records that refer to it are more than 64 KiB together and the caller defers them
 */
export async function removeRecord(stores: Stores, removal: Removal): Promise<void> {
  const { schema, row } = removal;
  const step = removal.isCounted ? -1 : 0;
  const referrers = await stores.records.referrers(row.record_id, CLEARED_AT_ONCE + 1);
  if (referrers.length > CLEARED_AT_ONCE) {
    await stores.removals.hide(row, step);
    await stores.purges.add({ kind: 'record', object_id: row.object_id, record_id: row.record_id });
  } else {
    // All that may have to wait for others comes before the first event: records, then the count, as whoever creates
    // takes them.
    await stores.records.lock(referrers);
    await stores.removals.count(row.object_id, step);
    const clearing = { ...removal, targets: [row.record_id] };
    for (let at = 0; at < referrers.length; at += CHUNK)
      await clearReferences(stores, clearing, referrers.slice(at, at + CHUNK));
  }
  await takeAway(stores, schema, [removal], referrers.length > CLEARED_AT_ONCE);
}

/**
 * The same with records to which no others refer but those that go in the same transaction, with a few statements for
 * all.
 * @throws StalePlanError when the schema changes at the same moment
 */
export async function removeTogether(
  stores: Stores,
  schema: WorkspaceSchema,
  removals: readonly Removed[],
): Promise<void> {
  const counted = removals.filter(({ isCounted }) => isCounted);
  for (const [objectId, { length }] of [...Map.groupBy(counted, ({ row }) => row.object_id)].sort())
    await stores.removals.count(objectId, -length);
  await takeAway(stores, schema, removals);
}

async function takeAway(
  stores: Stores,
  schema: WorkspaceSchema,
  removed: readonly Removed[],
  isHidden = false,
): Promise<void> {
  const ids = removed.map(({ row }) => row.record_id);
  await stores.removals.removeKeys(
    removed.map(({ object, row }) => ({ record_id: row.record_id, keys: keysOf(object, row) })),
  );
  if (!isHidden) await stores.removals.remove(ids);
  await stores.merges.drop(ids);
  await stores.events.addAll(removed.map((each) => ({ caller: each.caller, event: deletionOf(each) })));
  await stores.schema.expectVersion(schema.version, () => new StalePlanError());
}

function keysOf(object: ObjectSchema, { vals }: RecordRow): Keys {
  const keys = noKeys();
  for (const attribute of object.attributes) addPossibleKeys(keys, attribute, itemsOf(vals, attribute.attr_no));
  return keys;
}

function deletionOf(removed: Removed): NewEvent {
  const { actor, object, row } = removed;
  return {
    kind: 'RecordDeletedEvent',
    subject_id: row.record_id,
    rev: row.rev + 1,
    object_id: row.object_id,
    occurred_at: later(row),
    actor_name: actor.name,
    data: { label: row.label, ...madeOf(removed), changes: lastValues(object, row.vals) },
  };
}

/** With what a record comes back when its deletion is undone. */
function madeOf({ row, isCounted }: Removed): Record<string, unknown> {
  const { created_at, created_by_type, created_by_id, created_via } = row;
  const created = { at: created_at.toISOString(), by_type: created_by_type, by_id: created_by_id, via: created_via };
  return isCounted ? { created } : { created, trashed: true };
}

/** Which references go, and on whose behalf. */
export type Clearing = Pick<Removal, 'caller' | 'schema'> & { targets: readonly string[] };

/**
 * Takes the references to `targets` out of the given records.
 *
 * @throws StalePlanError, LargeRecord where the caller defers them
 */
export async function clearReferences(
  stores: Stores,
  { caller, schema, targets }: Clearing,
  recordIds: string[],
): Promise<void> {
  const gone = new Set(targets);
  await stores.records.lock(recordIds);
  for (let left = recordIds; left.length > 0;) {
    const { rows, isCut, bytes } = await stores.records.findMany(
      left,
      caller.defersLarge ? SHORT_BYTES : BYTES_AT_ONCE,
    );
    if (caller.defersLarge && bytes > SHORT_BYTES) throw new LargeRecord(bytes);
    for (const referrer of rows) await clearReferrer(stores, { caller, schema, gone }, referrer);
    const last = rows.at(-1)?.record_id ?? '';
    left = isCut ? left.filter((id) => id > last) : [];
  }
}

/** @throws StalePlanError */
async function clearReferrer(
  stores: Stores,
  { caller, schema, gone }: Pick<Clearing, 'caller' | 'schema'> & { gone: ReadonlySet<string> },
  referrer: RecordRow,
): Promise<void> {
  const object = schema.find(referrer.object_id);
  if (!object) return;
  const plan = planChange({
    object,
    row: referrer,
    patch: withoutTargets(object, referrer, gone),
    caller,
    now: later(referrer),
  });
  if (plan.changed.length === 0) return;
  const gate = { caller, schemaVersion: schema.version };
  const written = await stores.records.update(gate, referrer, { id: newId(), at: later(referrer) }, plan);
  if (written.rev === null) throw new StalePlanError();
}

function withoutTargets(object: ObjectSchema, referrer: RecordRow, gone: ReadonlySet<string>): Patch {
  const patch: Patch = new Map();
  for (const attribute of object.attributes) {
    const target = attribute.valueType.target;
    if (!target) continue;
    const items = itemsOf(referrer.vals, attribute.attr_no);
    const kept = items.filter((item) => !gone.has(target(item).record_id));
    if (kept.length < items.length) patch.set(attribute, kept);
  }
  return patch;
}

function later(row: RecordRow & { now?: Date }): Date {
  return new Date(Math.max(row.now?.getTime() ?? 0, row.updated_at.getTime()));
}
