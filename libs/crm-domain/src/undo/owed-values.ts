import type { Caller } from '../actor.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { itemsOf, type RecordRow } from '../records/document.js';
import { addKeys, noKeys, type KeyPair } from '../records/keys.js';
import { claim } from '../records/merging/merge-steps.js';
import type { Stores } from '../stores.js';
import { Obstacle } from './obstacle.js';
import { find } from './wishes.js';

/**
 * Unique values of records that are by themselves again while another record still holds them, which is to let go of them
 * later in the same undo. Until then, the document of a record may hold a value whose row another record has.
 */
export class OwedValues {
  private readonly recordIds = new Set<string>();

  constructor(private readonly of: { caller: Caller; schema: WorkspaceSchema }) {}

  /** Whether a record is to have its unique values only at the end. */
  has(recordId: string | null): boolean {
    return recordId !== null && this.recordIds.has(recordId);
  }

  /** Of a record whose values are given back at the end. */
  add(recordId: string): void {
    this.recordIds.add(recordId);
  }

  /** The unique values of records that were part of `into`, as far as that one has them or nobody. */
  async claimFree(
    stores: Stores,
    { object, into }: { object: ObjectSchema; into: string },
    rows: readonly RecordRow[],
  ): Promise<void> {
    for (const { record_id } of rows) this.add(record_id);
    this.add(into);
    const holders = await stores.records.holders(rows.flatMap((row) => uniqueKeysOf(object, row)));
    await stores.removals.freeUnique(
      into,
      holders.filter(({ record_id }) => record_id === into),
    );
    const taken = new Set(holders.filter(({ record_id }) => record_id !== into).map(nameOf));
    await claim(stores, { object, ...this.of }, rows, (key) => !taken.has(nameOf(key)));
  }

  /**
   * Gives each record the unique values that its document holds.
   *
   * @throws Obstacle; UniqueViolation where another record has one
   */
  async settle(stores: Stores): Promise<void> {
    for (const id of this.recordIds) {
      const row = await find(stores, id);
      const object = this.of.schema.find(row?.object_id ?? '');
      if (!row || !object) continue;
      const holders = await stores.records.holders(uniqueKeysOf(object, row));
      if (holders.some(({ record_id }) => record_id !== id)) throw new Obstacle('unique_taken');
      const held = new Set(holders.map(nameOf));
      await claim(stores, { object, ...this.of }, [row], (key) => !held.has(nameOf(key)));
    }
  }
}

function uniqueKeysOf(object: ObjectSchema, { vals }: RecordRow): KeyPair[] {
  const keys = noKeys();
  for (const attribute of object.attributes) addKeys(keys, attribute, itemsOf(vals, attribute.attr_no));
  return [...keys.unique.values()];
}

function nameOf({ attribute_id, v }: KeyPair): string {
  return `${attribute_id} ${v}`;
}
