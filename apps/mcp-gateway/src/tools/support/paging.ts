import { z } from 'zod';
import { RESULT_CHARACTERS } from './fit-page.js';
import { clampLimit, offsetParameter, wholeNumber } from './shapes.js';

/** What a page says of those after it (contract: Pagination rule). */
export function following(shown: number, offset: number, total: number) {
  const next_offset = offset + shown;
  const has_more = shown > 0 && next_offset < total;
  return { total, has_more, ...(has_more ? { next_offset } : {}) };
}

/** Parameters of a list that is shown whole unless it is too long for one result or a client wants less. */
export const listParameters = {
  limit: wholeNumber.optional().transform((limit) => (limit === undefined ? undefined : clampLimit(limit))),
  offset: offsetParameter,
};

/** What a list says beside its rows. */
export const listShape = { has_more: z.boolean(), next_offset: z.number().optional() };

/**
 * The rows of one page as they are shown, with what is said beside them. No more are made than fit into the longest result: of
 * those that a schema may have the others would only be cut off again.
 */
export function listPage<Row, Shown>(
  rows: readonly Row[],
  { limit = rows.length, offset }: { limit?: number | undefined; offset: number },
  show: (row: Row) => Shown,
) {
  const shown: Shown[] = [];
  let characters = 0;
  for (const row of rows.slice(offset, offset + limit)) {
    const next = show(row);
    characters += JSON.stringify(next).length + 1;
    if (characters > RESULT_CHARACTERS && shown.length > 0) break;
    shown.push(next);
  }
  const { has_more, next_offset } = following(shown.length, offset, rows.length);
  return { shown, beside: { has_more, ...(has_more && { next_offset }) } };
}

/** The first entries of a list, as many as have at most `room` characters of JSON together. */
export function firstFitting<T>(list: T[], room: number): T[] {
  const beyond = list.findIndex((entry) => (room -= JSON.stringify(entry).length + 1) < 0);
  return beyond < 0 ? list : list.slice(0, beyond);
}
