import type { Actor } from '../actor.js';
import { DomainError, invalid } from '../errors.js';
import { isUuid } from '../values/parse.js';
import type { UndoInput } from './undo.js';
import type { Wanted } from './undo.store.js';

const MAKERS = ['connection_id', 'api_key_id', 'automation_id', 'import_id'] as const;
const SELECTORS = ['event_id', 'request_id', ...MAKERS] as const;
/** Before and after the moment in its id, what a request or an event can be dated at: clocks differ, and writes wait. */
const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;

/** @throws DomainError validation, not_found for an id that no request or event has */
export function parseUndo(asked: UndoInput, actor: Actor): Wanted {
  const input = { ...asked, ...ownMaker(asked, actor) };
  const given = SELECTORS.filter((name) => input[name] !== undefined);
  const [name] = given;
  if (!name || given.length > 1) {
    const expected = `exactly one of ${SELECTORS.join(', ')}, or from alone for your own changes`;
    throw invalid([{ path: given[1] ?? 'event_id', message: `Expected ${expected}.`, expected, allowed: SELECTORS }]);
  }
  const id = input[name]!.toLowerCase();
  if (!isUuid(id)) throw invalid([{ path: name, message: 'Expected a UUID.', expected: 'uuid' }]);
  if (name === 'event_id' || name === 'request_id') {
    refuseWindow(input);
    const at = momentOf(id);
    if (at === undefined) throw nothing(name);
    return { [name]: id, from: new Date(at - BEFORE_MS), to: new Date(at + AFTER_MS) };
  }
  // An import writes only after its id was made.
  const from = input.from ?? (name === 'import_id' ? beginOf(id) : undefined);
  const window = windowOf({ ...input, ...(from !== undefined && { from }) });
  if (name === 'api_key_id') return { author: { type: 'api-key', id }, ...window };
  return name === 'import_id' ? { author: { type: 'import', id }, ...window } : { maker: id, ...window };
}

/** Who asks, where nothing is said but a moment: no client is told the id of its connection or key. */
function ownMaker(input: UndoInput, { type, id, connection_id }: Actor): UndoInput {
  if (input.from === undefined || SELECTORS.some((name) => input[name] !== undefined)) return {};
  if (type === 'api-key' && id) return { api_key_id: id };
  return connection_id ? { connection_id } : {};
}

/** Whether what was not found was named by its own id. */
export function nothing(name: string): DomainError {
  return new DomainError('not_found', `There is no change with this ${name}, or its events are no longer kept.`);
}

function refuseWindow({ from, to }: UndoInput): void {
  const path = from !== undefined ? 'from' : 'to';
  if (from !== undefined || to !== undefined)
    throw invalid([{ path, message: `Only with ${MAKERS.join(', ')}.`, expected: 'nothing' }]);
}

function windowOf({ from, to }: UndoInput): { from: Date; to: Date } {
  if (from === undefined) throw invalid([{ path: 'from', message: 'Required.', expected: 'a moment' }]);
  const [begin, end] = [read('from', from), to === undefined ? new Date(8.64e15) : read('to', to)];
  if (begin >= end)
    throw invalid([{ path: 'to', message: 'Expected a moment after from.', expected: 'a later moment' }]);
  return { from: begin, to: end < FAR ? end : FAR };
}

/** What Postgres and everybody can still write. */
const FAR = new Date('9999-12-30T00:00:00Z');
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function read(path: string, text: string): Date {
  const moment = new Date(MOMENT.test(text) ? text : NaN);
  if (Number.isNaN(moment.getTime()))
    throw invalid([{ path, message: 'Expected a date and time with an offset.', expected: '2026-02-28T09:30:00Z' }]);
  return moment;
}

function beginOf(id: string): string | undefined {
  const at = momentOf(id);
  return at === undefined ? undefined : new Date(at - BEFORE_MS).toISOString();
}

/** The milliseconds in a UUIDv7. */
function momentOf(id: string): number | undefined {
  return id[14] === '7' ? parseInt(id.replace('-', '').slice(0, 12), 16) : undefined;
}
