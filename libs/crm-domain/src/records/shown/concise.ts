import type { Json } from '../../values/value-type.js';
import type { Attribute } from '../../objects/schema.js';
import { resolve, systemFields, versionOf, type Labels, type RecordWire, type Shown } from '../wire.js';
import type { Column, Shape, SystemField } from './shape.js';

/** System fields that are shown where they are named. */
type Beside = { record_id?: string } & Partial<
  Pick<RecordWire, Exclude<SystemField, 'id' | 'record_id' | 'name' | 'version'>>
>;

/** A record as bare values. Each is accepted as input as it stands; attributes without a value are left out. */
export interface ConciseRecord extends Beside {
  id: string;
  /** Slug of its object. */
  object: string;
  /** Its display text. */
  name: string | null;
  version?: number | undefined;
  values: Record<string, Json>;
  /** Fields of other records that were named, by their paths: beside the values, since they are not written here. */
  related?: Record<string, Json>;
}

/** Records with the names of their fields said once. The id comes first. */
export interface Table {
  columns: string[];
  rows: unknown[][];
}

const ALWAYS: readonly string[] = ['id', 'name', 'version'] satisfies SystemField[];

export function conciseWire(shown: Shown, { columns }: Shape): ConciseRecord {
  const { object, row } = shown;
  const record = { id: row.record_id, object: object.row.slug, name: row.label, version: versionOf(row) };
  const values = conciseValues(shown, columns);
  const beside = columns?.filter(isBeside) ?? [];
  if (beside.length === 0) return { ...record, values };
  return { ...record, ...systemFields(row, beside.map(({ name }) => name) as (keyof Beside)[]), values };
}

/** Whether a column is a system field that is shown only where it is named. */
function isBeside({ name, attribute, over }: Column): boolean {
  return !attribute && !over && !ALWAYS.includes(name);
}

function conciseValues({ object, row, labels, only }: Shown, columns?: readonly Column[]): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const attribute of columns?.map((column) => column.attribute) ?? object.numbered(Object.keys(row.vals))) {
    if (!attribute || (only && !only.has(attribute))) continue;
    const value = conciseValue(attribute, row.vals[attribute.attr_no], labels);
    if (value !== undefined) values[attribute.slug] = value;
  }
  return values;
}

/** One value bare, several as a list; undefined where there is none. */
export function conciseValue(attribute: Attribute, held: Json | undefined, labels: Labels): Json | undefined {
  if (held === undefined || held === null) return undefined;
  if (!Array.isArray(held)) {
    const item = conciseItem(attribute, held, labels);
    return item !== undefined && attribute.several ? [item] : item;
  }
  const items = held.map((item) => conciseItem(attribute, item, labels)).filter((item) => item !== undefined);
  if (items.length === 0) return undefined;
  return attribute.several || items.length > 1 ? items : items[0];
}

/** Undefined for what is gone. */
function conciseItem(attribute: Attribute, item: Json, labels: Labels): Json | undefined {
  const target = resolve(attribute, item, labels);
  return target === null ? undefined : (attribute.valueType.concise(item, attribute.context, target) ?? undefined);
}

/** The same records as rows; what has no value in one of them is null. */
export function tableOf(shown: Pick<Shown, 'object'>, { columns }: Shape, records: readonly ConciseRecord[]): Table {
  const attributes = shown.object.attributes.filter(({ archived_at }) => !archived_at);
  const named: readonly Column[] = columns ?? attributes.map((attribute) => ({ name: attribute.slug, attribute }));
  const others = named.filter(({ name, attribute }) => attribute || (name !== 'id' && name !== 'record_id'));
  const cell = (record: ConciseRecord, { name, attribute, over }: Column) =>
    (attribute ? record.values[name] : over ? record.related?.[name] : record[name as SystemField]) ?? null;
  return {
    columns: ['id', ...others.map(({ name }) => name)],
    rows: records.map((record) => [record.id, ...others.map((column) => cell(record, column))]),
  };
}
