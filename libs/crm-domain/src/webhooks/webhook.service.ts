import { newId } from '#platform';
import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { ChangeLog } from '../dry-run/change-log.js';
import { conflict, invalid, notFound } from '../errors.js';
import type { FeedService } from '../events/feed.service.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { brokenViews } from '../views/view-faults.js';
import type { ViewMembers } from '../views/view-members.js';
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
import { AT_ONCE, changesOf, readInput, type WebhookInput } from './webhook-input.js';
import { readView } from './webhook-view.js';

/** Encrypts a secret for one webhook; the domain keeps it as it comes. */
export type SealSecret = (webhookId: string, secret: string) => string;

const MAX_WEBHOOKS = 100;
/** Hours for which a secret that was replaced still signs. */
const ROTATION_HOURS = 24;
/** Where a new webhook names nothing. */
const ASKS_FOR_ALL = { kinds: null, object_id: null };
/** One that was restored from a full export, which holds no secrets. */
const WITHOUT_SECRET = {
  path: 'status',
  message: 'The webhook was restored without its secret. Rotate the secret first.',
  expected: 'disabled',
};
const LAST_POSITION = '9223372036854775807';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Webhooks of a workspace: where events are sent, which ones, and what became of them. */
export class WebhookService {
  constructor(
    private readonly db: Db,
    private readonly of: { schemas: SchemaCache; feed: FeedService; policy: AccessPolicy; viewMembers: ViewMembers },
  ) {}

  async list(actor: Actor): Promise<WebhookWire[]> {
    const rows = await this.db.autocommit(actor.workspace_id, (stores) => stores.webhooks.list());
    return this.shownAll(actor, rows);
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, webhookId: string): Promise<WebhookWire> {
    return this.shown(actor, await this.row(actor, webhookId));
  }

  /**
   * Begins with what happens from now on. The secret is in this answer and in no other.
   *
   * @throws DomainError validation, not_found, conflict
   */
  async create(actor: Actor, input: WebhookInput & { url: string }, seal: SealSecret): Promise<WebhookWire> {
    this.demandReading(actor);
    const webhook_id = newId();
    const secret = newSecret();
    const columns = readInput(await this.schemaOf(actor), input);
    const view = await readView(this.of.viewMembers, input, { ...ASKS_FOR_ALL, ...actor, ...columns });
    const position = String(await this.of.feed.position(actor.workspace_id));
    const row = await this.db.transaction(actor.workspace_id, async ({ webhooks, workspaces }) => {
      await workspaces.holdCounts();
      if ((await webhooks.count()) >= MAX_WEBHOOKS)
        throw conflict('limit_reached', `A workspace has at most ${MAX_WEBHOOKS} webhooks.`);
      await webhooks.insert({ ...columns, ...view, webhook_id, secret: seal(webhook_id, secret), position });
      return webhooks.find(webhook_id);
    });
    note(null, row!);
    return { ...(await this.shown(actor, row!)), secret };
  }

  /** One that is switched on again takes up where it stopped. @throws DomainError validation, not_found */
  async update(actor: Actor, webhookId: string, input: WebhookInput): Promise<WebhookWire> {
    this.demandReading(actor);
    const schema = await this.schemaOf(actor);
    const stood = await this.row(actor, webhookId);
    const wanted = { ...stood, ...readInput(schema, input, stood) };
    const view = await readView(this.of.viewMembers, input, wanted, stood);
    const row = await this.db.transaction(actor.workspace_id, async ({ webhooks }) => {
      const before = await webhooks.lock(idOf(webhookId));
      if (!before) throw notFound('Webhook');
      if (input.status === 'active' && before.secret === '') throw invalid([WITHOUT_SECRET]);
      await webhooks.update(before.webhook_id, changesOf(before, input, { schema, view }));
      const after = await webhooks.find(before.webhook_id);
      if (after) note(before, after);
      return after;
    });
    return this.told(actor, row);
  }

  /** @throws DomainError not_found */
  async delete(actor: Actor, webhookId: string): Promise<WebhookWire> {
    const row = await this.row(actor, webhookId);
    if (!(await this.db.autocommit(actor.workspace_id, ({ webhooks }) => webhooks.delete(row.webhook_id))))
      throw notFound('Webhook');
    note(row, null);
    return this.shown(actor, row);
  }

  /** A new secret; for a day the old one signs as well. @throws DomainError not_found */
  async rotateSecret(actor: Actor, webhookId: string, seal: SealSecret): Promise<WebhookWire> {
    this.demandReading(actor);
    const { webhook_id, secret: old } = await this.row(actor, webhookId);
    const secret = newSecret();
    const until = new Date(Date.now() + ROTATION_HOURS * 3_600_000);
    const columns = { secret: seal(webhook_id, secret), ...(old && { old_secret: old, old_secret_until: until }) };
    const row = await this.db.autocommit(actor.workspace_id, async ({ webhooks }) => {
      await webhooks.update(webhook_id, columns);
      return webhooks.find(webhook_id);
    });
    return { ...(await this.told(actor, row)), secret };
  }

  /** Sends everything after a position again, in order. @throws DomainError validation, not_found, gone */
  async replay(actor: Actor, webhookId: string, after: number): Promise<WebhookWire> {
    const { webhook_id } = await this.row(actor, webhookId);
    // Refuses positions that are no longer kept or not yet given.
    await this.of.feed.read(actor, { after: String(after), limit: 1 });
    const row = await this.db.transaction(actor.workspace_id, async ({ webhooks }) => {
      // First, so that whoever delivers at this moment has lost its lease before the log is forgotten.
      await webhooks.update(webhook_id, { attempts: 0, next_attempt_at: AT_ONCE });
      await webhooks.goBack(webhook_id, after);
      await webhooks.forget(webhook_id, after);
      return webhooks.find(webhook_id);
    });
    return this.told(actor, row);
  }

  /**
   * The log, newest event first, of messages only for who manages webhooks: they are those of all members. `before` is
   * the cursor of an earlier page. @throws DomainError not_found
   */
  async deliveries(
    actor: Actor,
    webhookId: string,
    page: { limit: number; before?: string; state?: DeliveryState },
  ): Promise<{ deliveries: DeliveryWire[]; next: number | null }> {
    const { webhook_id } = await this.row(actor, webhookId);
    const { before = LAST_POSITION, limit, state } = page;
    const asked = { before, limit: limit + 1, state, withMessages: manages(actor) };
    const rows = await this.db.autocommit(actor.workspace_id, ({ webhooks }) => webhooks.deliveries(webhook_id, asked));
    const deliveries = rows.slice(0, page.limit).map(deliveryWire);
    return { deliveries, next: rows.length > page.limit ? deliveries.at(-1)!.position : null };
  }

  /** One that is to be sent something: whoever asks may read what that is. @throws DomainError forbidden, not_found */
  rowToSend(actor: Actor, webhookId: string): Promise<WatchedWebhookRow> {
    this.demandReading(actor);
    return this.row(actor, webhookId);
  }

  private async schemaOf(actor: Actor): Promise<WorkspaceSchema> {
    return this.of.schemas.at(actor.workspace_id, actor.schema_version);
  }

  private async shownAll(actor: Actor, rows: readonly WatchedWebhookRow[]): Promise<WebhookWire[]> {
    const schema = await this.schemaOf(actor);
    const views = await brokenViews(
      this.db,
      schema,
      rows.map(({ view_id }) => view_id),
    );
    return rows.map((row) => {
      const wire = webhookWire(row, schema, row.view_id === null ? undefined : views.get(row.view_id));
      return manages(actor) ? wire : { ...wire, url: new URL(wire.url).origin };
    });
  }

  private async shown(actor: Actor, row: WatchedWebhookRow): Promise<WebhookWire> {
    const [wire] = await this.shownAll(actor, [row]);
    return wire!;
  }

  /** @throws DomainError not_found */
  private async row(actor: Actor, webhookId: string): Promise<WatchedWebhookRow> {
    const row = await this.db.autocommit(actor.workspace_id, ({ webhooks }) => webhooks.find(idOf(webhookId)));
    if (!row) throw notFound('Webhook');
    return row;
  }

  /**
   * Whoever delivers is told of a change, so that it does not wait for the next event.
   *
   * @throws DomainError not_found
   */
  private async told(actor: Actor, row: WatchedWebhookRow | undefined): Promise<WebhookWire> {
    if (!row) throw notFound('Webhook');
    this.db.tell(actor.workspace_id);
    return this.shown(actor, row);
  }

  /**
   * A webhook is sent what is in the feed: nobody has sent to themselves what they may not read.
   *
   * @throws DomainError forbidden
   */
  private demandReading(actor: Actor): void {
    this.of.policy.require(actor, 'read:data');
  }
}

/** Whether somebody may change webhooks. Others see of an address its host alone: what follows is often a secret. */
function manages({ trusted, capabilities }: Actor): boolean {
  return trusted === true || capabilities.has('write:schema');
}

function idOf(text: string): string {
  if (!UUID.test(text)) throw notFound('Webhook');
  return text.toLowerCase();
}

function note(before: WebhookEntity | null, after: WebhookEntity | null): void {
  const said = (row: WebhookEntity | null) => {
    if (!row) return null;
    const { url, description, kinds, object_id, attribute_ids, view_id, status } = row;
    return { url, description, kinds, object_id, attribute_ids, view_id, status };
  };
  ChangeLog.note('webhook', (after ?? before)!.webhook_id, { before: said(before), after: said(after) });
}
