import { TIMELINE_KINDS } from '#crm-domain';
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

const { kind: _kind, occurred_at, ...others } = event;
const eventFields = Object.entries(others).map(([name, schema]): [string, object] => [
  name.replace(/\??$/, '?'),
  schema,
]);

/** What happened, as the feed and the timeline show it. */
export const EVENTS: Record<string, object> = {
  TimelineEntry: {
    ...object({
      ...Object.fromEntries(eventFields),
      kind: { type: 'string', enum: [...EVENT_KINDS, ...TIMELINE_KINDS.filter((kind) => kind !== 'change')] },
      occurred_at,
      'record?': {
        ...object({ id: uuid, object: text, name: maybeText, version: count, values: { type: 'object' } }),
        description: 'As with `format=concise`.',
      },
      'conversation_id?': uuid,
      'message?': { $ref: '#/components/schemas/Message' },
    }),
    description: 'A change is an event. A note, task or activity has its record; a message has its conversation.',
  },
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
