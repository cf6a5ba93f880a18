/** What a page says of those after it (contract: Pagination rule). */
export function following(shown: number, offset: number, total: number) {
  const next_offset = offset + shown;
  const has_more = shown > 0 && next_offset < total;
  return { total, has_more, ...(has_more ? { next_offset } : {}) };
}
