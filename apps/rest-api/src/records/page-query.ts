import {
  MAX_FIELD_LENGTH,
  MAX_NAMED,
  QUERY_GRAMMAR,
  invalid,
  type AnswerShape,
  type Format,
  type QueryPage,
} from '#crm-domain';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

/** What nine digits can say. */
export const MAX_PAGE_OFFSET = 999_999_999;

/** Characters of the slug or id of an object or attribute. */
export const MAX_NAME_LENGTH = 100;

/** All fields that can be named, with the commas between them. */
export const MAX_FIELDS_LENGTH = MAX_NAMED * (MAX_FIELD_LENGTH + 1) - 1;

/** The page that a query asks for; its bounds are those of a listing. */
export function readQueryPage({ limit = DEFAULT_LIMIT, offset = 0 }: { limit?: number; offset?: number }): {
  limit: number;
  offset: number;
} {
  return { limit: clamped(limit, MAX_LIMIT), offset };
}

/** `limit` (default 25, clamped to 1..100) and `offset` (default 0) of a listing. @throws DomainError validation */
export function readPage(query: Record<string, unknown>): { limit: number; offset: number } {
  const limit = readLimit(query);
  const offset = readWhole(query, 'offset', /^-?\d{1,9}$/) ?? 0;
  if (offset < 0) throw invalid([{ path: 'offset', message: 'Expected 0 or more.', expected: 'integer' }]);
  return { limit, offset };
}

/** A whole number of any size, brought into its bounds. @throws DomainError validation */
export function readLimit(query: Record<string, unknown>, otherwise = DEFAULT_LIMIT, most = MAX_LIMIT): number {
  return clamped(readWhole(query, 'limit', /^-?\d+$/) ?? otherwise, most);
}

/** @throws DomainError validation */
export function readFlag(query: Record<string, unknown>, name: string): boolean {
  const text = query[name];
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw invalid([{ path: name, message: 'Expected true or false.', expected: 'boolean', allowed: ['true', 'false'] }]);
}

/**
 * `fields` (slugs or ids, with commas between them) and `format` of a read. @throws DomainError validation
 */
export function readShape(query: Record<string, unknown>, formats: readonly Format[]): AnswerShape {
  const format = readText(query, 'format');
  if (format !== undefined && !formats.some((each) => each === format)) {
    const expected = `one of ${formats.join(', ')}`;
    throw invalid([{ path: 'format', message: `Expected ${expected}.`, expected, allowed: [...formats] }]);
  }
  const fields = readText(query, 'fields', MAX_FIELDS_LENGTH)?.split(',');
  return { fields, format: format as Format | undefined };
}

/** The slug or id of something, which has to be given. @throws DomainError validation */
export function readName(query: Record<string, unknown>, name: string): string {
  const text = readText(query, name, MAX_NAME_LENGTH);
  if (text) return text;
  throw invalid([{ path: name, message: 'This query parameter is required.', expected: 'a slug or an id' }]);
}

/** How well matches are counted. @throws DomainError validation */
export function readTotal(query: Record<string, unknown>): (typeof QUERY_GRAMMAR.totals)[number] | undefined {
  const text = readText(query, 'total');
  const total = QUERY_GRAMMAR.totals.find((each) => each === text);
  if (total || text === undefined) return total;
  const expected = `one of ${QUERY_GRAMMAR.totals.join(', ')}`;
  throw invalid([{ path: 'total', message: `Expected ${expected}.`, expected, allowed: [...QUERY_GRAMMAR.totals] }]);
}

/** Whether records in the trash are meant. @throws DomainError validation */
export function readTrashed({ trashed }: Record<string, unknown>): boolean {
  if (trashed === undefined || trashed === 'only') return trashed === 'only';
  throw invalid([{ path: 'trashed', message: 'Expected "only".', expected: 'only', allowed: ['only'] }]);
}

export function pagination(
  page: { limit: number; offset: number },
  shown: number,
  total: number,
): Record<string, unknown> {
  const next = page.offset + shown;
  const has_more = shown > 0 && next < total;
  return {
    pagination: { total, limit: page.limit, offset: page.offset, has_more, ...(has_more ? { next_offset: next } : {}) },
  };
}

/**
 * Of a query's answer. A cursor leads from each page to the next; an offset only as far as offsets go, and from a cursor
 * none was applied.
 */
export function queryPagination(
  page: { limit: number; offset: number; cursor?: string },
  found: QueryPage,
): Record<string, unknown> {
  const { next_cursor, total, total_is_exact, total_kind } = found;
  const next = page.offset + found.passed;
  const hasOffset = next_cursor !== undefined && page.cursor === undefined && next <= QUERY_GRAMMAR.offset;
  const following = { ...(hasOffset ? { next_offset: next } : {}), ...(next_cursor ? { next_cursor } : {}) };
  return {
    pagination: {
      ...(total !== undefined && { total, total_is_exact }),
      ...(total_kind && { total_kind }),
      limit: page.limit,
      offset: page.cursor === undefined ? page.offset : 0,
      has_more: next_cursor !== undefined,
      ...following,
    },
  };
}

/** A whole number in this form; undefined where it is left out. @throws DomainError validation */
export function readWhole(query: Record<string, unknown>, name: string, shape: RegExp): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && shape.test(text)) return Number(text);
  throw invalid([{ path: name, message: 'Must be a whole number.', expected: 'integer' }]);
}

function clamped(limit: number, most: number): number {
  return Math.min(most, Math.max(1, limit));
}

/**
 * One text of at most `longest` characters, or nothing; a parameter given twice is a mistake.
 *
 * @throws DomainError validation
 */
export function readText(query: Record<string, unknown>, name: string, longest = 1000): string | undefined {
  const text = query[name];
  if (text === undefined || (typeof text === 'string' && text !== '' && text.length <= longest)) return text;
  throw invalid([{ path: name, message: `Expected one text of 1 to ${longest} characters.`, expected: 'string' }]);
}
