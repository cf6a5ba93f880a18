import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import type { Stores } from '../stores.js';
import { GIVE_UP_DAYS, pauseAfter } from '../events/backoff.js';
import { WINDOW, type ConsumerFeed } from '../events/consumer-feed.js';
import type { LeaseHolder } from '../events/consumer.store.js';
import type { PlacedEvent } from '../events/event-wire.js';
import type { ViewMembers } from '../views/view-members.js';
import { isAboutTheEvent, isResting, isSettled, laneIterators } from './delivery-order.js';
import { GONE, concerning, type DeliveryRow, type TriedRow } from './webhook.js';
import type { WebhookEntity } from './webhook.entity.js';
import { KINDS_IN_VIEWS } from './webhook-view.js';

/** How an endpoint answered one POST; `http_status` is null when it did not. */
export interface PostResult {
  http_status: number | null;
  /** Null when the endpoint took it. */
  error: string | null;
  /** Seconds that the endpoint asked to be left alone for. */
  retry_after?: number;
}

export type Attempted = PostResult & { duration_ms: number };

/** What a run needs from outside. */
export interface RunMeans {
  db: Db;
  feed: ConsumerFeed;
  attempt: (row: WebhookEntity, event: PlacedEvent) => Promise<Attempted>;
  viewMembers: Pick<ViewMembers, 'held'>;
  signal: AbortSignal;
}

const LANES = 8;
/** Positions that are looked through behind an event that was refused. */
const LOOK_AHEAD = 5000;
/** An endpoint that refuses this many and takes none refuses everything. */
const MAX_REFUSALS = 8;
/**
 * Longest pause, in seconds, when single events alone were refused: each of them rests on its own, and others come by.
 */
const MAX_FOR_OTHERS = 60;
/** Milliseconds after which others have their turn. */
const TURN_MS = 60_000;
const DAY_MS = 86_400_000;
const NO_ANSWER = { http_status: null, duration_ms: 0 };
const NOT_HELD = 'The view does not hold the record any more.';

/**
 * What one lease of a webhook does: sends windows of the feed, records side by side, each in its own order, until all
 * is sent, the endpoint fails, or the lease is lost. An event that is refused holds up its own record and nothing else.
 */
export class DeliveryRun {
  private renewed = performance.now();
  private isOver = false;
  private hasSucceeded = false;
  private refusals = 0;
  /** The last attempt that failed, and whether it was the endpoint that did. */
  private trouble?: PostResult;
  /** The longest that any answer has asked for, in seconds. */
  private askedFor = 0;
  private hasFailed = false;
  /** The first event that is not settled, and records whose next events wait for one that was refused. */
  private open?: PlacedEvent;
  /** The last position that was looked at. */
  private seen = 0;
  private readonly waiting = new Set<string>();

  constructor(
    private readonly row: WebhookEntity,
    private readonly claimant: LeaseHolder,
    private readonly means: RunMeans,
  ) {}

  async run(): Promise<void> {
    const { row, means } = this;
    const kinds = row.kinds ?? (row.view_id === null ? null : [...KINDS_IN_VIEWS]);
    const filter = { kinds, object_id: row.object_id };
    const begun = performance.now();
    for (let from = Number(row.position); !this.isOver;) {
      const page = await means.feed.next({ workspace_id: row.workspace_id, from, filter });
      await this.send(page.events, { after: from, upTo: page.next_after });
      if (this.isOver) break;
      from = this.seen = page.next_after;
      if (!this.open) await this.advance(from);
      const ahead = this.open ? from - this.open.position : 0;
      if (!page.has_more || ahead > LOOK_AHEAD || performance.now() - begun > TURN_MS) break;
    }
    if (this.open && !means.signal.aborted) await this.rest(this.open);
  }

  private async send(events: PlacedEvent[], span: { after: number; upTo: number }): Promise<void> {
    const { webhook_id, attribute_ids } = this.row;
    const tried = await this.stores((s) => s.webhooks.tried(webhook_id, span.after, span.upTo));
    const before = new Map(tried.map((each) => [each.event_id, each]));
    const wanted = await concerning(attribute_ids, events);
    const open = new Set(wanted.filter((event) => !isSettled(before.get(event.event_id))));
    await this.leaveOut(open, before);
    const lanes = laneIterators(open);
    const work = async () => {
      for (let lane = lanes.next(); !lane.done && !this.isOver; lane = lanes.next())
        for (const event of lane.value) {
          if (!(await this.settle(event, before.get(event.event_id)))) break;
          open.delete(event);
        }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, open.size) }, work));
    this.open ??= [...open].sort((a, b) => a.position - b.position)[0];
  }

  /** Makes an attempt, if it is time for one, and writes it down. Gives whether the event needs no other. */
  private async settle(event: PlacedEvent, before?: TriedRow): Promise<boolean> {
    const { row, means } = this;
    if (this.waiting.has(event.subject.id) || isResting(before)) {
      this.waiting.add(event.subject.id);
      return false;
    }
    if (this.isOver || means.signal.aborted || !(await this.holds())) {
      this.isOver = true;
      return false;
    }
    const result = await means.attempt(row, event);
    // What we broke off ourselves says nothing about the endpoint.
    if (result.error !== null && means.signal.aborted) return false;
    return this.keep(
      event,
      result,
      result.error === null ? 'delivered' : this.isGivenUp(before) ? 'failed' : 'failing',
    );
  }

  /**
   * Takes out what the view does not hold now; what was tried before is given up and says why. When the view cannot be
   * asked, the first event waits, as if the endpoint had failed.
   */
  private async leaveOut(open: Set<PlacedEvent>, before: ReadonlyMap<string, TriedRow>): Promise<void> {
    const { view_id, object_id, workspace_id } = this.row;
    const [first] = open;
    if (view_id === null || !first) return;
    const held = await this.held({ workspace_id, view_id, object_id: object_id! }, open);
    if (held instanceof DomainError) {
      const error = `The view could not be asked: ${held.message}`;
      await this.keep(first, { ...NO_ANSWER, error }, 'failing');
      this.isOver = true;
      return;
    }
    for (const event of open) {
      if (this.isOver || held.has(event.subject.id)) continue;
      if (before.has(event.event_id)) await this.keep(event, { ...NO_ANSWER, error: NOT_HELD }, 'failed');
      open.delete(event);
    }
  }

  private held(
    view: Parameters<ViewMembers['held']>[0],
    events: Iterable<PlacedEvent>,
  ): Promise<ReadonlySet<string> | DomainError> {
    const ids = new Set([...events].map(({ subject }) => subject.id));
    return this.means.viewMembers.held(view, [...ids]).catch((error: unknown) => {
      if (error instanceof DomainError) return error;
      throw error;
    });
  }

  /** Writes down what came of an event. Gives whether it needs no other attempt. */
  private async keep(event: PlacedEvent, result: Attempted, state: DeliveryRow['state']): Promise<boolean> {
    const { row } = this;
    const { event_id, position, kind } = event;
    const attempt = { event_id, position, kind, ...result, state } as const;
    // Endpoints that answer at once would otherwise take most connections, each with a commit of its own.
    const isOurs = await this.means.db.inTurn(`delivery ${row.workspace_id}`, () =>
      this.stores((s) => s.webhooks.record(row.webhook_id, attempt, this.claimant.owner)),
    );
    if (!isOurs) this.isOver = true;
    else if (state === 'failing') this.note(event, result);
    else if (state === 'delivered') {
      this.hasSucceeded = true;
      row.last_success_at = new Date();
    }
    return isOurs && state !== 'failing';
  }

  /**
   * An endpoint that answers may dislike this one event only; one that does not, or takes none at all, is left in
   * peace.
   */
  private note(event: PlacedEvent, result: PostResult): void {
    this.waiting.add(event.subject.id);
    this.askedFor = Math.max(this.askedFor, result.retry_after ?? 0);
    const isRefusal = isAboutTheEvent(result.http_status) && (++this.refusals < MAX_REFUSALS || this.hasSucceeded);
    if (isRefusal && this.hasFailed) return;
    this.trouble = result;
    if (!isRefusal) this.hasFailed = this.isOver = true;
  }

  /** Alone, when the endpoint has taken others since; otherwise the whole endpoint is given up, in `rest`. */
  private isGivenUp(before?: DeliveryRow): boolean {
    if (!before || !this.isTooLate(before)) return false;
    return (this.row.last_success_at ?? new Date(0)) > before.first_attempt_at;
  }

  /** Whoever changes a webhook gives it new patience. */
  private isTooLate({ first_attempt_at }: DeliveryRow): boolean {
    const since = Math.max(first_attempt_at.getTime(), this.row.updated_at.getTime());
    return Date.now() - since > GIVE_UP_DAYS * DAY_MS;
  }

  /** Until the next attempt, or for good. */
  private async rest({ position }: PlacedEvent): Promise<void> {
    const { row, claimant, trouble, hasSucceeded } = this;
    const { webhook_id } = row;
    const reason = trouble?.http_status === 410 ? GONE : await this.reason(position);
    if (reason) return this.stores((s) => s.consumers('webhook').disable(webhook_id, claimant.owner, reason));
    if (hasSucceeded) await this.advance(position - 1);
    const pause = Math.max(pauseAfter(hasSucceeded ? 0 : row.attempts), this.askedFor);
    // What came behind is read through each time: a page a second at most.
    const others = Math.min(MAX_FOR_OTHERS, 1 + Math.max(0, Math.floor((this.seen - position) / WINDOW)));
    const seconds = this.hasFailed ? pause : Math.min(pause, others);
    const until = { position: position - 1, seconds };
    await this.stores((s) => s.consumers('webhook').postpone(webhook_id, claimant.owner, until));
    this.means.db.eventSignal.raiseIn(row.workspace_id, seconds);
  }

  /** Why it is given up, if it is. */
  private async reason(position: number): Promise<string | undefined> {
    const [first] = await this.stores((s) => s.webhooks.tried(this.row.webhook_id, position - 1, position));
    if (!this.trouble || first?.state !== 'failing' || !this.isTooLate(first)) return undefined;
    return `No event was accepted for ${GIVE_UP_DAYS} days; the last result was: ${this.trouble.error}`;
  }

  private async advance(position: number): Promise<void> {
    const to = { position, succeeded: this.hasSucceeded };
    const { webhook_id } = this.row;
    if (!(await this.stores((s) => s.consumers('webhook').advance(webhook_id, this.claimant.owner, to))))
      this.isOver = true;
  }

  private async holds(): Promise<boolean> {
    const { leaseMs } = this.claimant;
    if (performance.now() - this.renewed < leaseMs / 4) return true;
    this.renewed = performance.now();
    return this.stores((s) => s.consumers('webhook').renew(this.row.webhook_id, this.claimant));
  }

  private stores<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.means.db.autocommit(this.row.workspace_id, work);
  }
}
