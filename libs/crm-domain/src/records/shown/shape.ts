import { DomainError, invalid, type Issue } from '../../errors.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import { quote } from '../../values/parse.js';

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
  'created_at',
  'updated_at',
  'created_by',
  'created_via',
] as const;
export type SystemField = (typeof SYSTEM_FIELDS)[number];

/** Fields that one request can name. */
export const MAX_NAMED = 100;
/** Characters of the name of a field. */
export const MAX_FIELD_LENGTH = 100;

/** How a caller wants records shown. */
export interface AnswerShape {
  /** Slugs or ids of attributes, and system fields. */
  fields?: readonly string[] | undefined;
  format?: Format | undefined;
}

/** One thing that is shown of a record, under its name. */
export type Column = { name: string; attribute: Attribute } | { name: SystemField; attribute?: undefined };

/** The same after it was judged. */
export interface Shape {
  format: Format;
  /** What is shown, in the order in which it was named; without it everything. */
  columns?: readonly Column[];
}

const EXPECTED = 'slug or id of an attribute, or a system field';
const MAX_ALLOWED = 50;

/** @throws DomainError validation, with one issue for each field that is not there */
export function judgeShape(object: ObjectSchema, { fields, format = 'detailed' }: AnswerShape = {}): Shape {
  if (!fields) return { format };
  const issues = issuesOfFields(object, fields);
  if (issues.length > 0) throw invalid(issues);
  const columns = fields.map((field) => columnOf(object, field)!);
  return { format, columns: [...new Map(columns.map((column) => [column.name, column])).values()] };
}

/** What is wrong with the names of fields, one issue for each that is not there. */
export function issuesOfFields(object: ObjectSchema, fields: readonly string[]): Issue[] {
  if (fields.length === 0 || fields.length > MAX_NAMED) {
    const expected = `1 to ${MAX_NAMED} fields`;
    return [{ path: 'fields', message: `Expected ${expected}, got ${fields.length}.`, expected }];
  }
  return fields.flatMap((field, at) => (columnOf(object, field) ? [] : [unknownField(object, field, at)]));
}

/** The same by a schema that may be old; undefined where it knows no such fields. */
export function guessShape(object: ObjectSchema, asked: AnswerShape): Shape | undefined {
  try {
    return judgeShape(object, asked);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function columnOf(object: ObjectSchema, field: string): Column | undefined {
  const attribute = object.find(field);
  if (attribute) return { name: attribute.slug, attribute };
  const system = SYSTEM_FIELDS.find((each) => each === field);
  return system && { name: system };
}

function unknownField(object: ObjectSchema, field: string, at: number): Issue {
  const slugs = object.attributes.filter(({ archived_at }) => !archived_at).map(({ slug }) => slug);
  return {
    path: `fields[${at}]`,
    message: `The object "${object.row.slug}" has no attribute ${quote(field)}, and there is no system field of this name.`,
    expected: EXPECTED,
    allowed: [...slugs.slice(0, MAX_ALLOWED), ...SYSTEM_FIELDS],
  };
}

/** The attributes that are shown; undefined where all of them are. */
export function attributesOf({ columns }: Shape): ReadonlySet<Attribute> | undefined {
  return columns && new Set(columns.flatMap(({ attribute }) => attribute ?? []));
}

/** Whether a system field is shown where everything is, or where it was named. */
export function showsSystem({ columns }: Shape, field: SystemField): boolean {
  return !columns || columns.some(({ name, attribute }) => !attribute && name === field);
}
