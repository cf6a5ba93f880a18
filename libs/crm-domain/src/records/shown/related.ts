import { WorkTime } from '../../db/work-time.js';
import { invalid } from '../../errors.js';
import type { Attribute, WorkspaceSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { Json, Target } from '../../values/value-type.js';
import { itemsOf, type RecordRow } from '../document.js';
import { targetsOf } from '../keys.js';
import { LargeRecord } from '../find-record.js';
import { MAX_BYTES, PAGE_BYTES, SHORT_BYTES } from '../record-size.js';
import { systemFields, type Labels } from '../wire.js';
import { columnsOf } from './columns.js';
import { conciseValue } from './concise.js';
import { followedIn, ownField, type Column, type FollowedColumn, type Shape } from './shape.js';

/** Other records that one page can show fields of. */
const MAX_RELATED = 1000;
/** Bytes that a value takes in an answer beside its own and those of its name. */
const BESIDE = 8;

/** What is shown of the records that one refers to, by its path; undefined where no such field was named. */
export type Related = (row: RecordRow) => Record<string, Json>;

/** A value of another record, which several of a page may show, and its length as JSON. */
interface Shared {
  value: Json;
  bytes: number;
}
type SharedValue = (column: FollowedColumn, id: string) => Shared | undefined;

/** What readers of other records know of the page that these are shown on. */
export interface Showing {
  schema: WorkspaceSchema;
  shape: Shape;
  /** See `Caller`. */
  defersLarge?: boolean | undefined;
}

/**
 * Reads the records that those of a page refer to, as far as their fields were named. Those in the trash have none.
 *
 * @throws DomainError validation where they are more than a page may show, or where it would become too large
 * @throws LargeRecord where they hold more than 64 KiB together, and the caller defers them
 */
export async function readRelated(
  { queries, records }: Pick<Stores, 'queries' | 'records'>,
  { schema, shape, defersLarge = false }: Showing,
  page: readonly RecordRow[],
): Promise<Related | undefined> {
  const followed = followedIn(shape);
  if (followed.length === 0) return undefined;
  const overs = [...new Set(followed.map(({ over }) => over))];
  const targets = page.flatMap((row) => overs.flatMap((over) => targetsIn(over, row)));
  const ids = new Set(targets.map(({ record_id }) => record_id));
  if (ids.size > MAX_RELATED) throw tooMany(`more than ${MAX_RELATED} other records`);
  const bytes = await queries.bytesOf([...ids]);
  if (defersLarge && bytes > SHORT_BYTES) throw new LargeRecord(Math.min(bytes, PAGE_BYTES));
  // Whatever the last one holds, those before it are more than a page: none has to be read to know.
  if (bytes >= PAGE_BYTES + MAX_BYTES) throw tooMany(LARGE);
  // Little of it may be shown, or nothing.
  WorkTime.workOn(bytes);
  const objects = new Set(targets.map(({ object_id }) => object_id));
  const { rows, isCut } = await queries.show(null, [...ids], columnsOf(shapeOf(followed, objects, schema)));
  if (isCut) throw tooMany(LARGE);
  const within = rows.flatMap((row) => targetsOf(schema.find(row.object_id)!, row.vals));
  const labels = await records.labels([...new Set(within)]);
  const byId = new Map(rows.map((row) => [row.record_id, row]));
  const shared = sharing((column, id) => valueOf(column, { row: byId.get(id), schema, labels: (of) => labels[of] }));
  refuseLarge(page, followed, shared);
  return (row) => Object.fromEntries(followed.flatMap((column) => entryOf(column, row, shared)));
}

const LARGE = 'other records that are larger than a page may be';

function tooMany(what: string) {
  const message = `The fields named with a path are those of ${what}. Ask for fewer records with \`limit\`, or fewer fields.`;
  return invalid([{ path: 'fields', message }]);
}

/** What is read of the other records, whichever of these objects they belong to. */
function shapeOf(followed: readonly FollowedColumn[], objectIds: ReadonlySet<string>, schema: WorkspaceSchema): Shape {
  const objects = [...objectIds].flatMap((id) => schema.find(id) ?? []);
  const ends = followed.flatMap(({ field }) => objects.flatMap((object) => ownField(object, field) ?? []));
  const columns = [...new Set(ends)].map((end): Column =>
    typeof end === 'string' ? { name: end } : { name: end.slug, attribute: end },
  );
  return { format: 'concise', columns };
}

function targetsIn(over: Attribute, { vals }: RecordRow): Target[] {
  return itemsOf(vals, over.attr_no).map((item) => over.valueType.target!(item));
}

/** Each value once, however many records of the page show it. */
function sharing(valueFor: (column: FollowedColumn, id: string) => Json | undefined): SharedValue {
  const known = new Map<FollowedColumn, Map<string, Shared | undefined>>();
  return (column, id) => {
    const values = known.get(column) ?? new Map<string, Shared | undefined>();
    known.set(column, values);
    if (values.has(id)) return values.get(id);
    const value = valueFor(column, id);
    const shared = value === undefined ? undefined : { value, bytes: Buffer.byteLength(JSON.stringify(value)) };
    values.set(id, shared);
    return shared;
  };
}

/** Each record of a page may show the same large value of another one: counted before any of it is written. */
function refuseLarge(page: readonly RecordRow[], followed: readonly FollowedColumn[], shared: SharedValue): void {
  let bytes = 0;
  for (const row of page)
    for (const column of followed)
      for (const { record_id } of targetsIn(column.over, row)) {
        const value = shared(column, record_id);
        if (value) bytes += value.bytes + column.name.length + BESIDE;
        if (bytes > PAGE_BYTES) throw tooMany(LARGE);
      }
}

/** Of a reference of several values those of all records, in its order. Nothing where there is no value. */
function entryOf(column: FollowedColumn, row: RecordRow, shared: SharedValue): [string, Json][] {
  const values = targetsIn(column.over, row).flatMap(({ record_id }) => shared(column, record_id)?.value ?? []);
  if (values.length === 0) return [];
  return [[column.name, column.over.several || values.length > 1 ? values : values[0]!]];
}

interface Found {
  row: RecordRow | undefined;
  schema: WorkspaceSchema;
  labels: Labels;
}

function valueOf({ field }: FollowedColumn, { row, schema, labels }: Found): Json | undefined {
  const object = row && schema.find(row.object_id);
  const end = object && ownField(object, field);
  if (!end) return undefined;
  if (typeof end === 'string') return (systemFields(row, [end])[end] ?? undefined) as Json | undefined;
  return conciseValue(end, row.vals[end.attr_no], labels);
}
