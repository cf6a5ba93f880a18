import { answered, type Crm } from './client.js';
import type { components } from './openapi.js';
import { paged, type Page, type Paged } from './pages.js';
import type { ObjectOf, Schema } from './schema.js';

type CrmEvent = components['schemas']['PlacedEvent'];
type Kind = CrmEvent['kind'];
type EventsPage = Page<CrmEvent, components['schemas']['FeedPagination']>;

export interface EventsOptions<S extends Schema> {
  /** The position of the last event that was processed; without it, the feed begins with the oldest that is kept. */
  after?: number;
  kinds?: Kind[];
  object?: ObjectOf<S>;
  signal?: AbortSignal;
}

/**
 * The change feed from a position up to its present end. Keep the `position` of what you have processed, and go on
 * from there later.
 *
 * @throws GoneError where events after the position are no longer kept
 */
export function events<S extends Schema>(
  { api }: Crm<S>,
  { after, signal, ...filter }: EventsOptions<S> = {},
): Paged<CrmEvent, EventsPage> {
  return paged<CrmEvent, EventsPage>((before) => {
    const query = { ...filter, after: before?.next_after ?? after, limit: 500 };
    return answered(api.GET('/v1/events', { params: { query }, signal }));
  });
}
