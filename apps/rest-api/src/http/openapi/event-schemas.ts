import { EVENT_KINDS } from '#crm-domain/events';
import { PAGE, count, maybeText, object, text, time, uuid } from './json-schema.js';

const values = { type: 'array', items: { type: 'object' } };

const SUBJECTS = ['record', 'object', 'attribute', 'message'];
const subjectOf = (types: string[]) => object({ type: { type: 'string', enum: types }, id: uuid });

const event = {
  event_id: uuid,
  kind: { type: 'string', enum: [...EVENT_KINDS] },
  occurred_at: time,
  workspace_id: uuid,
  subject: subjectOf(SUBJECTS),
  object: { anyOf: [{ type: 'null' }, object({ object_id: uuid, slug: maybeText })] },
  actor: object({ type: text, id: maybeText, name: maybeText }),
  via: {
    type: 'object',
    description:
      'The interface through which it was done: origin, request_id, and, for a tool, its client and connection.',
  },
  'changes?': {
    type: 'array',
    items: object({
      attribute_id: uuid,
      attribute_slug: text,
      attribute_type: text,
      before: values,
      after: values,
    }),
  },
  'data?': { type: 'object' },
};

const sentKind = { type: 'string', enum: [...EVENT_KINDS, 'webhook.test'] };

/** An event of the feed as webhooks get it; also that of a test, which stands in no feed. */
const sent = {
  position: { ...count, description: '0 for a test event.' },
  ...event,
  kind: sentKind,
  subject: subjectOf([...SUBJECTS, 'webhook']),
};

/** What happened, as the feed and the timeline show it. */
export const EVENTS: Record<string, object> = {
  Event: object(event),
  PlacedEvent: object({ position: { type: 'integer', minimum: 1 }, ...event }),
  FeedPagination: object({
    next_after: { ...count, description: 'The `after` of the next page, also when this one is empty.' },
    has_more: PAGE.has_more,
  }),
  SentEvent: object({
    type: sentKind,
    timestamp: { ...time, description: 'When it happened.' },
    data: object(sent),
    'automation?': {
      ...object({ automation_id: uuid, name: text }),
      description: 'The automation that sent it; absent if the webhook itself follows the event.',
    },
  }),
  TimelinePagination: object({ has_more: PAGE.has_more, 'next_cursor?': PAGE.next_cursor }),
};
