/** One page of a list, and where the next one begins. */
export interface Page<T, P extends PagePosition = PagePosition> {
  data: readonly T[];
  pagination: P;
}

export interface PagePosition {
  has_more: boolean;
  next_cursor?: string | undefined;
  next_offset?: number | undefined;
  next_after?: number | undefined;
}

/**
 * A list as async iteration over its rows. The next page is fetched when the rows of the one before have been taken, so
 * a slow reader holds one page only. `pages()` gives page after page instead.
 */
export interface Paged<T, P extends Page<T>> extends AsyncIterable<T> {
  pages(): AsyncGenerator<P, void, undefined>;
}

/**
 * Any list of the API, page by page. `fetchPage` gets the `pagination` of the page before, and undefined first:
 * `paged((before) => answered(crm.api.GET('/v1/drafts', { params: { query: { offset: before?.next_offset } } })))`.
 */
export function paged<T, P extends Page<T>>(
  fetchPage: (before: P['pagination'] | undefined) => Promise<P & Page<T>>,
): Paged<T, P & Page<T>> {
  async function* pages() {
    for (let before: P['pagination'] | undefined; ;) {
      const page = await fetchPage(before);
      yield page;
      if (!page.pagination.has_more) return;
      before = page.pagination;
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data;
    },
  };
}
