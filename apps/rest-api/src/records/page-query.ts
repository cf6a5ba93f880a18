import { invalid } from '#crm-domain';

const DEFAULT_LIMIT = 25;
const MOST = 100;

/** `limit` (default 25, clamped to 1..100) and `offset` (default 0) of a listing. @throws DomainError validation */
export function readPage(query: Record<string, unknown>): { limit: number; offset: number } {
  const limit = integer(query, 'limit', DEFAULT_LIMIT);
  const offset = integer(query, 'offset', 0);
  if (offset < 0) throw invalid([{ path: 'offset', message: 'Expected 0 or more.', expected: 'integer' }]);
  return { limit: Math.min(MOST, Math.max(1, limit)), offset };
}

/** @throws DomainError validation */
export function readFlag(query: Record<string, unknown>, name: string): boolean {
  const text = query[name];
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw invalid([{ path: name, message: 'Expected true or false.', expected: 'boolean', allowed: ['true', 'false'] }]);
}

export function pagination(page: { limit: number; offset: number }, shown: number, total: number): Record<string, unknown> {
  const next = page.offset + shown;
  const has_more = shown > 0 && next < total;
  return { pagination: { total, limit: page.limit, offset: page.offset, has_more, ...(has_more ? { next_offset: next } : {}) } };
}

function integer(query: Record<string, unknown>, name: string, otherwise: number): number {
  const text = query[name];
  if (text === undefined) return otherwise;
  if (typeof text === 'string' && /^-?\d{1,9}$/.test(text)) return Number(text);
  throw invalid([{ path: name, message: 'Expected a whole number.', expected: 'integer' }]);
}
