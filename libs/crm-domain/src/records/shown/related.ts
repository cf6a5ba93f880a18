import { Slices } from '../../db/slices.js';
import { WorkTime } from '../../db/work-time.js';
import { invalid } from '../../errors.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import type { Json, Target } from '../../values/value-type.js';
import { itemsOf, type RecordRow } from '../document.js';
import { targetsOf } from '../keys.js';
import { LargeRecord } from '../find-record.js';
import { MAX_BYTES, PAGE_BYTES, SHORT_BYTES } from '../record-size.js';
import { systemFields, type Labels } from '../wire.js';
import { columnsOf } from './columns.js';
import { conciseValue } from './concise.js';
import { followedIn, ownField, type Column, type FollowedColumn, type Shape, type SystemField } from './shape.js';

/** Other records that one page can show fields of. */
const MAX_RELATED = 1000;
/** Bytes that a value takes in an answer beside its own and those of its name. */
const BESIDE = 8;

/** What is shown of the records that one refers to, by its path; undefined where no such field was named. */
export type Related = (row: RecordRow) => Record<string, Json>;

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
  const slices = new Slices();
  const overs = new Set(followed.map(({ over }) => over));
  const links = page.map((row) => linksOf(row, overs));
  const targets = links.flatMap((each) => [...each.values()].flat());
  const ids = new Set(targets.map(({ record_id }) => record_id));
  if (ids.size > MAX_RELATED) throw tooMany(`more than ${MAX_RELATED} other records`);
  const bytes = await queries.bytesOf([...ids]);
  if (defersLarge && bytes > SHORT_BYTES) throw new LargeRecord(Math.min(bytes, PAGE_BYTES));
  // Whatever the last one holds, those before it are more than a page: none has to be read to know.
  if (bytes >= PAGE_BYTES + MAX_BYTES) throw tooMany(LARGE);
  // Little of it may be shown, or nothing.
  WorkTime.workOn(bytes);
  const asked = await askedOf(followed, new Set(targets.map(({ object_id }) => object_id)), { schema, slices });
  const { rows, isCut } = await queries.show(null, [...ids], columnsOf(shapeOf(asked)));
  if (isCut) throw tooMany(LARGE);
  const within = rows.flatMap((row) => targetsOf(schema.find(row.object_id)!, row.vals));
  const labels = await records.labels([...new Set(within)]);
  const found = new FoundRecords(followed);
  for (const row of rows) {
    found.add(row, asked.get(row.object_id)!, (of) => labels[of]);
    await slices.next();
  }
  const related = new Map<string, Record<string, Json>>();
  for (const [at, { record_id }] of page.entries()) {
    related.set(record_id, found.fieldsOf(links[at]!));
    await slices.next();
  }
  return ({ record_id }) => related.get(record_id) ?? {};
}

const LARGE = 'other records that are larger than a page may be';

function tooMany(what: string) {
  const message = `The fields named with a path are those of ${what}. Ask for fewer records with \`limit\`, or fewer fields.`;
  return invalid([{ path: 'fields', message }]);
}

/** What the references of a record lead to, by those that are followed. */
type Links = ReadonlyMap<Attribute, Target[]>;

function linksOf({ vals }: RecordRow, overs: ReadonlySet<Attribute>): Links {
  return new Map(
    [...overs].map((over) => [over, itemsOf(vals, over.attr_no).map((item) => over.valueType.target!(item))]),
  );
}

/** What is shown of the records of one object, over whichever reference: system fields, and attributes by number. */
interface Asked {
  system: SystemField[];
  attributes: Map<string, { attribute: Attribute; fields: string[] }>;
}

/** Found once for each object, not for each of its records: these may be as many as a page can show. */
async function askedOf(
  followed: readonly FollowedColumn[],
  objectIds: ReadonlySet<string>,
  { schema, slices }: { schema: WorkspaceSchema; slices: Slices },
): Promise<Map<string, Asked>> {
  const fields = new Set(followed.map(({ field }) => field));
  const asked = new Map<string, Asked>();
  for (const id of objectIds) {
    const object = schema.find(id);
    if (object) asked.set(id, askedOfObject(object, fields));
    await slices.next();
  }
  return asked;
}

function askedOfObject(object: ObjectSchema, fields: ReadonlySet<string>): Asked {
  const { system, attributes }: Asked = { system: [], attributes: new Map() };
  for (const field of fields) {
    const end = ownField(object, field);
    if (typeof end === 'string') system.push(end);
    if (!end || typeof end === 'string') continue;
    const number = String(end.attr_no);
    const known = attributes.get(number);
    if (known) known.fields.push(field);
    else attributes.set(number, { attribute: end, fields: [field] });
  }
  return { system, attributes };
}

/** What is read of the other records, whichever of these objects they belong to. */
function shapeOf(asked: ReadonlyMap<string, Asked>): Shape {
  const columns = new Map<Attribute | SystemField, Column>();
  for (const { system, attributes } of asked.values()) {
    for (const name of system) columns.set(name, { name });
    for (const { attribute } of attributes.values()) columns.set(attribute, { name: attribute.slug, attribute });
  }
  return { format: 'concise', columns: [...columns.values()] };
}

/** A value of another record, which several of a page may show, and its length as JSON. */
interface Shared {
  value: Json;
  bytes: number;
}

/**
 * The other records of a page. Each is looked at once, for what it holds, and once more for each reference that leads to
 * it, however many records of the page lead there: a page may name a hundred fields over ten thousand references.
 */
class FoundRecords {
  private readonly values = new Map<string, Map<string, Shared>>();
  /** By reference the fields that are named over it, and what the records it leads to have of them. */
  private readonly over = new Map<Attribute, Map<string, FollowedColumn>>();
  private readonly shown = new Map<Attribute, Map<string, [FollowedColumn, Shared][]>>();
  private bytes = 0;

  constructor(private readonly followed: readonly FollowedColumn[]) {
    for (const column of followed) {
      this.shown.set(column.over, new Map());
      this.over.set(column.over, (this.over.get(column.over) ?? new Map()).set(column.field, column));
    }
  }

  add(row: RecordRow, { system, attributes }: Asked, labels: Labels): void {
    const values = new Map<string, Shared>();
    const put = (fields: readonly string[], value: Json | null | undefined) => {
      if (value === undefined || value === null) return;
      const shared = { value, bytes: Buffer.byteLength(JSON.stringify(value)) };
      for (const field of fields) values.set(field, shared);
    };
    for (const field of system) put([field], systemFields(row, [field])[field] as Json | undefined);
    for (const number of Object.keys(row.vals)) {
      const asked = attributes.get(number);
      if (asked) put(asked.fields, conciseValue(asked.attribute, row.vals[number], labels));
    }
    this.values.set(row.record_id, values);
  }

  /**
   * Of a reference of several values those of all records, in its order. Nothing where there is no value. Each record of
   * a page may show the same large value of another one: counted before any of it is written.
   */
  fieldsOf(links: Links): Record<string, Json> {
    const lists = new Map<FollowedColumn, Json[]>();
    for (const [over, targets] of links)
      for (const { record_id } of targets)
        for (const [column, { value, bytes }] of this.shownOver(over, record_id)) {
          this.bytes += bytes + column.name.length + BESIDE;
          if (this.bytes > PAGE_BYTES) throw tooMany(LARGE);
          const list = lists.get(column) ?? [];
          list.push(...(Array.isArray(value) ? value : [value]));
          lists.set(column, list);
        }
    const entries = this.followed.flatMap((column): [string, Json][] => {
      const list = lists.get(column);
      return list ? [[column.name, column.over.several || list.length > 1 ? list : list[0]!]] : [];
    });
    return Object.fromEntries(entries);
  }

  private shownOver(over: Attribute, id: string): readonly [FollowedColumn, Shared][] {
    const known = this.shown.get(over)!;
    const held = known.get(id);
    if (held) return held;
    const columns = this.over.get(over)!;
    const shown = [...(this.values.get(id) ?? [])].flatMap(([field, shared]): [FollowedColumn, Shared][] => {
      const column = columns.get(field);
      return column ? [[column, shared]] : [];
    });
    known.set(id, shown);
    return shown;
  }
}
