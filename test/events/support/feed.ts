import type { PlacedEvent } from '#crm-domain/events';
import type { Caller } from '../../support/rest.js';

export interface FeedAnswer {
  data: PlacedEvent[];
  pagination: { next_after: number; has_more: boolean };
}

/** A page of the feed. */
export async function readFeed(by: Caller, query = ''): Promise<FeedAnswer> {
  const { body } = await by.get(`/v1/events${query}`).expect(200);
  return body as FeedAnswer;
}

/** All events after a position, page by page, until there are no more and `more` says that none will come. */
export async function followFeed(by: Caller, from: number, more: () => boolean = () => false): Promise<PlacedEvent[]> {
  const seen: PlacedEvent[] = [];
  for (let after = from; ;) {
    const last = !more();
    const { data, pagination } = await readFeed(by, `?after=${after}&limit=50`);
    seen.push(...data);
    after = pagination.next_after;
    if (last && !pagination.has_more) return seen;
  }
}

/** The position after which nothing has happened yet. */
export async function endOfFeed(by: Caller): Promise<number> {
  for (let after: number | undefined; ;) {
    const { pagination } = await readFeed(by, after === undefined ? '?limit=500' : `?limit=500&after=${after}`);
    after = pagination.next_after;
    if (!pagination.has_more) return after;
  }
}
