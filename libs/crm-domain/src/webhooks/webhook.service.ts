import { newId } from '#platform';
import { lacks } from '../access/judge.js';
import type { Actor } from '../actor.js';
import type { Db } from '../db/db.js';
import { conflict, invalid, notFound } from '../errors.js';
import type { EventKind } from '../events/event.js';
import { readKinds, type FeedService } from '../events/feed.service.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { objectIn } from '../records/locate.js';
import { newSecret } from './signature.js';
import {
  deliveryWire,
  webhookWire,
  type DeliveryState,
  type DeliveryWire,
  type WatchedWebhookRow,
  type WebhookWire,
} from './webhook.js';
import type { WebhookEntity } from './webhook.entity.js';

/** What may be said of a webhook; null or nothing asks for everything. */
export interface WebhookInput {
  url?: string;
  description?: string | null;
  kinds?: string[] | null;
  /** Slug or UUID of an object, and of attributes of it. */
  object?: string | null;
  attributes?: string[] | null;
  status?: 'active' | 'disabled';
}

/** Encrypts a secret for one webhook; the domain keeps it as it comes. */
export type SealSecret = (webhookId: string, secret: string) => string;

const MOST_WEBHOOKS = 100;
/** Attributes that one webhook may watch, doubles counted. */
export const MOST_WATCHED = 500;
/** Hours for which a secret that was replaced still signs. */
const ROTATION_HOURS = 24;
/** By whatever clock. */
const AT_ONCE = new Date(0);
const LAST_POSITION = '9223372036854775807';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Webhooks of a workspace: where events are sent, which ones, and what became of them. */
export class WebhookService {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
    private readonly feed: FeedService,
  ) {}

  async list(actor: Actor): Promise<WebhookWire[]> {
    const rows = await this.db.read(actor.workspace_id, (stores) => stores.webhooks.list());
    const schema = await this.schemaOf(actor);
    return rows.map((row) => webhookWire(row, schema));
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, webhookId: string): Promise<WebhookWire> {
    return this.shown(actor, await this.row(actor, webhookId));
  }

  /** Begins with what happens from now on. The secret is in this answer and in no other. @throws DomainError validation, not_found, conflict */
  async create(actor: Actor, input: WebhookInput & { url: string }, seal: SealSecret): Promise<WebhookWire> {
    demandReading(actor);
    const webhook_id = newId();
    const secret = newSecret();
    const columns = await this.readInput(actor, input);
    const position = String(await this.feed.position(actor.workspace_id));
    const row = await this.db.write(actor.workspace_id, async ({ webhooks }) => {
      if ((await webhooks.list()).length >= MOST_WEBHOOKS)
        throw conflict('limit_reached', `A workspace has at most ${MOST_WEBHOOKS} webhooks.`);
      await webhooks.insert({ ...columns, webhook_id, secret: seal(webhook_id, secret), position });
      return webhooks.find(webhook_id);
    });
    return { ...(await this.shown(actor, row!)), secret };
  }

  /** One that is switched on again takes up where it stopped. @throws DomainError validation, not_found */
  async update(actor: Actor, webhookId: string, input: WebhookInput): Promise<WebhookWire> {
    demandReading(actor);
    const before = await this.row(actor, webhookId);
    const columns = await this.readInput(actor, input, before);
    if (input.status === 'active')
      Object.assign(columns, { status: 'active', disabled_reason: null, attempts: 0, next_attempt_at: AT_ONCE });
    if (input.status === 'disabled') Object.assign(columns, { status: 'disabled', disabled_reason: 'Switched off.' });
    return this.shown(actor, await this.change(actor, before.webhook_id, columns));
  }

  /** @throws DomainError not_found */
  async delete(actor: Actor, webhookId: string): Promise<WebhookWire> {
    const row = await this.row(actor, webhookId);
    if (!(await this.db.read(actor.workspace_id, ({ webhooks }) => webhooks.delete(row.webhook_id))))
      throw notFound('Webhook');
    return this.shown(actor, row);
  }

  /** A new secret; for a day the old one signs as well. @throws DomainError not_found */
  async rotateSecret(actor: Actor, webhookId: string, seal: SealSecret): Promise<WebhookWire> {
    demandReading(actor);
    const { webhook_id, secret: old_secret } = await this.row(actor, webhookId);
    const secret = newSecret();
    const until = new Date(Date.now() + ROTATION_HOURS * 3_600_000);
    const columns = { secret: seal(webhook_id, secret), old_secret, old_secret_until: until };
    return { ...(await this.shown(actor, await this.change(actor, webhook_id, columns))), secret };
  }

  /** Sends everything after a position again, in order. @throws DomainError validation, not_found, gone */
  async replay(actor: Actor, webhookId: string, after: number): Promise<WebhookWire> {
    const { webhook_id } = await this.row(actor, webhookId);
    // Refuses positions that are no longer kept or not yet given.
    await this.feed.read(actor, { after: String(after), limit: 1 });
    const row = await this.db.write(actor.workspace_id, async ({ webhooks }) => {
      // First, so that whoever delivers at this moment has lost its claim before the log is forgotten.
      await webhooks.update(webhook_id, { attempts: 0, next_attempt_at: AT_ONCE });
      await webhooks.goBack(webhook_id, after);
      await webhooks.forget(webhook_id, after);
      return webhooks.find(webhook_id);
    });
    if (!row) throw notFound('Webhook');
    this.db.tell(actor.workspace_id);
    return this.shown(actor, row);
  }

  /** The log, newest event first. `before` is the cursor of an earlier page. @throws DomainError not_found */
  async deliveries(
    actor: Actor,
    webhookId: string,
    page: { limit: number; before?: string; state?: DeliveryState },
  ): Promise<{ deliveries: DeliveryWire[]; next: number | null }> {
    const { webhook_id } = await this.row(actor, webhookId);
    const asked = { before: page.before ?? LAST_POSITION, limit: page.limit + 1, state: page.state };
    const rows = await this.db.read(actor.workspace_id, ({ webhooks }) => webhooks.deliveries(webhook_id, asked));
    const deliveries = rows.slice(0, page.limit).map(deliveryWire);
    return { deliveries, next: rows.length > page.limit ? deliveries.at(-1)!.position : null };
  }

  /** One that is to be sent something: whoever asks may read what that is. @throws DomainError forbidden, not_found */
  rowToSend(actor: Actor, webhookId: string): Promise<WatchedWebhookRow> {
    demandReading(actor);
    return this.row(actor, webhookId);
  }

  private async schemaOf(actor: Actor): Promise<WorkspaceSchema> {
    return this.schemas.at(actor.workspace_id, actor.schema_version);
  }

  private async shown(actor: Actor, row: WatchedWebhookRow): Promise<WebhookWire> {
    return webhookWire(row, await this.schemaOf(actor));
  }

  /** @throws DomainError not_found */
  private async row(actor: Actor, webhookId: string): Promise<WatchedWebhookRow> {
    const row = await this.db.read(actor.workspace_id, ({ webhooks }) => webhooks.find(idOf(webhookId)));
    if (!row) throw notFound('Webhook');
    return row;
  }

  private async change(actor: Actor, webhookId: string, columns: Partial<WebhookEntity>): Promise<WatchedWebhookRow> {
    const row = await this.db.read(actor.workspace_id, async ({ webhooks }) => {
      if (Object.keys(columns).length > 0) await webhooks.update(webhookId, columns);
      return webhooks.find(webhookId);
    });
    if (!row) throw notFound('Webhook');
    // Told, so that it does not wait for the next event.
    this.db.tell(actor.workspace_id);
    return row;
  }

  /** The columns that were named, and no others: two who change one webhook at once both have their way. */
  private async readInput(actor: Actor, input: WebhookInput, before?: WebhookEntity): Promise<Partial<WebhookEntity>> {
    const { url, description, kinds } = input;
    return {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(kinds !== undefined && { kinds: kinds && readWanted(kinds) }),
      ...(await this.readTarget(actor, input, before)),
    };
  }

  private async readTarget(
    actor: Actor,
    { object, attributes }: WebhookInput,
    before?: WebhookEntity,
  ): Promise<Partial<WebhookEntity>> {
    if (object === undefined && attributes === undefined) return {};
    const schema = await this.schemaOf(actor);
    const key = object === undefined ? (before?.object_id ?? null) : object;
    const wanted = key === null ? undefined : objectIn(schema, key, 'object');
    const isSame = attributes === undefined && wanted !== undefined && wanted.row.object_id === before?.object_id;
    const attribute_ids = attributes?.length
      ? readAttributes(wanted, attributes)
      : isSame
        ? before.attribute_ids
        : null;
    return { attribute_ids, ...(object !== undefined && { object_id: wanted?.row.object_id ?? null }) };
  }
}

function readAttributes(object: ObjectSchema | undefined, keys: readonly string[]): string[] {
  if (keys.length > MOST_WATCHED) {
    const expected = `at most ${MOST_WATCHED} attributes`;
    throw invalid([{ path: 'attributes', message: `Expected ${expected}.`, expected }]);
  }
  const message = object ? 'There is no such attribute on the object.' : 'Attributes need an object beside them.';
  const found = keys.map((key) => object?.find(key)?.attribute_id);
  const issues = found.flatMap((id, at) =>
    id ? [] : [{ path: `attributes[${at}]`, message, expected: 'slug or id of an attribute' }],
  );
  if (issues.length > 0) throw invalid(issues);
  return [...new Set(found as string[])];
}

/** A webhook is sent what is in the feed: nobody has sent to themselves what they may not read. @throws DomainError forbidden */
function demandReading(actor: Actor): void {
  if (!actor.capabilities.has('read:data')) throw lacks(actor, 'read:data');
}

function readWanted(kinds: string[]): EventKind[] {
  if (kinds.length === 0)
    throw invalid([{ path: 'kinds', message: 'Name at least one kind, or leave it out.', expected: 'event kinds' }]);
  return [...new Set(readKinds(kinds))];
}

function idOf(text: string): string {
  if (!UUID.test(text)) throw notFound('Webhook');
  return text.toLowerCase();
}
