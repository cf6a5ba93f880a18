import type { ObjectSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { RecordRow } from '../document.js';
import { targetsOf } from '../keys.js';
import { labelsOf, recordWire, type Labels, type RecordWire, type Shown } from '../wire.js';
import { conciseWire, tableOf, type ConciseRecord, type Table } from './concise.js';
import { attributesOf, showsSystem, type Shape, type SystemField } from './shape.js';

/** A record of which only some fields are shown: always its id, and its values as far as they were named. */
export type PartialRecord = Pick<RecordWire, 'id' | 'values'> & Partial<RecordWire> & { name?: string | null };

/** A record in one of its forms. */
export type ShownRecord = PartialRecord | ConciseRecord;

/** Records of a page, and the table that was asked for in their place. */
export interface ShownRecords {
  records: ShownRecord[];
  table?: Table;
}

const DETAILED: readonly (SystemField & keyof RecordWire)[] = [
  'slug',
  'created_at',
  'updated_at',
  'created_by',
  'created_via',
];

/** A record as its caller wants it. `only` bounds what is shown whatever was named. */
export function showRecord(shown: Shown, shape: Shape): ShownRecord {
  if (shape.format !== 'detailed') return conciseWire(shown, shape);
  const named = attributesOf(shape);
  if (!named) return recordWire(shown);
  const { only = named } = shown;
  const record: PartialRecord = recordWire({ ...shown, only: new Set([...named].filter((each) => only.has(each))) });
  for (const field of DETAILED) if (!showsSystem(shape, field)) delete record[field];
  if (showsSystem(shape, 'name')) record.name = shown.row.label;
  return record;
}

/** Labels of the targets of records that were read without them. */
export async function labelsFor(
  { records }: Pick<Stores, 'records'>,
  object: ObjectSchema,
  rows: readonly RecordRow[],
): Promise<Labels> {
  const labels = await records.labels([...new Set(rows.flatMap(({ vals }) => targetsOf(object, vals)))]);
  return (id) => labels[id];
}

/** The records of a page; without `labels`, each with those that came with it. */
export function showRecords(
  { labels, ...shown }: Omit<Shown, 'row' | 'labels'> & { labels?: Labels | undefined },
  rows: readonly RecordRow[],
  shape: Shape,
): ShownRecords {
  const records = rows.map((row) => showRecord({ ...shown, row, labels: labels ?? labelsOf(row) }, shape));
  return shape.format === 'table' ? { records, table: tableOf(shown, shape, records as ConciseRecord[]) } : { records };
}
