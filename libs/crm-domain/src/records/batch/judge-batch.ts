import { invalid } from '../../errors.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import { isObject } from '../../values/parse.js';
import { judgeShape } from '../shown/shape.js';
import { MAX_ITEMS, type Batch } from './batch.js';

/** @throws DomainError validation */
export function refuseSize({ items }: Batch): void {
  if (items.length >= 1 && items.length <= MAX_ITEMS) return;
  const expected = `1 to ${MAX_ITEMS} items`;
  throw invalid([{ path: 'items', message: `Expected ${expected}, got ${items.length}.`, expected }]);
}

/**
 * Refuses what is wrong with a batch as a whole, before anything is written: items about another object than the one
 * that it is about alone, and fields that one of its objects does not have. Objects that are not there are left to their
 * items.
 *
 * @throws DomainError validation
 */
export function judgeBatch(schema: WorkspaceSchema, batch: Batch): void {
  const named = batch.items.map((item) => (isObject(item) ? item['object'] : undefined));
  if (batch.isOfOne) refuseOthers(schema, batch.object!, named);
  if (!batch.shape.fields) return;
  const keys = new Set(named.map((each) => each ?? batch.object));
  const objects = new Set([...keys].flatMap((key) => (typeof key === 'string' ? (schema.find(key) ?? []) : [])));
  for (const object of objects) judgeShape(object, batch.shape);
}

function refuseOthers(schema: WorkspaceSchema, own: string, named: readonly unknown[]): void {
  const object = schema.find(own);
  const isOwn = (key: unknown) => key === own || (typeof key === 'string' && object && schema.find(key) === object);
  const issues = [...named.entries()].flatMap(([at, key]) =>
    key === undefined || isOwn(key)
      ? []
      : [{ path: `items[${at}].object`, message: `All items of this request are of the object "${own}".`, expected }],
  );
  if (issues.length > 0) throw invalid(issues);
}

const expected = 'the object of the address, or none; POST /v1/batch takes several objects';
