import { invalid, type DomainError } from '../errors.js';
import type { ObjectSchema } from '../objects/schema.js';
import type { Values } from './document.js';
import { attributesOf, type Shape } from './shown/shape.js';

/** Most bytes that one record can hold. */
export const MAX_BYTES = 2 * 1024 * 1024;

/** Bytes of records after which a page ends; the last record on it may go beyond. */
export const PAGE_BYTES = 2 * 1024 * 1024;

/**
 * Who wrote a value and when, and the name of a record it refers to, are shown with it: counted alike for every value.
 */
export const BESIDE_VALUE = 256;
/** An option or stage is stored as an id, and shown with its title and four ids. */
const BESIDE_CHOICE = 1024;

/** What is shown of a record beside its values, and of an attribute beside its slug. */
const BESIDE_RECORD = 600;
const BESIDE_SLUG = 6;

/** The bytes a record counts with: its values as JSON in UTF-8, and for each value what is shown beside it. */
export function sizeOf({ byNo }: ObjectSchema, vals: Values, document: string): number {
  let size = Buffer.byteLength(document);
  for (const [no, held] of Object.entries(vals)) {
    const isChoice = byNo.get(Number(no))?.valueType.choices !== undefined;
    size += (Array.isArray(held) ? held.length : 1) * (isChoice ? BESIDE_CHOICE : BESIDE_VALUE);
  }
  return size;
}

/**
 * The most records a page can have when every attribute that is shown stands in it, though there may be no value in it.
 * Concise records leave out what is empty.
 */
export function mostOnPage({ attributes }: ObjectSchema, shape: Shape, limit: number): number {
  if (shape.format === 'concise') return limit;
  const shown = [...(attributesOf(shape) ?? attributes)];
  const empty = shown.reduce((sum, { slug }) => sum + slug.length + BESIDE_SLUG, BESIDE_RECORD);
  return Math.min(limit, Math.max(1, Math.floor(PAGE_BYTES / empty)));
}

/** The size of the values of a record in SQL, which writes a space behind each comma and colon. They are written out. */
const sizeInSql = (vals: string) => `(octet_length((${vals})::text) + ${BESIDE_VALUE} * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(${vals}) e))`;

/**
 * The bytes of a JSON value in SQL. What is stored in compressed form may be a hundred times as long, and has to be
 * written out to know.
 */
export const bytesOf = (json: string) =>
  `case when pg_column_compression(${json}) is null then pg_column_size(${json}) else octet_length(${json}::text) end`;

/**
 * The same where it is stored: SQL does not know which values are options or stages, so whatever looks like an id counts
 * as one. A size may be too large until the next write, never too small.
 */
export const storedSizeInSql = (vals: string) => `${sizeInSql(vals)} + ${BESIDE_CHOICE - BESIDE_VALUE} * (select
  count(*) from jsonb_path_query(${vals}, '$.*[*] ? (@ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-")'))`;

/**
 * The size of the record `r` in SQL. Where none is stored, ten times the length of short values is about what they
 * count; what is compressed has to be written out to know.
 */
export const SIZE = `coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else ${sizeInSql('r.vals')} end)`;

/** A record up to this size is read in about the time of the smallest. */
export const SHORT_BYTES = 64 * 1024;

/**
 * Whether the record `r` is short, in SQL that reads none of its values: where no size is stored and they are
 * compressed, it may be long.
 */
export const IS_SHORT = `coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else ${SHORT_BYTES + 1} end) <= ${SHORT_BYTES}`;

/** The sizes of the rows before a row, in an order. */
export const held = (order: string) =>
  `coalesce(sum(${SIZE}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)`;

/** A record after a write, and as it was before. */
interface Grown {
  object: ObjectSchema;
  plan: { vals: Values; size: number };
  row: { vals: Values } | null;
}

/** Whether a write makes a record larger than it may be. One that is too large from before may shrink. */
export function isTooLarge({ object, plan, row }: Grown): boolean {
  if (plan.size <= MAX_BYTES) return false;
  return row === null || sizeOf(object, row.vals, JSON.stringify(row.vals)) < plan.size;
}

/** The refusal of such a write; `size` is left out where the caller must not learn it. */
export function tooLarge(path: string, what: string, size?: number): DomainError {
  const would = size === undefined ? `more than ${MAX_BYTES} bytes` : `${size} bytes`;
  const message = `${what} would hold ${would}; the most a record can hold is ${MAX_BYTES}.`;
  return invalid([
    { path, message, expected: `at most ${MAX_BYTES} bytes in all values of a record`, reason: 'record_too_large' },
  ]);
}

/** The refusal of a write among others that together read too much. */
export function tooManyLargeBytes(most: number): DomainError {
  const message = `Records of more than 64 KiB may be ${most} bytes together in one batch. Send the others in another one.`;
  const expected = 'fewer large records';
  return invalid([{ path: 'items', message, expected, reason: 'record_too_large' }]);
}
