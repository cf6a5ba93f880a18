import { invalid } from '#crm-domain';
import { CHANNELS, type ChannelName, type ConversationFilter } from '#crm-domain/messaging';
import { readText, readWhole } from '../records/page-query.js';

const DEFAULT_MESSAGES = 25;
/** Characters of a text that one answer holds, and of a query. */
const MAX_TEXT_PART = 100_000;
export const MAX_QUERY_LENGTH = 255;
export const MAX_OFFSET = 999_999_999;

/** Which conversations of the inbox are asked for. @throws DomainError validation */
export function readFilter(query: Record<string, unknown>): ConversationFilter {
  return {
    unread: readEither(query, 'unread'),
    starred: readEither(query, 'starred'),
    archived: readEither(query, 'archived'),
    channel: readChannel(query),
    query: readText(query, 'query', MAX_QUERY_LENGTH),
  };
}

/** The page of a thread: its messages before one. @throws DomainError validation */
export function readThreadPage(query: Record<string, unknown>): { limit: number; before: string | undefined } {
  const limit = readWhole(query, 'limit', /^-?\d+$/) ?? DEFAULT_MESSAGES;
  return { limit: Math.min(100, Math.max(1, limit)), before: readText(query, 'before', 100) };
}

/** From which character on a text is shown. @throws DomainError validation */
export function readTextOffset(query: Record<string, unknown>): number {
  return readWhole(query, 'offset', /^\d{1,9}$/) ?? 0;
}

/** A part of a text, cut where no character is torn, and where the next one begins if there is any. */
export function partOf(text: string, offset: number): { body: string; next_offset?: number } {
  const end = offset + MAX_TEXT_PART;
  if (end >= text.length) return { body: text.slice(offset).toWellFormed() };
  const isTorn = /[\uD800-\uDBFF]/.test(text[end - 1]!);
  const next_offset = isTorn ? end - 1 : end;
  return { body: text.slice(offset, next_offset).toWellFormed(), next_offset };
}

/** True, false, or neither. */
function readEither(query: Record<string, unknown>, name: string): boolean | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalid([{ path: name, message: 'Expected true or false.', expected: 'boolean', allowed: ['true', 'false'] }]);
}

function readChannel(query: Record<string, unknown>): ChannelName | undefined {
  const text = readText(query, 'channel');
  const channel = CHANNELS.find((each) => each === text);
  if (channel || text === undefined) return channel;
  const expected = `one of ${CHANNELS.join(', ')}`;
  throw invalid([{ path: 'channel', message: `Expected ${expected}.`, expected, allowed: [...CHANNELS] }]);
}
