import { newId } from '#platform';
import type { Db } from '../db/db.js';
import { GIVE_UP_DAYS, pauseAfter } from '../events/backoff.js';
import type { FeedService, PlacedEvent } from '../events/feed.service.js';
import { notFound } from '../errors.js';
import { signatureHeaders } from './signature.js';
import {
  concerns,
  deliveryBody,
  deliveryWire,
  type DeliveryRow,
  type DeliveryWire,
  type WebhookRow,
} from './webhook.js';

/** One request to an endpoint; made once, redirects not followed. Never throws: what goes wrong is an answer as well. */
export type Post = (request: {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}) => Promise<PostResult>;

export interface PostResult {
  http_status: number | null;
  /** Null when the endpoint took it. */
  error: string | null;
}

/** Opens a sealed secret of a webhook. */
export type OpenSecret = (row: { workspace_id: string; webhook_id: string }, sealed: string) => string;

const WINDOW = 100;
const LANES = 8;
/** A claim outlives the longest request; it is renewed long before it ends. */
const LEASE_MS = 20_000;
const DAY_MS = 86_400_000;

interface Job {
  row: WebhookRow;
  owner: string;
  signal: AbortSignal;
  renewed: number;
}

/** What a window of the feed gave. `from` is where the next one begins. */
interface Round {
  from: number;
  succeeded: boolean;
  /** Set when something has to be tried again. */
  trouble: PostResult | null;
}

/**
 * Sends events to endpoints: at least once, in order per record. The feed position is the truth: whoever dies in between
 * leaves it where everything before was settled.
 */
export class WebhookDeliveryService {
  constructor(
    private readonly db: Db,
    private readonly feed: FeedService,
    private readonly leaseMs = LEASE_MS,
  ) {}

  /** Delivers what one webhook is due. Gives whether more has come meanwhile. */
  async deliver(
    at: { workspace_id: string; webhook_id: string },
    by: { post: Post; open: OpenSecret; signal: AbortSignal },
  ): Promise<boolean> {
    const owner = newId();
    const { workspace_id, webhook_id } = at;
    const row = await this.db.read(workspace_id, (s) =>
      s.consumers('webhook').claim<WebhookRow>(webhook_id, { owner, leaseMs: this.leaseMs }),
    );
    if (!row) return false;
    const job: Job = { row, owner, signal: by.signal, renewed: performance.now() };
    try {
      for (let from = Number(row.position); ;) {
        const page = await this.feed.next(workspace_id, from, WINDOW, { kinds: row.kinds, object_id: row.object_id });
        const round = await this.round(job, page.events, { after: from, upTo: page.next_after }, by);
        if (round.trouble) {
          await this.rest(job, round);
          return false;
        }
        from = round.from;
        if (!(await this.advance(job, round)) || by.signal.aborted) return false;
        if (!page.has_more) break;
      }
    } finally {
      await this.db.read(workspace_id, (s) => s.consumers('webhook').release(webhook_id, owner));
    }
    // Who came while we had it went away again: look once more after letting go.
    const due = await this.db.read(workspace_id, (s) => s.consumers('webhook').due());
    return due.includes(webhook_id);
  }

  /** Sends one event of the log again, now. @throws DomainError not_found when log or feed no longer hold it */
  async redeliver(row: WebhookRow, eventId: string, by: { post: Post; open: OpenSecret }): Promise<DeliveryWire> {
    const { workspace_id, webhook_id } = row;
    const known = await this.db.read(workspace_id, (s) => s.webhooks.findDelivery(webhook_id, eventId));
    const position = Number(known?.position ?? 0);
    const [event] = known ? (await this.feed.next(workspace_id, position - 1, 1)).events : [];
    if (!known || event?.event_id !== known.event_id) throw notFound('Delivery');
    const result = await this.attempt(row, event, { ...by, signal: new AbortController().signal });
    // What failed and is still in line stays there.
    const state = result.error === null ? 'delivered' : known.state;
    await this.record(row, event, { ...result, state });
    return deliveryWire((await this.db.read(workspace_id, (s) => s.webhooks.findDelivery(webhook_id, eventId)))!);
  }

  /** One signed request, timed. */
  async attempt(
    row: WebhookRow,
    event: PlacedEvent,
    by: { post: Post; open: OpenSecret; signal: AbortSignal },
  ): Promise<PostResult & { duration_ms: number }> {
    const body = deliveryBody(event);
    const old = row.old_secret && row.old_secret_until && row.old_secret_until > new Date() ? [row.old_secret] : [];
    const secrets = [row.secret, ...old].map((sealed) => by.open(row, sealed));
    const message = { id: event.event_id, timestamp: Math.floor(Date.now() / 1000), body };
    const headers = { 'content-type': 'application/json', ...signatureHeaders(message, secrets) };
    const begun = performance.now();
    const result = await by.post({ url: row.url, headers, body, signal: by.signal });
    return { ...result, duration_ms: Math.round(performance.now() - begun) };
  }

  /** Sends a window: records side by side, each in its own order. */
  private async round(
    job: Job,
    events: PlacedEvent[],
    span: { after: number; upTo: number },
    by: { post: Post; open: OpenSecret; signal: AbortSignal },
  ): Promise<Round> {
    const wanted = events.filter((event) => concerns(job.row.attribute_ids, event));
    const { workspace_id, webhook_id } = job.row;
    const tried = await this.db.read(workspace_id, (s) => s.webhooks.tried(webhook_id, span.after, span.upTo));
    const before = new Map(tried.map((each) => [each.event_id, each]));
    const open = new Set(wanted.filter((event) => !isSettled(before.get(event.event_id))));
    const lanes = laneIterators(open);
    const state = { trouble: null as PostResult | null, stopped: false, succeeded: false };
    const work = async () => {
      for (let lane = lanes.next(); !lane.done && !state.stopped; lane = lanes.next()) {
        for (const event of lane.value) {
          if (state.stopped || by.signal.aborted || !(await this.holds(job))) return void (state.stopped = true);
          const result = await this.attempt(job.row, event, by);
          const settled = await this.settle(job, event, { result, before: before.get(event.event_id) });
          if (settled) open.delete(event);
          if (result.error === null) state.succeeded = true;
          else if (!settled) {
            state.trouble = result;
            // An endpoint that answers may dislike this one event only; one that does not is left in peace.
            if (!isAboutTheEvent(result)) state.stopped = true;
            break;
          }
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, open.size) }, work));
    const [first] = [...open].sort((a, b) => a.position - b.position);
    const from = first ? first.position - 1 : span.upTo;
    const left = first && !state.trouble ? { http_status: null, error: 'Interrupted.' } : null;
    return { from, succeeded: state.succeeded, trouble: state.trouble ?? left };
  }

  /** Writes an attempt down. Gives whether the event needs no other. */
  private async settle(
    job: Job,
    event: PlacedEvent,
    { result, before }: { result: PostResult & { duration_ms: number }; before?: DeliveryRow },
  ): Promise<boolean> {
    const isOld = before !== undefined && Date.now() - before.first_attempt_at.getTime() > GIVE_UP_DAYS * DAY_MS;
    // Given up alone, when the endpoint has taken others since; otherwise the whole endpoint is given up, in `rest`.
    const othersWent = isOld && (job.row.last_success_at ?? new Date(0)) > before.first_attempt_at;
    const state = result.error === null ? 'delivered' : othersWent ? 'failed' : 'failing';
    await this.record(job.row, event, { ...result, state });
    return state !== 'failing';
  }

  private record(
    { workspace_id, webhook_id }: WebhookRow,
    { event_id, position, kind }: PlacedEvent,
    result: PostResult & { duration_ms: number; state: DeliveryRow['state'] },
  ): Promise<void> {
    return this.db.read(workspace_id, (s) => s.webhooks.record(webhook_id, { event_id, position, kind, ...result }));
  }

  private async holds(job: Job): Promise<boolean> {
    if (performance.now() - job.renewed < this.leaseMs / 4) return true;
    job.renewed = performance.now();
    const { workspace_id, webhook_id } = job.row;
    return this.db.read(workspace_id, (s) =>
      s.consumers('webhook').renew(webhook_id, { owner: job.owner, leaseMs: this.leaseMs }),
    );
  }

  private async advance({ row, owner }: Job, { from, succeeded }: Round): Promise<boolean> {
    if (succeeded) row.last_success_at = new Date();
    const to = { position: from, succeeded };
    return this.db.read(row.workspace_id, (s) => s.consumers('webhook').advance(row.webhook_id, owner, to));
  }

  /** After a failure: a pause that grows, or the end. */
  private async rest(job: Job, { from, trouble, succeeded }: Round): Promise<void> {
    const { row, owner, signal } = job;
    const { workspace_id, webhook_id } = row;
    if (signal.aborted) return;
    if (trouble!.http_status === 410) return this.disable(row, 'The endpoint answered 410: it is gone.');
    if (succeeded) await this.advance(job, { from, succeeded, trouble: null });
    const since = await this.failingSince(row, from);
    if (since && Date.now() - since.getTime() > GIVE_UP_DAYS * DAY_MS)
      return this.disable(row, `Nothing was taken for ${GIVE_UP_DAYS} days; the last answer was: ${trouble!.error}`);
    const seconds = pauseAfter(succeeded ? 0 : row.attempts);
    const until = { position: from, seconds };
    await this.db.read(workspace_id, (s) => s.consumers('webhook').postpone(webhook_id, owner, until));
  }

  private async failingSince({ workspace_id, webhook_id }: WebhookRow, from: number): Promise<Date | undefined> {
    const [first] = await this.db.read(workspace_id, (s) => s.webhooks.tried(webhook_id, from, from + 1));
    return first?.state === 'failing' ? first.first_attempt_at : undefined;
  }

  private async disable({ workspace_id, webhook_id }: WebhookRow, reason: string): Promise<void> {
    await this.db.read(workspace_id, (s) => s.consumers('webhook').disable(webhook_id, reason));
  }
}

function isSettled(delivery: DeliveryRow | undefined): boolean {
  return delivery?.state === 'delivered' || delivery?.state === 'failed';
}

function isAboutTheEvent({ http_status }: PostResult): boolean {
  return http_status !== null && http_status >= 400 && http_status < 500 && ![408, 410, 429].includes(http_status);
}

/** Events by their subject, each in its order; shared by those who send. */
function laneIterators(events: Iterable<PlacedEvent>): Iterator<PlacedEvent[]> {
  const lanes = new Map<string, PlacedEvent[]>();
  for (const event of events) {
    const lane = lanes.get(event.subject.id);
    if (lane) lane.push(event);
    else lanes.set(event.subject.id, [event]);
  }
  return lanes.values();
}
