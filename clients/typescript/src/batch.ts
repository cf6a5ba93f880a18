import { answered, type Crm } from './client.js';
import type { components } from './openapi.js';
import type { WriteOptions } from './records.js';
import type { CreateData, ObjectOf, ReferenceToItem, Schema, ShownRecord, UniqueOf, UpdateData } from './schema.js';

type Result = components['schemas']['BatchResult'];

interface OfEveryItem {
  /** A name for its record, which later items of the same request use as `{ $ref: name }`. */
  ref?: string;
}
interface OfChange extends OfEveryItem {
  /** Do it only if the record has this version. */
  expected_version?: number;
}

type ItemOf<S extends Schema, O extends ObjectOf<S>> =
  | ({ op: 'create'; object: O; data: CreateData<S, O> } & OfEveryItem)
  | ({ op: 'update'; object: O; record: string | ReferenceToItem; data: UpdateData<S, O> } & OfChange)
  | ({ op: 'upsert'; object: O; match: UniqueOf<S, O>; data: UpdateData<S, O> } & OfChange)
  | ({ op: 'trash' | 'restore'; object: O; record: string | ReferenceToItem } & OfChange)
  /** With `trashed`, of a record in the trash. */
  | ({ op: 'delete'; object: O; record: string | ReferenceToItem; trashed?: 'only' } & OfChange);

/** One write of a batch. */
export type BatchItem<S extends Schema> = { [O in ObjectOf<S>]: ItemOf<S, O> }[ObjectOf<S>];

/** What became of one item: `status` is what it would have had alone. */
export interface BatchResult<S extends Schema> extends Pick<Result, 'status' | 'created' | 'shortened' | 'error'> {
  /** The record, or its id alone where the answer had no room, or `deleted`. */
  data?: ShownRecord<S, ObjectOf<S>> & { deleted?: boolean };
}

export interface BatchOptions extends WriteOptions {
  /** `atomic` does all items or none; `each` every one by itself. */
  mode: 'atomic' | 'each';
}

/**
 * Up to 500 writes in one request, in their order.
 *
 * @throws InvalidRequestError where an atomic batch failed: `error.body.data` says what became of each item
 */
export async function batch<S extends Schema>(
  { api }: Crm<S>,
  items: readonly BatchItem<S>[],
  { mode, signal, idempotencyKey }: BatchOptions,
): Promise<BatchResult<S>[]> {
  const body = { mode, format: 'concise', items: items as components['schemas']['ObjectBatchItem'][] } as const;
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  const { data } = await answered(api.POST('/v1/batch', { params, body, signal }));
  return data as BatchResult<S>[];
}

const MAX_ITEMS = 500;
/** Half of what a body may have: what is counted here are characters, of which one may take several bytes. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/**
 * Any number of writes, each by itself, in requests as large as the service takes; the next one is sent when its
 * predecessor's results have been taken. Gives each item with its result, in their order. Items cannot refer to others
 * by `ref`, which holds within one request only.
 */
export async function* batches<S extends Schema>(
  crm: Crm<S>,
  items: Iterable<BatchItem<S>> | AsyncIterable<BatchItem<S>>,
  options: Pick<WriteOptions, 'signal'> = {},
): AsyncGenerator<{ item: BatchItem<S>; result: BatchResult<S> }, void, undefined> {
  for await (const some of inRequests(items)) {
    const results = await batch(crm, some, { mode: 'each', signal: options.signal });
    for (const [place, item] of some.entries()) yield { item, result: results[place]! };
  }
}

async function* inRequests<S extends Schema>(items: Iterable<BatchItem<S>> | AsyncIterable<BatchItem<S>>) {
  let some: BatchItem<S>[] = [];
  let characters = 0;
  for await (const item of items) {
    if (item.ref !== undefined) throw new TypeError('An item of batches() has a ref: send it with batch().');
    const more = JSON.stringify(item).length;
    if (some.length === MAX_ITEMS || (some.length > 0 && characters + more > MAX_CHARACTERS)) {
      yield some;
      [some, characters] = [[], 0];
    }
    some.push(item);
    characters += more;
  }
  if (some.length > 0) yield some;
}
