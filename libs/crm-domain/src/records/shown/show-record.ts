import type { ObjectSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { RecordRow } from '../document.js';
import { targetsOf } from '../keys.js';
import { labelsOf, recordWire, type Labels, type RecordWire, type Shown } from '../wire.js';
import type { Columns } from './columns.js';
import { conciseWire, tableOf, type ConciseRecord, type Table } from './concise.js';
import { readRelated, type Related, type Showing } from './related.js';
import { attributesOf, showsSystem, type Shape, type SystemField } from './shape.js';

/** A record of which only some fields are shown: always its id and version, and its values as far as they were named. */
export type PartialRecord = Pick<RecordWire, 'id' | 'version' | 'values'> &
  Partial<RecordWire> & { name?: string | null; related?: ConciseRecord['related'] };

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

interface ShownWith extends Shown {
  related?: Related | undefined;
}

/** A record as its caller wants it. `only` bounds what is shown whatever was named. */
export function showRecord(shown: ShownWith, shape: Shape): ShownRecord {
  const record = shape.format === 'detailed' ? detailedWire(shown, shape) : conciseWire(shown, shape);
  return shown.related ? { ...record, related: shown.related(shown.row) } : record;
}

function detailedWire(shown: Shown, shape: Shape): PartialRecord {
  const named = attributesOf(shape);
  if (!named) return recordWire(shown);
  const { only = named } = shown;
  const record: PartialRecord = recordWire({ ...shown, only: new Set([...named].filter((each) => only.has(each))) });
  for (const field of DETAILED) if (!showsSystem(shape, field)) delete record[field];
  if (showsSystem(shape, 'name')) record.name = shown.row.label;
  return record;
}

interface ReadRecords extends Showing {
  object: ObjectSchema;
  /** Undefined where the records were read whole. Labels came with them, and with all values. */
  columns: Columns | undefined;
}

/**
 * What is shown of other records and was not read with those of a page: labels, and the fields named with a path.
 *
 * @throws DomainError validation where these are too many
 * @throws LargeRecord where those named with a path hold more than 64 KiB together, and the caller defers them
 */
export async function readBeside(
  stores: Stores,
  { columns, object, ...read }: ReadRecords,
  rows: readonly RecordRow[],
) {
  const related = await readRelated(stores, read, rows);
  if (!columns || columns.all) return { related };
  const labels = await stores.records.labels([...new Set(rows.flatMap(({ vals }) => targetsOf(object, vals)))]);
  return { related, labels: (id: string) => labels[id] };
}

/** The records of a page; without `labels`, each with those that came with it. */
export function showRecords(
  { labels, ...shown }: Omit<ShownWith, 'row' | 'labels'> & { labels?: Labels | undefined },
  rows: readonly RecordRow[],
  shape: Shape,
): ShownRecords {
  const records = rows.map((row) => showRecord({ ...shown, row, labels: labels ?? labelsOf(row) }, shape));
  return shape.format === 'table' ? { records, table: tableOf(shown, shape, records as ConciseRecord[]) } : { records };
}
