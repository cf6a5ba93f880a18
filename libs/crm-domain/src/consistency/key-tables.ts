import { isUuidShaped } from '#platform';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import type { Values } from '../records/document.js';
import { itemsOf } from '../records/document.js';
import { addKeys, addPossibleKeys, noKeys, type KeyPair, type Keys } from '../records/keys.js';
import { unlessUnreadable } from './readable.js';

export const KEY_KINDS = ['text', 'number', 'ref', 'handle', 'references', 'unique'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** A row beside a record, as its columns in the order of the table's key. */
export interface KeyRow {
  record_id: string;
  /** The attribute it is of; of a back-link object and attribute number. */
  group: string;
  columns: (string | number)[];
}

interface KeyTable {
  table: string;
  /** Columns of the primary key after the workspace, with their types. */
  columns: Record<string, string>;
  /** Of the row `i` and its record `r`. */
  group: string;
}

const indexed = (table: string, type: string): KeyTable => ({
  table,
  columns: { attribute_id: 'uuid', v: type, record_id: 'uuid' },
  group: 'i.attribute_id::text',
});

/** The tables in which a record's values stand once more, so that it can be found by them. */
export const KEY_TABLES: Record<KeyKind, KeyTable> = {
  text: indexed('index_text', 'text'),
  number: indexed('index_number', 'float8'),
  ref: indexed('index_ref', 'uuid'),
  unique: indexed('record_unique', 'text'),
  handle: {
    table: 'record_handle',
    columns: { kind: 'text', handle: 'text', record_id: 'uuid', attribute_id: 'uuid' },
    group: 'i.attribute_id::text',
  },
  references: {
    table: 'record_reference',
    columns: { target_id: 'uuid', record_id: 'uuid', attr_no: 'int' },
    group: `r.object_id || ' ' || i.attr_no`,
  },
};

/**
 * Every row that a record's values call for. Of unique values those that may stand: whether one must, the attribute's
 * past decides. Attributes whose values cannot be read are told to `unreadable`.
 */
export function rowsOf(
  object: ObjectSchema,
  record: { record_id: string; vals: Values },
  unreadable: (attribute: Attribute) => void = () => undefined,
): Record<KeyKind, KeyRow[]> {
  const keys = noKeys();
  const possible = noKeys();
  for (const attribute of object.attributes) {
    const items = itemsOf(record.vals, attribute.attr_no);
    const add = () => (addKeys(keys, attribute, items), addPossibleKeys(possible, attribute, items));
    unlessUnreadable(add, () => unreadable(attribute));
  }
  for (const { attribute_id } of takeAway(keys.ref, ({ v }) => !isUuidShaped(v)))
    unreadable(object.find(attribute_id)!);
  for (const { attribute_id } of takeAway(keys.number, ({ v }) => !Number.isFinite(Number(v))))
    unreadable(object.find(attribute_id)!);
  for (const { attr_no } of takeAway(keys.references, ({ target }) => !isUuidShaped(target.record_id)))
    unreadable(object.byNo.get(attr_no)!);
  const { record_id } = record;
  const pairs = (kind: 'text' | 'number' | 'ref' | 'unique', from: Keys): KeyRow[] =>
    [...from[kind].values()].map((pair) => pairRow(record_id, pair));
  return {
    text: pairs('text', keys),
    number: pairs('number', keys),
    ref: pairs('ref', keys),
    unique: pairs('unique', possible),
    handle: [...keys.handle.values()].map(({ kind, handle, attribute_id }) => ({
      record_id,
      group: attribute_id,
      columns: [kind, handle, record_id, attribute_id],
    })),
    references: [...keys.references.values()].map(({ target, attr_no }) => ({
      record_id,
      group: `${object.row.object_id} ${attr_no}`,
      columns: [target.record_id, record_id, attr_no],
    })),
  };
}

function pairRow(record_id: string, { attribute_id, v }: KeyPair): KeyRow {
  return { record_id, group: attribute_id, columns: [attribute_id, v, record_id] };
}

/** Takes out what Postgres would not even look for; gives it. */
function takeAway<Row>(rows: Map<string, Row>, isWrong: (row: Row) => boolean): Row[] {
  const wrong = [...rows].filter(([, row]) => isWrong(row));
  for (const [key] of wrong) rows.delete(key);
  return wrong.map(([, row]) => row);
}

/** One text for one row, whether it was worked out or read. */
export function identity({ columns }: Pick<KeyRow, 'columns'>): string {
  return columns.join('|');
}
