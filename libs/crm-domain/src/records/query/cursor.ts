import { invalid } from '../../errors.js';
import { isUuid } from '../../values/parse.js';
import type { Order, Place } from './condition.js';

const MAX_LENGTH = 1000;

/** A place as callers get it: opaque, and of use only with the order it was made for. */
export function writeCursor(order: Order, { v, record_id }: Place): string {
  return Buffer.from(JSON.stringify([orderMark(order), v, record_id])).toString('base64url');
}

/** @throws DomainError validation on anything that no answer with this order can have carried */
export function readCursor(order: Order, cursor: string): Place {
  const [mark, v, record_id] = decode(cursor);
  const isOfOrder = mark === orderMark(order);
  if (!isOfOrder || typeof record_id !== 'string' || !isUuid(record_id) || !isKey(order, v)) {
    const message = 'This is not the next_cursor of a response with the same sort.';
    throw invalid([{ path: 'cursor', message, expected: 'next_cursor of the previous response' }]);
  }
  return { v, record_id: record_id.toLowerCase() };
}

function decode(cursor: string): unknown[] {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return [];
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(place) && place.length === 3 ? place : [];
  } catch {
    return [];
  }
}

function orderMark({ by, direction }: Order): string {
  return `${by?.attribute.attribute_id ?? 'id'} ${direction}`;
}

/** Null stands for records without a value, which come last. */
function isKey({ by }: Order, v: unknown): v is Place['v'] {
  if (v === null) return true;
  if (!by) return false;
  if (by.table === 'number') return typeof v === 'number' && Number.isFinite(v);
  if (typeof v !== 'string') return false;
  if (by.table === 'ref') return by.attribute.choices.some((choice) => choice.choice_id === v);
  return v.length <= 200 && v.isWellFormed() && !v.includes('\0');
}
