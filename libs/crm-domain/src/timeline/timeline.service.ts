import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor, Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import { eventWires, targetsOfEvents } from '../events/event-wire.js';
import { handleKind, type HandleKind } from '../messaging/channel-name.js';
import { messageWire, type Matches } from '../messaging/conversations/conversation-wire.js';
import type { RecordMessageRow } from '../messaging/conversations/record-messages.store.js';
import { userOf } from '../messaging/user-of.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import { authorizeAndFind, type RecordAddress } from '../records/authorize-and-find.js';
import type { RecordQueryService } from '../records/query/record-query.service.js';
import type { ConciseRecord } from '../records/shown/concise.js';
import { MAX_NAMED } from '../records/shown/shape.js';
import { recordIdOf } from '../values/record-slug.js';
import { mergeTimeline, type Source, type TimelinePage } from './merge-timeline.js';
import { readTimelineCursor, type Places } from './timeline-cursor.js';
import { objectOfKind, readTimelineKinds, type RecordKind, type TimelineKind } from './timeline-entry.js';

/** What is asked of a timeline. */
export interface TimelineAsked {
  kinds: readonly string[];
  limit: number;
  /** Of the page before. */
  cursor?: string | undefined;
}

interface Asked {
  actor: Actor;
  schema: WorkspaceSchema;
  record_id: string;
  limit: number;
  places: Places;
}

const LAST_REV = 2_147_483_647;

/** What has happened to a record and what is about it, in the order of time. */
export class TimelineService {
  constructor(
    private readonly db: Db,
    private readonly queries: RecordQueryService,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * The newest first. Notes, tasks and activities stand where they were created; messages are those of conversations in
   * the inbox of whoever asks.
   *
   * @throws DomainError validation, not_found, forbidden; also where messages are asked for with an API key
   */
  async get(caller: Caller, at: RecordAddress, { kinds, limit, cursor }: TimelineAsked): Promise<TimelinePage> {
    const { actor, schema, row } = await this.db.autocommit(caller.workspace_id, async (stores) => {
      const found = await stores.records.find(caller, recordIdOf(at.record) ?? null);
      const asked = { caller, found, at, needs: 'read:data' as const };
      return authorizeAndFind(this.schemas, this.policy, asked);
    });
    const wanted = readTimelineKinds(kinds);
    const places = cursor === undefined ? {} : readTimelineCursor(cursor);
    const asked = { actor, schema, record_id: row.record_id, limit, places };
    const sources: Source[] = [];
    // One after the other: a page holds one place.
    for (const kind of wanted) sources.push(await this.read(kind, asked));
    return mergeTimeline(sources, places, limit);
  }

  private read(kind: TimelineKind, asked: Asked): Promise<Source> {
    if (kind === 'change') return this.changes(asked);
    if (kind === 'message') return this.messages(asked);
    return this.records(kind, asked);
  }

  private changes({ actor, schema, record_id, limit, places }: Asked): Promise<Source> {
    return this.db.autocommit(actor.workspace_id, async ({ events, records }) => {
      const slices = new Slices();
      const { rows, isCut } = await events.timeline(record_id, places.change ?? LAST_REV, limit);
      // What was read has just been parsed.
      await slices.next();
      const labels = await records.labels(targetsOfEvents(rows));
      const entries = await eventWires(schema, { rows, labels }, slices);
      const found = entries.map((entry, at) => ({ entry, places: { change: rows[at]!.rev } }));
      return { found, isCut };
    });
  }

  private async records(kind: RecordKind, { actor, schema, record_id, limit, places }: Asked): Promise<Source> {
    const object = objectOfKind(schema, kind);
    const about = object?.find('about');
    if (!object || !about || about.archived_at) return { found: [], isCut: false };
    const shown = object.attributes.filter(({ archived_at }) => !archived_at).slice(0, MAX_NAMED - 1);
    const page = await this.queries.query(actor, object.row.object_id, {
      filter: { attribute: about.attribute_id, operator: 'eq', value: record_id },
      sort: { attribute: 'created_at', direction: 'desc' },
      fields: [...shown.map(({ slug }) => slug), 'created_at'],
      format: 'concise',
      total: 'none',
      limit,
      offset: 0,
      cursor: places[kind],
    });
    const found = (page.records as ConciseRecord[]).map(({ created_at, ...record }) => ({
      entry: { kind, occurred_at: created_at!, record },
      places: { [kind]: page.cursorAfter!(record.id) },
    }));
    return { found, isCut: page.next_cursor !== undefined };
  }

  private messages({ actor, record_id, limit, places }: Asked): Promise<Source> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, async ({ conversations, recordMessages }) => {
      const rows = await recordMessages.list(user, record_id, { limit, before: places.message });
      const matches = new Map<HandleKind, Matches>();
      for (const kind of new Set(rows.map(({ channel }) => handleKind(channel)))) {
        const handles = rows.filter(({ channel }) => handleKind(channel) === kind).flatMap(handlesOf);
        matches.set(kind, await conversations.match(kind, [...new Set(handles)]));
      }
      const found = rows.map((row) => messageFound(row, matches));
      return { found, isCut: rows.length === limit };
    });
  }
}

function messageFound(row: RecordMessageRow, matches: ReadonlyMap<HandleKind, Matches>): Source['found'][number] {
  const { channel, conversation_id, occurred_at, sort_at, message_id } = row;
  const kind = handleKind(channel);
  const message = messageWire(row, kind, matches.get(kind)!);
  return {
    entry: { kind: 'message', occurred_at: occurred_at.toISOString(), conversation_id, message },
    places: { message: { sort_at, message_id } },
  };
}

function handlesOf({ from_handle, recipients }: RecordMessageRow): string[] {
  return [...(from_handle === null ? [] : [from_handle]), ...recipients.map(({ handle }) => handle)];
}
