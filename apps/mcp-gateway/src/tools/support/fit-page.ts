/**
 * Longest result that the largest clients pass on to their model whole, in characters of JSON text. A deployment whose
 * clients take less sets less.
 */
export const RESULT_CHARACTERS = 150_000;

const FOLLOWING = Symbol('following');

/**
 * A page as tools return it: rows under one key or in a `table`, beside them `total`, `has_more` and, while there is more,
 * `next_offset`, `next_cursor` or both.
 */
export type Page = Record<string, unknown>;

/** What is said of the rest if only so many of the rows are shown. */
type Following = (rows: number) => object;

/** A page whose next one is not found by counting rows alone. */
export function followedBy<Made extends object>(page: Made, following: Following): Made {
  return Object.assign(page, { [FOLLOWING]: following });
}

export interface PageCut {
  /** Where the rows stand. */
  key: string;
  /** The offset the page was asked for. */
  offset: number;
  limit?: number;
  shorten?(row: unknown, room: number): unknown;
}

/**
 * Keeps a page under the limit by leaving rows off its end, and says so: `has_more` is true and the next page begins
 * with the first row left off, so that nothing is skipped. A row that is too long even alone is shortened if the tool can;
 * at least one row stays, or a client would ask for the same page for ever.
 */
export function fitPage(page: Page, cut: PageCut): Page {
  const { key, offset, limit = RESULT_CHARACTERS, shorten } = cut;
  const { table } = page as { table?: { rows: readonly unknown[] } };
  const all = table ? table.rows : (page[key] as readonly unknown[]);
  const put = (rows: readonly unknown[]) => (table ? { table: { ...table, rows } } : { [key]: rows });
  const { [FOLLOWING]: following = (rows: number) => ({ has_more: true, next_offset: offset + rows }) } = page as {
    [FOLLOWING]?: Following;
  };
  const framed = (rows: readonly unknown[], shown = rows.length) => ({ ...page, ...put(rows), ...following(shown) });
  const room = limit - Math.max(...all.map((_row, at) => lengthOf(framed([], at + 1))));
  const rows: unknown[] = [];
  let used = 0;
  for (const row of all) {
    const fitting = shorten && lengthOf(row) > room ? shorten(row, room) : row;
    used += lengthOf(fitting) + 1;
    if (used > room + 1 && rows.length > 0) return framed(rows);
    rows.push(fitting);
  }
  return { ...page, ...put(rows) };
}

function lengthOf(row: unknown): number {
  return JSON.stringify(row).length;
}
