import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { Json } from '../../values/value-type.js';
import { itemsOf, type RecordRow } from '../document.js';
import { resolve, type Labels } from '../wire.js';

/** A value as a person reads it; `target` is the record that it points at. */
export interface ReadableValue {
  text: string;
  target?: { object: string; record_id: string };
}

/** A record as a person reads it: attributes that hold something, in their order. */
export interface ReadableRecord {
  record_id: string;
  object: { slug: string; noun: string };
  /** Display text. */
  name: string | null;
  attributes: { slug: string; title: string; values: ReadableValue[] }[];
  created_at: string;
  updated_at: string;
}

interface Names {
  labels: Labels;
  /** Names of the workspace's members by their ids. */
  members: ReadonlyMap<string, string>;
}

export function readableRecord(schema: WorkspaceSchema, row: RecordRow, names: Names): ReadableRecord {
  const object = schema.find(row.object_id)!;
  const attributes = object.attributes.flatMap((attribute) => {
    const values = itemsOf(row.vals, attribute.attr_no).flatMap((item) => readable(schema, attribute, item, names));
    return values.length > 0 ? [{ slug: attribute.slug, title: attribute.title, values }] : [];
  });
  return {
    record_id: row.record_id,
    object: { slug: object.row.slug, noun: object.row.singular_noun },
    name: row.label,
    attributes,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Ids of the members that the values of a record name. */
export function membersOf(object: ObjectSchema, { vals }: RecordRow): string[] {
  return object.attributes.flatMap(({ attr_no, valueType: { member } }) =>
    member ? itemsOf(vals, attr_no).map((item) => member(item)) : [],
  );
}

function readable(schema: WorkspaceSchema, attribute: Attribute, item: Json, names: Names): ReadableValue[] {
  const { valueType, context } = attribute;
  const target = resolve(attribute, item, names.labels);
  if (target === null) return [];
  if (target !== undefined) {
    const { object_id, record_id } = valueType.target!(item);
    const text = target.label ?? 'without a name';
    if (target.deleted) return [{ text: `${text} (in the trash)` }];
    return [{ text, target: { object: schema.find(object_id)!.row.slug, record_id } }];
  }
  if (valueType.member) return [{ text: names.members.get(valueType.member(item)) ?? 'somebody who has left' }];
  const concise = valueType.choices ? undefined : valueType.concise(item, context);
  const text = typeof concise === 'string' ? concise : valueType.text(item, context);
  return text === '' ? [] : [{ text }];
}
