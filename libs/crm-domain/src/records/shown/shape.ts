import { DomainError, MAX_ISSUES, invalid, type Issue } from '../../errors.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { quote } from '../../values/parse.js';
import { wayBack, waysOver, type WayBack } from '../query/way-back.js';

/** In which form records are shown: with all that is known of each value, as bare values, or as rows of a table. */
export const FORMATS = ['detailed', 'concise', 'table'] as const;
/** One of `FORMATS`. */
export type Format = (typeof FORMATS)[number];

/** What can be named beside attributes. An attribute may have one of these names as its slug, and is meant then. */
export const SYSTEM_FIELDS = [
  'id',
  'record_id',
  'name',
  'slug',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'created_via',
] as const;
export type SystemField = (typeof SYSTEM_FIELDS)[number];

/** Fields that one request can name. */
export const MAX_NAMED = 100;
/** Characters of the name of a field: two slugs and a dot. */
export const MAX_FIELD_LENGTH = 129;

/** How a caller wants records shown. */
export interface AnswerShape {
  /** Slugs or ids of attributes, and system fields; with a reference and a dot in front, of the records it refers to. */
  fields?: readonly string[] | undefined;
  format?: Format | undefined;
}

/** One thing that is shown of a record, under its name. */
export type Column =
  | { name: string; attribute: Attribute; over?: undefined }
  | { name: SystemField; attribute?: undefined; over?: undefined }
  | FollowedColumn;

/** A field of the records that an attribute refers to, under the names of both. */
export interface FollowedColumn {
  name: string;
  attribute?: undefined;
  over: Attribute;
  /** What each object that has it finds by `ownField`. */
  field: string;
}

/** The same after it was judged. */
export interface Shape {
  format: Format;
  /** What is shown, in the order in which it was named; without it everything. */
  columns?: readonly Column[];
}

const EXPECTED = 'slug or id of an attribute, or a system field';
const MAX_ALLOWED = 50;
/** References that one message names. */
const MAX_WAYS = 10;

/**
 * Without a schema no field leads to other records.
 *
 * @throws DomainError validation, with one issue for each field that is not there
 */
export function judgeShape(
  object: ObjectSchema,
  { fields, format = 'detailed' }: AnswerShape = {},
  schema?: WorkspaceSchema,
): Shape {
  if (!fields) return { format };
  const { columns, issues } = columnsNamed(object, fields, schema);
  if (issues.length > 0) throw invalid(issues);
  return { format, columns: [...new Map(columns.map((column) => [column.name, column])).values()] };
}

/** What is wrong with the names of fields, one issue for each that is not there. */
export function issuesOfFields(object: ObjectSchema, fields: readonly string[], schema?: WorkspaceSchema): Issue[] {
  return columnsNamed(object, fields, schema).issues;
}

/** Each field is looked for once: one that leads to other records may lead to a hundred objects. */
function columnsNamed(
  object: ObjectSchema,
  fields: readonly string[],
  schema?: WorkspaceSchema,
): { columns: Column[]; issues: Issue[] } {
  if (fields.length === 0 || fields.length > MAX_NAMED) {
    const expected = `1 to ${MAX_NAMED} fields`;
    return {
      columns: [],
      issues: [{ path: 'fields', message: `Expected ${expected}, got ${fields.length}.`, expected }],
    };
  }
  const found = fields.map((field) => columnOf(object, field, schema));
  const unknown = [...fields.entries()].filter(([at]) => !found[at]).slice(0, MAX_ISSUES);
  return {
    columns: found.filter((column) => column !== undefined),
    issues: unknown.map(([at, field]) => ({ path: `fields[${at}]`, ...unknownField(object, field, schema) })),
  };
}

/** The same by a schema that may be old; undefined where it knows no such fields. */
export function guessShape(object: ObjectSchema, asked: AnswerShape, schema: WorkspaceSchema): Shape | undefined {
  try {
    return judgeShape(object, asked, schema);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function columnOf(object: ObjectSchema, field: string, schema?: WorkspaceSchema): Column | undefined {
  const end = ownField(object, field);
  if (end) return typeof end === 'string' ? { name: end } : { name: end.slug, attribute: end };
  const dot = field.indexOf('.');
  const over = dot > 0 ? object.find(field.slice(0, dot)) : undefined;
  if (!over || !schema) return undefined;
  const rest = field.slice(dot + 1);
  const [target] = schema.targetsOf(over, isSystem(rest) ? undefined : rest);
  const first = target && ownField(target, rest);
  return first && { name: `${over.slug}.${typeof first === 'string' ? first : first.slug}`, over, field: rest };
}

const isSystem = (field: string) => (SYSTEM_FIELDS as readonly string[]).includes(field);

/** A field of the object itself; an attribute goes before a system field of the same name. */
export function ownField(object: ObjectSchema, field: string): Attribute | SystemField | undefined {
  return object.find(field) ?? SYSTEM_FIELDS.find((each) => each === field);
}

function unknownField(object: ObjectSchema, field: string, schema?: WorkspaceSchema): Omit<Issue, 'path'> {
  const [first, ...rest] = field.split('.') as [string, ...string[]];
  const own = object.find(first);
  if (own?.valueType.target && rest.length > 0) return unknownFollowed(own, rest, schema);
  const why = own
    ? `Fields show whole attributes: use ${quote(own.slug)}.`
    : `The object "${object.row.slug}" has no attribute ${quote(field)}, and there is no system field of this name.`;
  const back = rest.length > 0 && schema ? wayBack(schema, object, first) : undefined;
  return {
    message: back && back.references.length > 0 ? `${why} ${noFieldBack(back)}` : why,
    expected: EXPECTED,
    allowed: [...new Set([...slugsOf([object]), ...SYSTEM_FIELDS])],
  };
}

/** The way back along a reference, as conditions know it. */
function noFieldBack(back: WayBack): string {
  const ways = waysOver(back);
  const named = ways.slice(0, MAX_WAYS).join(', ') + (ways.length > MAX_WAYS ? ' and others' : '');
  const told = ways.length > 1 ? ` Conditions lead to these over ${named}.` : '';
  return `No field shows records that refer to these: query the object "${back.other.row.slug}".${told}`;
}

/** The same of a field of the records that `over` refers to. */
function unknownFollowed(over: Attribute, rest: string[], schema?: WorkspaceSchema): Omit<Issue, 'path'> {
  if (!schema)
    return { message: 'What a write answers with has no fields of other records: read the record for them.' };
  const whole = isSystem(rest[0]!) || schema.targetsOf(over, rest[0]).length > 0;
  const message = whole
    ? `Fields show whole attributes of other records: use ${quote(`${over.slug}.${rest[0]!}`)}.`
    : `The records that "${over.slug}" refers to have no field ${quote(rest.join('.'))}.`;
  return { message, expected: EXPECTED, allowed: [...new Set([...slugsOf(schema.targetsOf(over)), ...SYSTEM_FIELDS])] };
}

/** Of the first attributes only: it is asked for each wrong field, and an object may have thousands. */
function slugsOf(objects: readonly ObjectSchema[]): Set<string> {
  const slugs = new Set<string>();
  for (const { attributes } of objects)
    for (const { slug, archived_at } of attributes) {
      if (slugs.size === MAX_ALLOWED) return slugs;
      if (!archived_at) slugs.add(slug);
    }
  return slugs;
}

/** The attributes that are shown; undefined where all of them are. */
export function attributesOf({ columns }: Shape): ReadonlySet<Attribute> | undefined {
  return columns && new Set(columns.flatMap(({ attribute }) => attribute ?? []));
}

/** The same with those that lead to other records. */
export function attributesRead({ columns }: Shape): ReadonlySet<Attribute> | undefined {
  return columns && new Set(columns.flatMap(({ attribute, over }) => attribute ?? over ?? []));
}

/** The fields of other records that are shown. */
export function followedIn({ columns = [] }: Shape): FollowedColumn[] {
  return columns.filter((column) => column.over !== undefined);
}

/** Whether a system field is shown where everything is, or where it was named. */
export function showsSystem({ columns }: Shape, field: SystemField): boolean {
  return !columns || columns.some(({ name, attribute }) => !attribute && name === field);
}
