import { DomainError } from '../errors.js';
import type { Stores } from '../stores.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { followedIn, type Shape } from '../records/shown/shape.js';
import { readRelated } from '../records/shown/related.js';
import { labelsOf, type Shown } from '../records/wire.js';
import type { Json } from '../values/value-type.js';

/** Records that are looked at together, and of those that show fields of other records. */
const AT_ONCE = 200;
const AT_ONCE_WITH_OTHERS = 20;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A record with what is shown beside its own values. */
export interface ExportedRecord {
  shown: Shown;
  related?: Record<string, Json> | undefined;
}

/** The records of an object that are wanted, and what of them. */
export interface ExportedObject {
  schema: WorkspaceSchema;
  object: ObjectSchema;
  shape: Shape;
  /** Keeps those of a view; without it all are wanted. */
  keep?: ((recordIds: readonly string[]) => Promise<ReadonlySet<string>>) | undefined;
}

/** Some records, and how many were looked at to find them. */
export interface ExportedBatch {
  records: ExportedRecord[];
  looked: number;
}

/** The records of an object in the order in which they were made, some at a time. Those in the trash are left out. */
export async function* readRecords(stores: Stores, wanted: ExportedObject): AsyncGenerator<ExportedBatch> {
  const { object, shape, keep } = wanted;
  const most = followedIn(shape).length > 0 ? AT_ONCE_WITH_OTHERS : AT_ONCE;
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const ids = await stores.exports.page(object.row.object_id, after, most);
    const kept = keep && (await keep(ids));
    let rest = kept ? ids.filter((id) => kept.has(id)) : ids;
    if (rest.length === 0) yield { records: [], looked: ids.length };
    for (let looked = ids.length; rest.length > 0; looked = 0) {
      const { records, count } = await show(stores, wanted, rest);
      rest = rest.slice(count);
      yield { records, looked };
    }
    after = ids.length < most ? undefined : ids.at(-1);
  }
}

/**
 * As many of these records as make a page by their bytes and by what they show of others, and how many those are: one at
 * least.
 */
async function show(
  stores: Stores,
  wanted: ExportedObject,
  ids: string[],
): Promise<{ records: ExportedRecord[]; count: number }> {
  const { schema, object, shape } = wanted;
  const { rows, isCut } = await stores.queries.show(object.row.object_id, ids, undefined);
  const count = isCut ? ids.indexOf(rows.at(-1)!.record_id) + 1 : ids.length;
  const related = await readRelated(stores, { schema, shape }, rows).catch((error: unknown) => {
    if (count > 1 && error instanceof DomainError && error.kind === 'validation') return 'too much' as const;
    throw error;
  });
  if (related === 'too much') return show(stores, wanted, ids.slice(0, Math.ceil(count / 2)));
  const { workspace_id } = schema;
  const records = rows.map((row) => {
    return { shown: { workspace_id, object, row, labels: labelsOf(row) }, related: related?.(row) };
  });
  return { records, count };
}
