import { invalid } from '#crm-domain';
import { DELIVERY_STATES, type DeliveryState, type FeedQuery } from '#crm-domain/events';
import { readLimit, readText } from '../records/page-query.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** Of an event; the largest that fifteen digits can say, which no feed comes near. */
export const LAST_POSITION = 999_999_999_999_999;
/** Of the slug or UUID of an object. */
export const MAX_OBJECT_KEY_LENGTH = 100;

/** @throws DomainError validation */
export function readFeedQuery(query: Record<string, unknown>): FeedQuery {
  const kinds = readText(query, 'kinds');
  return {
    after: readPosition(readText(query, 'after')),
    limit: readLimit(query, DEFAULT_LIMIT, MAX_LIMIT),
    kinds: kinds?.split(','),
    object: readText(query, 'object', MAX_OBJECT_KEY_LENGTH),
  };
}

/** Where a stream begins: `Last-Event-ID` is what a client sends that has lost it. @throws DomainError validation */
export function readStreamQuery({ query, headers }: StreamRequest): Omit<FeedQuery, 'limit'> {
  const { limit: _, ...asked } = readFeedQuery(query);
  const last = headers['last-event-id'];
  if (last === undefined || last === '') return asked;
  if (typeof last === 'string' && /^\d{1,15}$/.test(last)) return { ...asked, after: last };
  const expected = 'the position of an event';
  throw invalid([{ path: 'Last-Event-ID', message: `Expected ${expected}.`, expected }]);
}

interface StreamRequest {
  query: Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
}

/** The page of a timeline: `cursor` is the `next_cursor` of the one before. @throws DomainError validation */
export function readTimelinePage(query: Record<string, unknown>): { limit: number; before?: number } {
  const { limit, cursor } = readCursorPage(query, /^[1-9]\d{0,9}$/);
  return { limit, ...(cursor !== undefined && { before: Math.min(Number(cursor), 2_147_483_647) }) };
}

/** The page of a log by position: `cursor` is the `next_cursor` of the one before. @throws DomainError validation */
export function readLogPage(query: Record<string, unknown>): { limit: number; before?: string } {
  const { limit, cursor } = readCursorPage(query, /^[1-9]\d{0,17}$/);
  return { limit, ...(cursor !== undefined && { before: cursor }) };
}

/** Deliveries of which state alone are shown; all, if it is not named. @throws DomainError validation */
export function readDeliveryState(query: Record<string, unknown>): DeliveryState | undefined {
  const state = readText(query, 'state');
  if (state === undefined || DELIVERY_STATES.includes(state as DeliveryState))
    return state as DeliveryState | undefined;
  throw invalid([
    { path: 'state', message: 'No delivery is in such a state.', expected: 'a state', allowed: DELIVERY_STATES },
  ]);
}

function readPosition(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{1,15}$/.test(text)) return text;
  throw invalid([
    { path: 'after', message: 'Expected the position of an event, or 0.', expected: 'a whole number of 0 or more' },
  ]);
}

function readCursorPage(query: Record<string, unknown>, shape: RegExp): { limit: number; cursor?: string } {
  const cursor = readText(query, 'cursor');
  if (cursor !== undefined && !shape.test(cursor))
    throw invalid([{ path: 'cursor', message: 'Expected the next_cursor of a previous page.', expected: 'a cursor' }]);
  return { limit: readLimit(query), cursor };
}
