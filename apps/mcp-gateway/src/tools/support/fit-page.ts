/** Longest result that clients pass on to their model whole, in characters of JSON text. */
export const RESULT_CHARACTERS = 150_000;

/**
 * A page as tools return it: rows under one key, beside them `total`, `has_more` and, while there is more,
 * `next_offset`.
 */
export type Page = Record<string, unknown>;

export interface PageCut {
  /** Where the rows stand. */
  key: string;
  /** The offset the page was asked for. */
  offset: number;
  limit?: number;
  shorten?(row: unknown, room: number): unknown;
}

/**
 * Keeps a page under the limit by leaving rows off its end, and says so: `has_more` is true and `next_offset` is the
 * first row left off, so that nothing is skipped. A row that is too long even alone is shortened if the tool can;
 * at least one row stays, or a client would ask for the same page for ever.
 */
export function fitPage(page: Page, cut: PageCut): Page {
  const { key, offset, limit = RESULT_CHARACTERS, shorten } = cut;
  const all = page[key] as readonly unknown[];
  const framed = (rows: readonly unknown[]) => ({
    ...page,
    [key]: rows,
    has_more: true,
    next_offset: offset + rows.length,
  });
  const room = limit - JSON.stringify({ ...framed([]), next_offset: offset + all.length }).length;
  const rows: unknown[] = [];
  let used = 0;
  for (const row of all) {
    const fitting = shorten && lengthOf(row) > room ? shorten(row, room) : row;
    used += lengthOf(fitting) + 1;
    if (used > room + 1 && rows.length > 0) return framed(rows);
    rows.push(fitting);
  }
  return { ...page, [key]: rows };
}

function lengthOf(row: unknown): number {
  return JSON.stringify(row).length;
}
