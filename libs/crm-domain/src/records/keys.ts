import type { Attribute, ObjectSchema } from '../objects/schema.js';
import type { Handle, Json, Target } from '../values/value-type.js';
import { itemsOf, type HistoryRow, type Values } from './document.js';

/** One row of a pivot table, as a pair of its attribute and its key. */
export interface KeyPair {
  attribute_id: string;
  v: string;
}

/** Pivot tables of such rows, and the types of their keys. */
export const KEY_TABLES = {
  text: ['index_text', 'text'],
  number: ['index_number', 'float8'],
  ref: ['index_ref', 'uuid'],
  unique: ['record_unique', 'text'],
} as const;
export type KeyKind = keyof typeof KEY_TABLES;
export const KEY_KINDS: readonly KeyKind[] = ['text', 'number', 'ref', 'unique'];

/** One row of record_handle. */
export type HandleKey = Handle & { attribute_id: string };

/** Rows that stand beside a record so that it can be found. Each set maps `attribute|key` to its pair. */
export interface Keys {
  text: Map<string, KeyPair>;
  number: Map<string, KeyPair>;
  ref: Map<string, KeyPair>;
  unique: Map<string, KeyPair>;
  handle: Map<string, HandleKey>;
  /** `target|attr_no` -> reference row. */
  references: Map<string, { target: Target; attr_no: number }>;
}

export function noKeys(): Keys {
  return {
    text: new Map(),
    number: new Map(),
    ref: new Map(),
    unique: new Map(),
    handle: new Map(),
    references: new Map(),
  };
}

/** Adds the rows that `items` of one attribute call for; unique ones where the attribute is unique. */
export function addKeys(keys: Keys, attribute: Attribute, items: readonly Json[]): void {
  collect(keys, attribute, items, attribute.is_unique);
}

/** Adds the rows that may stand for `items`, whatever the attribute was when they were written. */
export function addPossibleKeys(keys: Keys, attribute: Attribute, items: readonly Json[]): void {
  collect(keys, attribute, items, true);
}

function collect(keys: Keys, attribute: Attribute, items: readonly Json[], unique: boolean): void {
  const { valueType: type, attribute_id } = attribute;
  for (const item of items) {
    const index = type.index?.(item);
    if (index?.text !== undefined) add(keys.text, attribute_id, index.text);
    if (index?.number !== undefined) add(keys.number, attribute_id, String(index.number));
    if (index?.ref !== undefined) add(keys.ref, attribute_id, index.ref);
    if (unique && type.uniqueKey) add(keys.unique, attribute_id, type.uniqueKey(item));
    const handle = type.handle?.(item);
    if (handle) keys.handle.set(`${attribute_id}|${handle.handle}`, { ...handle, attribute_id });
    const target = type.target?.(item);
    if (target) keys.references.set(`${target.record_id}|${attribute.attr_no}`, { target, attr_no: attribute.attr_no });
  }
}

/** What `from` has and `other` has not. */
export function without<Row>(from: Map<string, Row>, other: Map<string, Row>): Row[] {
  // A new record has nothing before.
  if (other.size === 0) return [...from.values()];
  const rows: Row[] = [];
  for (const [key, row] of from) if (!other.has(key)) rows.push(row);
  return rows;
}

/** Targets of a document's references, in its order. */
export function targetsOf(object: ObjectSchema, vals: Values): string[] {
  const targets: string[] = [];
  if (object.references.length === 0) return targets;
  for (const { attr_no, valueType } of referencesIn(object, vals))
    for (const item of itemsOf(vals, attr_no)) targets.push(valueType.target!(item).record_id);
  return targets;
}

/** Up to here all references of an object are looked at faster than those are found that a record holds. */
const FEW = 64;

function referencesIn(object: ObjectSchema, vals: Values): readonly Attribute[] {
  const { references } = object;
  return references.length <= FEW
    ? references
    : object.numbered(Object.keys(vals)).filter(({ valueType }) => valueType.target);
}

/** Targets of references that were closed. */
export function pastTargetsOf(object: ObjectSchema, history: HistoryRow[]): string[] {
  const targets = history.map(({ attr_no, value }) => object.byNo.get(attr_no)?.valueType.target?.(value).record_id);
  return [...new Set(targets.filter((target) => target !== undefined))];
}

/** Display text: that of the first value of the object's epithet attribute. */
export function labelOf(object: ObjectSchema, vals: Values): string | null {
  const epithet = object.epithet;
  const [first] = epithet ? itemsOf(vals, epithet.attr_no) : [];
  if (!epithet || first === undefined) return null;
  return epithet.valueType.text(first, epithet.context).slice(0, 1000) || null;
}

function add(set: Map<string, KeyPair>, attribute_id: string, v: string): void {
  set.set(`${attribute_id}|${v}`, { attribute_id, v });
}
