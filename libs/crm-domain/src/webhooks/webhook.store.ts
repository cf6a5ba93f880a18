import { MoreThan } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';
import type { Session } from '../db/session.js';
import { TenantTable, type Written } from '../db/tenant-table.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { WebhookEntity } from './webhook.entity.js';
import type { DeliveryRow, DeliveryState, TriedRow, WatchedWebhookRow } from './webhook.js';

/** What one attempt gave. */
export interface Attempt {
  event_id: string;
  position: number;
  kind: string;
  state: DeliveryRow['state'];
  http_status: number | null;
  error: string | null;
  duration_ms: number;
  /** Seconds that the endpoint asked to be left alone for. */
  retry_after?: number;
}

const NO_LEASE = { lease_owner: null, lease_until: null };

/** What stands open is never behind the webhook's position. */
const WATCHED = `select w.*, d.first_attempt_at as failing_since, d.attempts as failed_attempts, d.error as last_error,
  w.view_id is null or exists (select 1 from record_view v where v.workspace_id = $1 and v.view_id = w.view_id)
    as has_view
  from webhook w left join lateral (
    select f.first_attempt_at, f.attempts, f.error from webhook_delivery f
      where f.workspace_id = $1 and f.webhook_id = w.webhook_id and f.position > w.position and f.state = 'failing'
      order by f.position limit 1) d on true
  where w.workspace_id = $1`;

/** Webhooks of one workspace and the log of their deliveries. */
export class WebhookStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get webhooks(): TenantTable<WebhookEntity> {
    return new TenantTable(this.session, WebhookEntity, this.workspaceId);
  }

  list(): Promise<WatchedWebhookRow[]> {
    const text = `${WATCHED} order by w.created_at, w.webhook_id`;
    return this.session.query<WatchedWebhookRow>({ name: 'webhook-list', text }, [this.workspaceId]);
  }

  count(): Promise<number> {
    return this.webhooks.count();
  }

  async find(webhookId: string): Promise<WatchedWebhookRow | undefined> {
    const query = { name: 'webhook-find', text: `${WATCHED} and w.webhook_id = $2` };
    const [row] = await this.session.query<WatchedWebhookRow>(query, [this.workspaceId, webhookId]);
    return row;
  }

  insert(webhook: Written<WebhookEntity>): Promise<void> {
    return this.webhooks.insert(webhook);
  }

  /** Nobody else changes it before this transaction is over. */
  lock(webhook_id: string): Promise<WebhookEntity | undefined> {
    return this.webhooks.findOne({ webhook_id }, { lock: 'no_key_update' });
  }

  /**
   * Whoever delivers at this moment knows the webhook as it was, and loses its lease. Without any changes nothing
   * happens.
   */
  async update(webhook_id: string, changes: Written<WebhookEntity>): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    await this.webhooks.update({ webhook_id }, { ...changes, ...NO_LEASE, updated_at: NOW_IN_MS });
  }

  /** Never forward: what is still waiting is not passed over. */
  async goBack(webhook_id: string, after: number): Promise<void> {
    await this.webhooks.update({ webhook_id, position: MoreThan(after) }, { position: String(after) });
  }

  /** Switches it off unless it was changed meanwhile. */
  async giveUp({ webhook_id, updated_at }: WebhookEntity, reason: string): Promise<void> {
    const end = { status: 'disabled', disabled_reason: reason, ...NO_LEASE } as const;
    await this.webhooks.update({ webhook_id, updated_at, status: 'active' }, end);
  }

  /** Gives whether it was there. */
  async delete(webhook_id: string): Promise<boolean> {
    return (await this.webhooks.delete({ webhook_id })) === 1;
  }

  /**
   * Writes down what an attempt gave; a delivery keeps one row. Of an `owner` only while it has its lease: what a
   * replay has forgotten stays forgotten. Gives whether it was written.
   */
  async record(webhookId: string, attempt: Attempt, owner: string | null): Promise<boolean> {
    const { event_id, position, kind, state, http_status, error, duration_ms, retry_after = null } = attempt;
    const rows = await this.session.query(
      {
        name: 'webhook-delivery-record',
        text: `insert into webhook_delivery as d (workspace_id, webhook_id, event_id, position, kind, state, attempts,
          http_status, error, duration_ms, left_alone_until)
          select $1, $2, $3, $4, $5, $6, 1, $7, $8, $9, now() + make_interval(secs => $11) from (
            select 1 from webhook
              where workspace_id = $1 and webhook_id = $2
                and (lease_owner = $10 or $10::uuid is null
                  and exists (select 1
                    from webhook_delivery k
                    where k.workspace_id = $1 and k.webhook_id = $2 and k.event_id = $3)) for share) held
          on conflict (workspace_id, webhook_id, event_id)
          do update
          set state = case when $10::uuid is null and excluded.state <> 'delivered' then d.state
            else excluded.state end, attempts = d.attempts + 1, http_status = excluded.http_status,
            error = excluded.error, duration_ms = excluded.duration_ms, last_attempt_at = excluded.last_attempt_at,
            left_alone_until = excluded.left_alone_until returning 1`,
      },
      [
        ...[this.workspaceId, webhookId, event_id, position, kind, state, http_status, error, duration_ms, owner],
        retry_after,
      ],
    );
    return rows.length === 1;
  }

  /** Deliveries of a span of positions that were tried already. */
  tried(webhookId: string, after: number, upTo: number): Promise<TriedRow[]> {
    const text = `select event_id, position, kind, state, attempts, http_status, error, duration_ms, first_attempt_at,
      last_attempt_at, left_alone_until
      from webhook_delivery where workspace_id = $1 and webhook_id = $2 and position > $3 and position <= $4`;
    return this.session.query<TriedRow>({ name: 'webhook-delivery-tried', text }, [
      ...[this.workspaceId, webhookId],
      ...[after, upTo],
    ]);
  }

  /** The log, newest first, before a position; of one state alone where it is named, and without messages where they are not shown. */
  deliveries(
    webhookId: string,
    page: { before: string; limit: number; state?: DeliveryState; withMessages: boolean },
  ): Promise<DeliveryRow[]> {
    const text = `select event_id, position, kind, state, attempts, http_status, error, duration_ms, first_attempt_at,
      last_attempt_at
      from webhook_delivery
      where workspace_id = $1 and webhook_id = $2 and position < $3 and ($5::text is null or state = $5)
        and ($6::boolean or kind not like 'message.%')
      order by position desc limit $4`;
    return this.session.query<DeliveryRow>({ name: 'webhook-deliveries', text }, [
      ...[this.workspaceId, webhookId],
      ...[page.before, page.limit, page.state ?? null, page.withMessages],
    ]);
  }

  async findDelivery(webhookId: string, eventId: string): Promise<DeliveryRow | undefined> {
    const text = `select event_id, position, kind, state, attempts, http_status, error, duration_ms, first_attempt_at,
      last_attempt_at
      from webhook_delivery where workspace_id = $1 and webhook_id = $2 and event_id = $3`;
    const [row] = await this.session.query<DeliveryRow>({ text }, [this.workspaceId, webhookId, eventId]);
    return row;
  }

  /** Forgets what was delivered after a position, so that it is delivered again. */
  async forget(webhook_id: string, after: number): Promise<void> {
    const deliveries = new TenantTable(this.session, WebhookDeliveryEntity, this.workspaceId);
    await deliveries.delete({ webhook_id, position: MoreThan(after) });
  }

  /** Lets the log begin where the feed does. */
  async expire(): Promise<void> {
    const text = `delete from webhook_delivery d using webhook w, event_head h
      where w.workspace_id = $1 and h.workspace_id = $1 and d.workspace_id = $1 and d.webhook_id = w.webhook_id
        and d.position < h.first_kept`;
    await this.session.query({ name: 'webhook-delivery-expire', text }, [this.workspaceId]);
  }
}
