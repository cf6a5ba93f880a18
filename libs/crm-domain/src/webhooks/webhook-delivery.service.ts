import { newId } from '#platform';
import type { Db } from '../crm-database.js';
import { letOthersGoOn } from '../db/event-loop.js';
import { DomainError, notFound } from '../errors.js';
import { ConsumerFeed } from '../events/consumer-feed.js';
import type { PlacedEvent } from '../events/event-wire.js';
import type { FeedService } from '../events/feed.service.js';
import type { ViewMembers } from '../views/view-members.js';
import { DeliveryRun, type Attempted, type PostResult } from './delivery-run.js';
import { signatureHeaders } from './signature.js';
import { deliveryBody, deliveryWire, type AutomationCall, type DeliveryWire } from './webhook.js';
import type { WebhookEntity } from './webhook.entity.js';

/**
 * One request to an endpoint; made once, redirects not followed. Never throws: what goes wrong is an answer as well.
 */
export type Post = (request: {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}) => Promise<PostResult>;

/** Opens a sealed secret of a webhook. */
export type OpenSecret = (row: { workspace_id: string; webhook_id: string }, sealed: string) => string;

/** A lease outlives the longest request; it is renewed long before it ends. */
const LEASE_MS = 20_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Sends events to endpoints: at least once, in order per record. The feed position is the truth: whoever dies in
 * between leaves it where everything before was settled.
 */
export class WebhookDeliveryService {
  private readonly consumerFeed: ConsumerFeed;

  constructor(
    private readonly db: Db,
    private readonly feed: FeedService,
    private readonly viewMembers: ViewMembers,
    private readonly leaseMs = LEASE_MS,
  ) {
    this.consumerFeed = new ConsumerFeed(db, feed);
  }

  /** Delivers what one webhook is due. Gives whether more has come meanwhile. */
  async deliver(
    at: { workspace_id: string; webhook_id: string },
    by: { post: Post; open: OpenSecret; signal: AbortSignal },
  ): Promise<boolean> {
    const claimant = { owner: newId(), leaseMs: this.leaseMs };
    const { workspace_id, webhook_id } = at;
    const row = await this.db.autocommit(workspace_id, (s) =>
      s.consumers('webhook').acquireLease<WebhookEntity>(webhook_id, claimant),
    );
    if (!row) return false;
    const { db, consumerFeed: feed, viewMembers } = this;
    const attempt = (row: WebhookEntity, event: PlacedEvent) => this.attempt(row, event, by);
    try {
      await new DeliveryRun(row, claimant, { db, feed, attempt, viewMembers, signal: by.signal }).run();
    } finally {
      await db.autocommit(workspace_id, (s) => s.consumers('webhook').release(webhook_id, claimant.owner));
    }
    if (by.signal.aborted) return false;
    // Who came while we had it went away again: look once more after letting go.
    const due = await this.db.autocommit(workspace_id, (s) => s.consumers('webhook').due());
    return due.includes(webhook_id);
  }

  /** Sends one event of the log again, now. @throws DomainError not_found when log or feed no longer hold it */
  async redeliver(row: WebhookEntity, eventId: string, by: { post: Post; open: OpenSecret }): Promise<DeliveryWire> {
    const { workspace_id, webhook_id } = row;
    if (!UUID.test(eventId)) throw notFound('Delivery');
    const known = await this.db.autocommit(workspace_id, (s) => s.webhooks.findDelivery(webhook_id, eventId));
    const position = Number(known?.position ?? 0);
    const [event] = known ? (await this.feed.next(workspace_id, position - 1, 1)).events : [];
    if (!known || event?.event_id !== known.event_id) throw notFound('Delivery');
    const result = await this.attempt(row, event, { ...by, signal: new AbortController().signal });
    // What failed and is still in line stays there.
    const state = result.error === null ? 'delivered' : known.state;
    const attempt = { event_id: eventId, position, kind: event.kind, ...result, state };
    return this.db.autocommit(workspace_id, async ({ webhooks }) => {
      await webhooks.record(webhook_id, attempt, null);
      const now = await webhooks.findDelivery(webhook_id, eventId);
      if (!now) throw notFound('Delivery');
      return deliveryWire(now);
    });
  }

  /**
   * One signed request, timed. A secret that cannot be opened is an answer as well. A `call` is told from the webhook's
   * own delivery of the event by its id and by who makes it.
   */
  async attempt(
    row: WebhookEntity,
    event: PlacedEvent,
    by: { post: Post; open: OpenSecret; signal: AbortSignal },
    call?: AutomationCall,
  ): Promise<Attempted> {
    // A hundred webhooks send the same event, which may be large: each is written out and signed by itself.
    await letOthersGoOn();
    const body = deliveryBody(event, call?.automation);
    const message = { id: call?.id ?? event.event_id, timestamp: Math.floor(Date.now() / 1000), body };
    const secrets = this.secrets(row, by.open);
    if (typeof secrets === 'string') return { http_status: null, error: secrets, duration_ms: 0 };
    const headers = { 'content-type': 'application/json', ...signatureHeaders(message, secrets) };
    const begun = performance.now();
    const result = await by.post({ url: row.url, headers, body, signal: by.signal });
    return { ...result, duration_ms: Math.round(performance.now() - begun) };
  }

  /** Those that sign now, or why there are none. */
  private secrets(row: WebhookEntity, open: OpenSecret): string[] | string {
    const old = row.old_secret && row.old_secret_until && row.old_secret_until > new Date() ? [row.old_secret] : [];
    try {
      return [row.secret, ...old].map((sealed) => open(row, sealed));
    } catch (error) {
      if (error instanceof DomainError) return error.message;
      throw error;
    }
  }
}
