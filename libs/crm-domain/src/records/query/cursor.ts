import { createHash } from 'node:crypto';
import { invalid } from '../../errors.js';
import { canonicalJson } from '../../idempotency/fingerprint.js';
import { isObject, isUuid } from '../../values/parse.js';
import { nameOfZone } from '../../values/periods.js';
import type { JudgedQuery, Key, Order, Place, SortKey } from './condition.js';

/**
 * Characters of a cursor at most. Those of the longest one are about 2,200: that of four texts of 64 control characters,
 * each of which is six in JSON.
 */
export const MAX_CURSOR = 3000;
const NOTHING_ASKED = canonicalJson([[], [], []]);

/** What a place is a place in: a question, and the order of its answer by all of its keys. */
export type QueryOrder = Pick<JudgedQuery, 'object_id' | 'order' | 'keys' | 'trashed' | 'question'>;

/** A place as callers get it: opaque, and of use only with the question and order it was made for. */
export function writeCursor(order: QueryOrder, { v, keys, record_id }: Place): string {
  return Buffer.from(JSON.stringify([orderMark(order), keys ?? v, record_id])).toString('base64url');
}

/** @throws DomainError validation on anything that no answer to this question in this order can have carried */
export function readCursor(order: QueryOrder, cursor: string): Place {
  const [mark, v, record_id] = decode(cursor);
  const isOfOrder = mark === orderMark(order) || mark === earlierMark(order);
  const place = isOfOrder ? placeOf(order, v) : undefined;
  if (!place || typeof record_id !== 'string' || !isUuid(record_id)) {
    const message =
      'This is not the next_cursor of a response to the same query: its sort, query, filter, view, trashed and time_zone have to stay as they were.';
    throw invalid([{ path: 'cursor', message, expected: 'next_cursor of the previous response' }]);
  }
  return { ...place, record_id: record_id.toLowerCase() };
}

function placeOf({ order, keys }: QueryOrder, v: unknown): Pick<Place, 'v' | 'keys'> | undefined {
  if (keys.length === 0) return isKey(order, v) ? { v } : undefined;
  const isFitting = Array.isArray(v) && v.length === keys.length && v.every((key, at) => isKeyOf(keys[at]!, key));
  return isFitting ? { v: null, keys: v as Key[] } : undefined;
}

/** Choices are numbered in their order. */
function isKeyOf(key: SortKey, v: unknown): boolean {
  if (v === null) return true;
  const isText = key.by === 'subject' && key.subject.valueType.filter.table === 'text';
  return isText ? isText && isShortText(v) : typeof v === 'number' && Number.isFinite(v);
}

function isShortText(v: unknown): v is string {
  return typeof v === 'string' && v.length <= 200 && v.isWellFormed() && !v.includes('\0');
}

function decode(cursor: string): unknown[] {
  if (cursor.length > MAX_CURSOR || !/^[\w-]+$/.test(cursor)) return [];
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(place) && place.length === 3 ? place : [];
  } catch {
    return [];
  }
}

/** A digest, of the same length for every object, question and order. */
function orderMark(query: QueryOrder): string {
  const { object_id, question } = query;
  return digest([object_id, earlierMark({ ...query, question: plainly(question) })]);
}

/** The same question however it is written: one zone has several names, and conditions may stand in an `and`. */
function plainly([zone, words, ...filters]: readonly unknown[]): unknown[] {
  return [nameOfZone(String(zone)), words, ...filters.map((filter) => (filter as unknown[]).flatMap(partsOf))];
}

function partsOf(filter: unknown): unknown[] {
  return isObject(filter) && Object.keys(filter).length === 1 && Array.isArray(filter.and) ? filter.and : [filter];
}

/** As cursors had it that said nothing of their object: these stay good. */
function earlierMark({ order, keys, trashed, question }: QueryOrder): string {
  const names = keys.map((key) => (key.by === 'subject' ? `${key.subject.slug}.${key.subject.part ?? ''}` : key.by));
  const marks = keys.map(({ direction }, at) => `${names[at]} ${direction}`);
  const last = `${order.by?.attribute.attribute_id ?? 'id'} ${order.direction}`;
  return [...(trashed ? ['trashed'] : []), ...marks, last, ...digestOf(question)].join(', ');
}

/** Nothing for a question that asks for all records: its time zone then says nothing. */
function digestOf([zone, ...asked]: readonly unknown[]): string[] {
  const text = canonicalJson(asked);
  if (text === NOTHING_ASKED) return [];
  return [digest([zone, text])];
}

function digest(what: unknown): string {
  return createHash('sha256').update(canonicalJson(what)).digest('base64url').slice(0, 22);
}

/** Null stands for records without a value, which come last. */
function isKey({ by }: Order, v: unknown): v is Place['v'] {
  if (v === null) return true;
  if (!by) return false;
  if (by.table === 'number') return typeof v === 'number' && Number.isFinite(v);
  if (by.table === 'ref') return by.attribute.choices.some((choice) => choice.choice_id === v);
  return isShortText(v);
}
