import type { AccessPolicy } from '../access/access-policy.js';
import type { AccessService } from '../access/access.service.js';
import type { Actor, Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import type { Stores } from '../stores.js';
import { DomainError, invalid } from '../errors.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { authorizeAndFind, objectIn, type RecordAddress } from '../records/authorize-and-find.js';
import { orSurvivor } from '../records/merging/survivor.js';
import { recordIdOf } from '../values/record-slug.js';
import { EVENT_KINDS, type EventKind, type EventRow } from './event.js';
import { eventWires, targetsOfEvents, type EventWire, type PlacedEvent } from './event-wire.js';
import { LAST_REV, type FeedFilter, type Head } from './event.store.js';

/**
 * What a consumer asks for. `after` is the position it has seen last; without it the feed is read from its beginning.
 */
export interface FeedQuery {
  after?: string;
  limit: number;
  kinds?: readonly string[];
  /** Slug or UUID of an object. */
  object?: string;
}

export interface FeedPage {
  events: PlacedEvent[];
  /** What to pass as `after` next, whether or not anything was found. */
  next_after: number;
  has_more: boolean;
}

// Positions one request looks through for events that match its filter.
const SPAN = 5000;
const SEQUENCED_AT_ONCE = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The change feed and the timeline of a record (contract: Events; decisions: Event kinds). */
export class FeedService {
  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * Events in the order of their positions, which are whole numbers without gaps. Reading changes nothing: the same
   * position gives the same events to everybody, but for messages, of which a reader gets those they may see.
   * @throws DomainError validation, forbidden, gone when `after` is older than what is kept
   */
  async read(caller: Caller, query: FeedQuery): Promise<FeedPage> {
    const { schema, filter } = await this.judged(caller, query);
    const head = await this.settledHead(caller.workspace_id);
    const after = query.after === undefined ? BigInt(head.first_kept) - 1n : BigInt(query.after);
    if (after > BigInt(head.position)) throw beyond(head.position);
    const page = { after, head: BigInt(head.position), limit: query.limit, isStrict: query.after !== undefined };
    return this.page(schema, page, filter);
  }

  /**
   * Where somebody begins who reads on with `next` as events come, and what of them; without `after`, with those that
   * come from now on.
   *
   * @throws DomainError as `read`
   */
  async follow(caller: Caller, query: Omit<FeedQuery, 'limit'>): Promise<{ position: number; filter: FeedFilter }> {
    const { filter } = await this.judged(caller, query);
    const { position, first_kept } = await this.settledHead(caller.workspace_id);
    const after = BigInt(query.after ?? position);
    if (after > BigInt(position)) throw beyond(position);
    if (after < BigInt(first_kept) - 1n) throw gone(first_kept);
    return { position: Number(after), filter };
  }

  private async judged(caller: Caller, query: Omit<FeedQuery, 'limit'>) {
    const actor = await this.access.authorize(caller, 'read:data');
    const schema = await this.schemas.at(caller.workspace_id, actor.schema_version);
    const kinds = query.kinds ? readKinds(query.kinds) : null;
    const object_id = query.object === undefined ? null : objectIn(schema, query.object, 'object').row.object_id;
    const filter: FeedFilter = { kinds, object_id, messages: messagesFor(actor) };
    return { schema, filter };
  }

  /** For workers: the next events of a workspace, without a credential. `from` may be older than what is kept. */
  async next(workspaceId: string, from: number, limit: number, filter?: FeedFilter): Promise<FeedPage> {
    const schema = await this.schemas.present(workspaceId);
    const head = await this.settledHead(workspaceId);
    const first = BigInt(head.first_kept) - 1n;
    const after = BigInt(from) < first ? first : BigInt(from);
    return this.page(schema, { after, head: BigInt(head.position), limit, isStrict: false }, filter);
  }

  /** How far the feeds of some workspaces have come, without what has no position yet. */
  positions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.db.system.feedPositions(workspaceIds);
  }

  /** Tells of workspaces in which this process has committed events. Gives the way to stop listening. */
  onEvents(listener: (workspaceId: string) => void): () => void {
    return this.db.eventSignal.on(listener);
  }

  /** The position of the last event that is committed now. */
  async position(workspaceId: string): Promise<number> {
    return Number((await this.settledHead(workspaceId)).position);
  }

  /**
   * Get the timeline of a record, newest first. `before` is the cursor of an earlier page. That of a record that was
   * merged is shown to who may see the one that stands in its place.
   *
   * @throws DomainError not_found, forbidden
   */
  timeline(
    caller: Caller,
    at: RecordAddress,
    page: { limit: number; before?: number },
  ): Promise<{ events: EventWire[]; next: number | null }> {
    return orSurvivor(this.db, caller.workspace_id, at, (there) =>
      this.db.autocommit(caller.workspace_id, async (stores) => {
        const found = await stores.records.find(caller, recordIdOf(there.record) ?? null);
        const asked = { caller, found, at: there, needs: 'read:data' as const };
        const { schema, row } = await authorizeAndFind(this.schemas, this.policy, asked);
        const subject = recordIdOf(at.record) ?? row.record_id;
        const slices = new Slices();
        const { rows, isCut } = await stores.events.timeline(subject, page.before ?? LAST_REV, page.limit);
        const events = await this.show({ stores, schema, slices }, rows);
        return { events, next: isCut ? rows.at(-1)!.rev : null };
      }),
    );
  }

  /** Gives positions to what waits for one, in every workspace, so that the queue stays short though nobody reads. */
  async sequence(): Promise<void> {
    for (let after: string | undefined = NOBODY; after !== undefined;) {
      const workspaces = await this.db.system.workspacesWithPendingEvents(after, 200);
      for (const workspaceId of workspaces) await this.settledHead(workspaceId);
      after = workspaces.at(-1);
    }
  }

  /**
   * Lets events from before a moment go, and what the logs of webhooks and automations say of them. Gives how many
   * events.
   */
  async expire(before: Date): Promise<number> {
    let gone = 0;
    for (const workspaceId of await this.db.system.workspacesWithOldEvents(before)) {
      for (let some = 1; some > 0; gone += some)
        some = await this.db.transaction(workspaceId, (stores) => stores.events.expire(before, 1000));
      await this.db.autocommit(workspaceId, ({ webhooks }) => webhooks.expire());
      await this.db.autocommit(workspaceId, ({ automations }) => automations.expire());
    }
    return gone;
  }

  /** The end of the feed after everything that is committed has its position. */
  private async settledHead(workspaceId: string): Promise<Head> {
    for (;;) {
      const head = await this.db.autocommit(workspaceId, (stores) => stores.events.head());
      if (!head.pending) return head;
      const placed = await this.db.transaction(workspaceId, (stores) => stores.events.sequence(SEQUENCED_AT_ONCE));
      // A full batch may have more behind it; what was committed after we asked is for the next reader.
      if (placed < SEQUENCED_AT_ONCE) return this.db.autocommit(workspaceId, (stores) => stores.events.head());
    }
  }

  private page(
    schema: WorkspaceSchema,
    span: { after: bigint; head: bigint; limit: number; isStrict: boolean },
    filter?: FeedFilter,
  ): Promise<FeedPage> {
    const upTo = span.after + BigInt(SPAN) < span.head ? span.after + BigInt(SPAN) : span.head;
    return this.db.autocommit(schema.workspace_id, async (stores) => {
      const within = { after: String(span.after), upTo: String(upTo), limit: span.limit };
      const slices = new Slices();
      const { rows, isCut, first_kept } = await stores.events.read(within, filter);
      if (span.isStrict && span.after < BigInt(first_kept) - 1n) throw gone(first_kept);
      const events = await this.show({ stores, schema, slices }, rows);
      const next_after = isCut ? Number(rows.at(-1)!.position) : Number(upTo);
      const placed = events.map((event, at) => ({ position: Number(rows[at]!.position), ...event }));
      return { events: placed, next_after, has_more: next_after < Number(span.head) };
    });
  }

  /** @param slices from before they were read, and so parsed */
  private async show(
    { stores, schema, slices }: { stores: Stores; schema: WorkspaceSchema; slices: Slices },
    rows: readonly EventRow[],
  ): Promise<EventWire[]> {
    await slices.next();
    const labels = await stores.records.labels(targetsOfEvents(rows));
    return eventWires(schema, { rows, labels }, slices);
  }
}

/** Kinds that one filter may name, doubles counted. */
export const MAX_KINDS = 50;

/**
 * Whose messages a reader is told of. A person: those of their inbox, whatever their role. A key has no inbox; one that
 * may change the schema could have all of them sent by a webhook, so it may read them, and any other key none.
 */
function messagesFor({ user_id, trusted, capabilities }: Actor): FeedFilter['messages'] {
  if (user_id) return { inbox_of: user_id };
  return trusted || capabilities.has('write:schema') ? 'all' : 'none';
}

/** @throws DomainError validation */
export function readKinds(kinds: readonly string[]): EventKind[] {
  if (kinds.length > MAX_KINDS) {
    const expected = `at most ${MAX_KINDS} event kinds`;
    throw invalid([{ path: 'kinds', message: `Expected ${expected}.`, expected }]);
  }
  const unknown = kinds.filter((kind) => !EVENT_KINDS.includes(kind as EventKind));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((kind) => ({
        path: 'kinds',
        message: `There is no event kind "${kind.slice(0, 60)}".`,
        expected: 'a known event kind',
        allowed: EVENT_KINDS,
      })),
    );
  return kinds as EventKind[];
}

function gone(firstKept: string): DomainError {
  const last = BigInt(firstKept) - 1n;
  const message = `Events up to position ${last} are no longer kept. Read all records again, then continue after that position.`;
  return new DomainError('gone', message);
}

function beyond(position: string): DomainError {
  return invalid([
    { path: 'after', message: `The feed ends at position ${position}.`, expected: 'a position of this workspace' },
  ]);
}
