import { EVENT_KINDS } from '#crm-domain';
import { count, flag, maybeText, object, text, time, uuid } from './json-schema.js';

const values = { type: 'array', items: { type: 'object' } };

const event = {
  event_id: uuid,
  kind: { type: 'string', enum: [...EVENT_KINDS] },
  occurred_at: time,
  workspace_id: uuid,
  subject: object({ type: { type: 'string', enum: ['record', 'object', 'attribute', 'message'] }, id: uuid }),
  object: { anyOf: [{ type: 'null' }, object({ object_id: uuid, slug: maybeText })] },
  actor: object({ type: text, id: maybeText, name: maybeText }),
  via: {
    type: 'object',
    description: 'Through what it was done: origin, request_id, and of a tool its client and connection.',
  },
  'changes?': {
    type: 'array',
    items: object({
      ...{ attribute_id: uuid, attribute_slug: text, attribute_type: text },
      ...{ before: values, after: values },
    }),
  },
  'data?': { type: 'object' },
};

/** What happened, as the feed and the timeline show it. */
export const EVENTS: Record<string, object> = {
  Event: object(event),
  PlacedEvent: object({ position: { type: 'integer', minimum: 1 }, ...event }),
  FeedPagination: object({ next_after: count, has_more: flag }),
  TimelinePagination: object({ has_more: flag, 'next_cursor?': text }),
};
