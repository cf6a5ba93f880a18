import { invalid } from '../../errors.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { Json } from '../../values/value-type.js';
import { itemsOf, type RecordRow } from '../document.js';
import { targetsOf } from '../keys.js';
import { systemFields, type Labels } from '../wire.js';
import { columnsOf } from './columns.js';
import { conciseValue } from './concise.js';
import { followedIn, type Column, type FollowedColumn, type Shape } from './shape.js';

/** Other records that one page can show fields of. */
const MAX_RELATED = 1000;

/** What is shown of the records that one refers to, by its path; undefined where no such field was named. */
export type Related = (row: RecordRow) => Record<string, Json>;

interface Targets {
  rows: ReadonlyMap<string, RecordRow>;
  schema: WorkspaceSchema;
  labels: Labels;
}

/**
 * Reads the records that those of a page refer to, as far as their fields were named. Those in the trash have none.
 *
 * @throws DomainError validation where they are more, or larger, than a page may be
 */
export async function readRelated(
  { queries, records }: Pick<Stores, 'queries' | 'records'>,
  { schema, shape }: { schema: WorkspaceSchema; shape: Shape },
  page: readonly RecordRow[],
): Promise<Related | undefined> {
  const followed = followedIn(shape);
  if (followed.length === 0) return undefined;
  const ids = new Set(page.flatMap((row) => followed.flatMap((column) => idsOf(column, row))));
  if (ids.size > MAX_RELATED) throw tooMany(`more than ${MAX_RELATED} other records`);
  const { rows, isCut } = await queries.show(null, [...ids], columnsOf(shapeOf(followed)));
  if (isCut) throw tooMany('other records that are larger than a page may be');
  const within = rows.flatMap((row) => targetsOf(schema.find(row.object_id)!, row.vals));
  const labels = await records.labels([...new Set(within)]);
  const targets = {
    schema,
    rows: new Map(rows.map((row) => [row.record_id, row])),
    labels: (id: string) => labels[id],
  };
  return (row) => Object.fromEntries(followed.flatMap((column) => entryOf(column, row, targets)));
}

function tooMany(what: string) {
  const message = `The fields named with a path are those of ${what}. Ask for fewer records with \`limit\`.`;
  return invalid([{ path: 'fields', message }]);
}

/** What is read of the other records, whichever object they belong to. */
function shapeOf(followed: readonly FollowedColumn[]): Shape {
  const ends = followed.flatMap(({ ends }) => [...ends.values()]);
  const columns = ends.map((end): Column =>
    typeof end === 'string' ? { name: end } : { name: end.slug, attribute: end },
  );
  return { format: 'concise', columns };
}

function idsOf({ over }: FollowedColumn, { vals }: RecordRow): string[] {
  return itemsOf(vals, over.attr_no).map((item) => over.valueType.target!(item).record_id);
}

/** Of a reference of several values those of all records, in its order. Nothing where there is no value. */
function entryOf(column: FollowedColumn, row: RecordRow, targets: Targets): [string, Json][] {
  const values = idsOf(column, row).flatMap((id) => valueOf(column, targets, id) ?? []);
  if (values.length === 0) return [];
  return [[column.name, column.over.several || values.length > 1 ? values : values[0]!]];
}

function valueOf({ ends }: FollowedColumn, { rows, labels }: Targets, id: string): Json | undefined {
  const row = rows.get(id);
  const end = row && ends.get(row.object_id);
  if (!end) return undefined;
  if (typeof end === 'string') return (systemFields(row, [end])[end] ?? undefined) as Json | undefined;
  return conciseValue(end, row.vals[end.attr_no], labels);
}
