import type { Attribute } from '../objects/schema.js';
import { itemsOf } from '../records/document.js';
import { addKeys, noKeys, without, type KeyPair } from '../records/keys.js';
import type { Stores } from '../stores.js';
import type { Json } from '../values/value-type.js';
import type { Subject } from './undo-merges.js';
import { find, type Wish } from './wishes.js';

/** A unique value that another record held when it should have been given back. */
export interface Taken {
  subject: Subject;
  wish: Wish;
}

interface Exchange {
  taken: Taken;
  /** Keys of unique values that the record holds and is not to hold. */
  given: KeyPair[];
  /** Those that it is to hold and another record holds. */
  awaited: (KeyPair & { record_id: string })[];
}

/**
 * Frees the unique values that these records hold of each other, as after two of them swapped theirs. They can be given
 * back within the same transaction then.
 *
 * @returns those of `taken` that wait for no other record any more
 */
export async function freeMutuallyHeld(stores: Stores, taken: readonly Taken[]): Promise<Taken[]> {
  const all: Exchange[] = [];
  for (const each of taken) {
    const exchange = await read(stores, each);
    if (exchange) all.push(exchange);
  }
  const exchanges = possible(all);
  for (const { taken: of, given } of exchanges) await stores.removals.freeUnique(of.subject.record_id, given);
  return exchanges.map((each) => each.taken);
}

/** The id of a record that holds what is to be given back. */
export async function holderOf(stores: Stores, taken: Taken): Promise<string | undefined> {
  const exchange = await read(stores, taken);
  return exchange?.awaited[0]?.record_id;
}

async function read(stores: Stores, taken: Taken): Promise<Exchange | undefined> {
  const { subject, wish } = taken;
  const row = await find(stores, subject.record_id);
  if (!row) return undefined;
  const held = uniqueKeys(wish.attribute, itemsOf(row.vals, wish.attribute.attr_no));
  const wanted = uniqueKeys(wish.attribute, wish.items);
  const awaited = await stores.records.holders(without(wanted, held));
  return { taken, given: without(held, wanted), awaited };
}

/** Without those that wait for a value that none of the others gives. */
function possible(all: readonly Exchange[]): Exchange[] {
  const name = (record_id: string, { attribute_id, v }: KeyPair) => JSON.stringify([record_id, attribute_id, v]);
  const given = new Set(all.flatMap((each) => each.given.map((key) => name(each.taken.subject.record_id, key))));
  const left = all.filter(({ awaited }) => awaited.every((key) => given.has(name(key.record_id, key))));
  return left.length === all.length ? left : possible(left);
}

function uniqueKeys(attribute: Attribute, items: readonly Json[]): Map<string, KeyPair> {
  const keys = noKeys();
  addKeys(keys, attribute, items);
  return keys.unique;
}
