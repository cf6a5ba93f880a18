import { ApiQuery } from '@nestjs/swagger';
import { MAX_TIMELINE_CURSOR, TIMELINE_KINDS, type Caller, type Domain, type RecordAddress } from '#crm-domain';
import { readTimelinePage } from '../events/feed-query.js';
import { Answer } from '../http/answer.js';
import { readLimit, readText } from './page-query.js';

const LONGEST = TIMELINE_KINDS.join(',').length;

/** What a timeline tells, as a query parameter. */
export const TimelineKindsQuery = () =>
  ApiQuery({
    name: 'kinds',
    required: false,
    description: `What is shown, with commas between: ${TIMELINE_KINDS.map((kind) => `\`${kind}\``).join(', ')}. Default: changes alone, as events.`,
    schema: { type: 'string', maxLength: LONGEST },
  });

/**
 * A page of the timeline of a record; nothing but changes where no kinds are named, as before there was more.
 *
 * @throws DomainError validation, not_found, forbidden
 */
export async function timelineOf(
  domain: Domain,
  caller: Caller,
  at: RecordAddress,
  query: Record<string, unknown>,
): Promise<Answer> {
  const kinds = readText(query, 'kinds', LONGEST)?.split(',');
  if (!kinds) {
    const { events, next } = await domain.feed.timeline(caller, at, readTimelinePage(query));
    return page(events, next === null ? undefined : String(next));
  }
  const asked = { kinds, limit: readLimit(query), cursor: readText(query, 'cursor', MAX_TIMELINE_CURSOR) };
  const { entries, cursorAfter } = await domain.timelines.get(caller, at, asked);
  return page(entries, cursorAfter(entries.length));
}

function page(entries: unknown[], next_cursor: string | undefined): Answer {
  const pagination = { has_more: next_cursor !== undefined, ...(next_cursor !== undefined && { next_cursor }) };
  return new Answer(entries, { pagination });
}
