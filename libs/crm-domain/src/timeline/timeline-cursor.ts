import { invalid } from '../errors.js';
import { isObject } from '../values/parse.js';
import type { MessagePlace } from '../messaging/conversations/record-messages.store.js';
import { TIMELINE_KINDS } from './timeline-entry.js';

/** Characters of a cursor. */
export const MAX_TIMELINE_CURSOR = 2000;

/** How far each kind of entries was shown: by revision, by the cursor of a query, by the place of a message. */
export interface Places {
  change?: number;
  note?: string;
  task?: string;
  activity?: string;
  message?: MessagePlace;
  /** When the last entry happened: none of the next pages is newer. */
  before?: string;
}

/** Places as a client passes them on. */
export function writeTimelineCursor(places: Places): string {
  return Buffer.from(JSON.stringify(places)).toString('base64url');
}

/** @throws DomainError validation for what was not written so */
export function readTimelineCursor(cursor: string): Places {
  const places = parsed(cursor);
  if (isObject(places) && Object.entries(places).every(([kind, place]) => isPlace(kind as keyof Places, place)))
    return places as Places;
  throw invalid([{ path: 'cursor', message: 'Expected the next_cursor of a previous page.', expected: 'a cursor' }]);
}

function parsed(cursor: string): unknown {
  try {
    return cursor.length <= MAX_TIMELINE_CURSOR ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : undefined;
  } catch {
    return undefined;
  }
}

const TIME = /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function isPlace(kind: keyof Places, place: unknown): boolean {
  if (kind === 'before') return typeof place === 'string' && MOMENT.test(place);
  if (!TIMELINE_KINDS.includes(kind)) return false;
  if (kind === 'change') return Number.isInteger(place) && (place as number) > 0 && (place as number) < 2 ** 31;
  if (kind !== 'message') return typeof place === 'string';
  if (!isObject(place)) return false;
  const { sort_at, message_id } = place;
  return typeof sort_at === 'string' && TIME.test(sort_at) && typeof message_id === 'string' && UUID.test(message_id);
}
