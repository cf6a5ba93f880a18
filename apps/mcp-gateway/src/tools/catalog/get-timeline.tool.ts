import { MAX_TIMELINE_CURSOR, TIMELINE_KINDS, type TimelineEntry } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { followedBy } from '../support/fit-page.js';
import { untrusted, type messageShape } from '../support/messaging-shapes.js';
import { presentMessage } from '../support/present-conversations.js';
import { READS, limitParameter, objectParameter, recordParameter, shortenRecord } from '../support/shapes.js';

/** Attributes that are named of a change which is too long for a result. */
const MAX_NAMED = 200;

export const getTimeline = defineTool({
  name: 'get_timeline',
  title: "Get a record's timeline",
  description:
    'Shows what happened to a record and what is about it, newest first: changes of its values, notes, tasks, activities, and messages of your inbox with it or, for a company, with its people.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    kinds: z.array(z.enum(TIMELINE_KINDS)).min(1).max(TIMELINE_KINDS.length).optional().describe('Default: all'),
    limit: limitParameter,
    cursor: z.string().min(1).max(MAX_TIMELINE_CURSOR).optional(),
  }),
  output: z.object({
    ...untrusted,
    entries: z.array(z.record(z.string(), z.unknown())).meta({
      items: {},
      description: 'Each with kind and occurred_at; a message is cut: get_conversation shows it whole',
    }),
    has_more: z.boolean(),
    next_cursor: z.string().optional(),
  }),
  hints: READS,
  cost: 'page',
  proved: 'statement',
  rows: { key: 'entries', shorten },
  run: async ({ timelines }, caller, { object, record_id, kinds = TIMELINE_KINDS, limit, cursor }) => {
    const found = await timelines.get(caller, { object, record: record_id }, { kinds, limit, cursor });
    const after = (rows: number) => {
      const next_cursor = found.cursorAfter(rows);
      return { has_more: next_cursor !== undefined, ...(next_cursor !== undefined && { next_cursor }) };
    };
    const entries = found.entries.map(shown);
    return followedBy({ entries, ...after(entries.length) }, after);
  },
  present: ({ entries, ...rest }, { fence }) => ({
    entries: entries.map((entry) =>
      'message' in entry ? { ...entry, message: presentMessage(entry['message'] as Message, fence, new Set()) } : entry,
    ),
    ...rest,
  }),
});

type Message = z.input<typeof messageShape>;

/** A change in few words; what else a timeline tells is shown as it is. */
function shown(entry: TimelineEntry): Record<string, unknown> {
  if (!('event_id' in entry)) return { ...entry };
  const { event_id, kind: event, occurred_at, actor, changes = [] } = entry;
  const brief = changes.map(({ attribute_slug, before, after }) => ({ attribute: attribute_slug, before, after }));
  return { kind: 'change', occurred_at, event_id, event, by: actor.name, changes: brief };
}

/** Of a change its attributes alone; of a record the attributes that fit. A message is never so long. */
function shorten(row: unknown, room: number): unknown {
  const { record, changes, ...rest } = row as { record?: never; changes?: { attribute: string }[] };
  const left = room - JSON.stringify(rest).length - MAX_NAMED;
  if (record) return { ...rest, record: shortenRecord(record, left) };
  return { ...rest, changes: changes?.slice(0, MAX_NAMED).map(({ attribute }) => ({ attribute })), omitted: true };
}
