import type { ObjectSchema } from '../objects/schema.js';
import { isUuid } from '../values/parse.js';
import { PARTS } from './cell-value.js';
import type { ColumnMapping, FileColumn } from './import.js';

/** Whether a file was written by an export of this product: those begin with the ids of the records. */
export function isExport([first]: readonly FileColumn[]): boolean {
  return first?.name === 'id' && first.samples.length > 0 && first.samples.every(isUuid);
}

/** The attribute whose values a column of an export has, or a part of them; undefined for what cannot be written. */
export function exportedFrom(object: ObjectSchema, column: string): ColumnMapping | undefined {
  const [slug = '', part, ...others] = column.split('.');
  const attribute = object.attributes.find((each) => each.slug === slug && !each.archived_at);
  if (!attribute || others.length > 0) return undefined;
  if (part === undefined) return { column, attribute: slug };
  const isPart = !attribute.several && PARTS[attribute.type]?.names.includes(part);
  return isPart ? { column, attribute: slug, part } : undefined;
}
