import { z } from 'zod';
import { offsetParameter } from './shapes.js';

/** What a page says of those after it (contract: Pagination rule). */
export function following(shown: number, offset: number, total: number) {
  const next_offset = offset + shown;
  const has_more = shown > 0 && next_offset < total;
  return { total, has_more, ...(has_more ? { next_offset } : {}) };
}

/** Parameters of a list that is shown whole unless it is too long for one result or a client wants less. */
export const listParameters = {
  limit: z
    .number()
    .int()
    .optional()
    .transform((limit) => (limit === undefined ? undefined : Math.min(100, Math.max(1, limit))))
    .describe('Rows in the page: 1 to 100; as many as fit into one result if not given'),
  offset: offsetParameter,
};

/** What a list says beside its rows. */
export const listShape = { has_more: z.boolean(), next_offset: z.number().optional() };

/** The rows of one page, with what is said beside them. */
export function listPage<Row>(rows: readonly Row[], { limit, offset }: { limit?: number | undefined; offset: number }) {
  const shown = rows.slice(offset, limit === undefined ? undefined : offset + limit);
  const { has_more, next_offset } = following(shown.length, offset, rows.length);
  return { shown, beside: { has_more, ...(has_more && { next_offset }) } };
}
