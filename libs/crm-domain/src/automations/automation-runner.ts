import { logger, newId } from '#platform';
import type { Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import { pauseAfter } from '../events/backoff.js';
import { valuesAfter } from '../events/changes.js';
import { ConsumerFeed } from '../events/consumer-feed.js';
import type { ConsumerStore } from '../events/consumer.store.js';
import type { PlacedEvent } from '../events/event-wire.js';
import type { FeedService } from '../events/feed.service.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { ObjectSchema } from '../objects/schema.js';
import { holds } from '../records/query/holds.js';
import type { RecordWriter } from '../records/writing/record-writer.js';
import type { OpenSecret, Post, WebhookDeliveryService } from '../webhooks/webhook-delivery.service.js';
import type { ViewMembers } from '../views/view-members.js';
import { GONE, isRefused } from '../webhooks/webhook.js';
import { conditionsOf } from './judge-automation.js';
import type { Attempt } from './automation.store.js';
import { idMadeBy, type Action } from './automation.js';
import { Stop, actingFor, refuseLongChains } from './chain.js';
import type { RunRow } from './automation-wire.js';
import type { AutomationEntity } from './automation.entity.js';

const MAX_ATTEMPTS = 10;
const LEASE_MS = 30_000;
/** Milliseconds after which others of the workspace have their turn: few run at once. */
const TURN_MS = 5000;
/** Longest pause between attempts in seconds, unless an endpoint asks for a longer one. Later events wait for it. */
const MAX_PAUSE = 300;

/** Somebody else has taken the automation over, or it was changed; whoever has it now does the rest. */
class Lost extends Error {}

interface Means {
  post: Post;
  open: OpenSecret;
  signal: AbortSignal;
  owner: string;
  /** @throws Lost */
  hold: () => Promise<void>;
}

/**
 * Runs automations over the feed, after the commit of what set them off: in its order, each event once, retried when it
 * fails for a while.
 */
export class AutomationRunner {
  private readonly feed: ConsumerFeed;

  constructor(
    private readonly db: Db,
    private readonly of: {
      feed: FeedService;
      schemas: SchemaCache;
      records: RecordWriter;
      deliveries: WebhookDeliveryService;
      viewMembers: ViewMembers;
    },
    private readonly turnMs = TURN_MS,
  ) {
    this.feed = new ConsumerFeed(db, of.feed);
  }

  /** Runs what one automation is due. Gives whether more has come meanwhile. */
  async run(
    at: { workspace_id: string; automation_id: string },
    by: { post: Post; open: OpenSecret; signal: AbortSignal },
  ): Promise<boolean> {
    const { workspace_id, automation_id } = at;
    const claimant = { owner: newId(), leaseMs: LEASE_MS };
    const consumers = <T>(work: (store: ConsumerStore) => Promise<T>) =>
      this.db.autocommit(workspace_id, (s) => work(s.consumers('automation')));
    const row = await consumers((store) => store.acquireLease<AutomationEntity>(automation_id, claimant));
    if (!row) return false;
    const hold = async () => {
      if (by.signal.aborted || !(await consumers((store) => store.renew(automation_id, claimant)))) throw new Lost();
    };
    try {
      if (!(await this.goOn(row, claimant.owner, { ...by, hold, owner: claimant.owner }))) return false;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      return false;
    } finally {
      await consumers((store) => store.release(automation_id, claimant.owner));
    }
    return (await consumers((store) => store.due())).includes(automation_id);
  }

  /** Gives whether it came to the end of the feed, or of its turn. @throws Lost */
  private async goOn(row: AutomationEntity, owner: string, by: Means): Promise<boolean> {
    const { workspace_id, automation_id } = row;
    const filter = { kinds: [row.kind], object_id: row.object_id };
    const end = performance.now() + this.turnMs;
    for (let from = Number(row.position); ;) {
      const page = await this.feed.next({ workspace_id, from, filter });
      from = page.next_after;
      for (const event of page.events) {
        await by.hold();
        const run = await this.runOnce(row, event, by);
        if (run.state === 'retrying') {
          await this.postpone(row, owner, event, run);
          return false;
        }
        if (performance.now() < end) continue;
        // In the middle of a page too: an endpoint may take its time with each event.
        from = event.position;
        break;
      }
      const to = { position: from, succeeded: true };
      if (!(await this.db.autocommit(workspace_id, (s) => s.consumers('automation').advance(automation_id, owner, to))))
        throw new Lost();
      if (!page.has_more || performance.now() >= end) return true;
    }
  }

  private async postpone(row: AutomationEntity, owner: string, event: PlacedEvent, run: Ran): Promise<void> {
    const seconds = Math.max(Math.min(MAX_PAUSE, pauseAfter(run.attempts - 1)), run.retry_after ?? 0);
    const until = { position: event.position - 1, seconds };
    const { workspace_id, automation_id: id } = row;
    await this.db.autocommit(workspace_id, (s) => s.consumers('automation').postpone(id, owner, until));
    this.db.eventSignal.raiseIn(workspace_id, seconds);
  }

  private async runOnce(row: AutomationEntity, event: PlacedEvent, by: Means): Promise<Ran> {
    const { workspace_id, automation_id } = row;
    const before = await this.db.autocommit(workspace_id, (s) => s.automations.findRun(automation_id, event.event_id));
    if (before && before.state !== 'retrying') return before;
    const attempts = before?.attempts ?? 0;
    const progress = { isBegun: before !== undefined, done: before?.actions_done ?? 0, attempts };
    const outcome = await this.act({ row, event, progress }, by).catch((error: unknown) =>
      judge(error, { row, attempts }),
    );
    // What did not apply leaves no trace.
    if (outcome === 'not meant') return { state: 'done', attempts: 0 };
    const attempt = { isOver: true, owner: by.owner, attempts };
    const run = await this.remember(row, event, { ...outcome, actions_done: progress.done }, attempt);
    return { ...run, retry_after: outcome.retry_after };
  }

  /** @throws Lost when somebody else has it meanwhile */
  private async remember(row: AutomationEntity, event: PlacedEvent, at: Progressed, attempt: Attempt): Promise<RunRow> {
    const { event_id, position, subject } = event;
    const { root_event_id = null } = event.via;
    const run = { event_id, position: String(position), record_id: subject.id, root_event_id, ...at };
    const remembered = await this.db.autocommit(row.workspace_id, (s) =>
      s.automations.record(row.automation_id, run, attempt),
    );
    if (!remembered) throw new Lost();
    return remembered;
  }

  /** Goes on where an earlier attempt ended. Only the first one judges the condition: actions may change values. */
  private async act(
    { row, event, progress }: { row: AutomationEntity; event: PlacedEvent; progress: Progress },
    by: Means,
  ): Promise<Outcome | 'not meant'> {
    const schema = await this.of.schemas.present(row.workspace_id);
    const object = schema.find(row.object_id);
    if (!object || !(progress.isBegun || (await this.isMeant(row, object, event)))) return 'not meant';
    if (!progress.isBegun) await refuseLongChains(this.db, event);
    const caller = actingFor(row, event);
    for (const [at, action] of row.actions.entries()) {
      if (at < progress.done) continue;
      if (at > 0) await by.hold();
      // Known before it is done, however this ends: the condition must not be judged on what the actions have made.
      const attempt = { isOver: false, owner: by.owner, attempts: progress.attempts };
      const begun = { state: 'retrying', error: null, actions_done: at } as const;
      if (row.actions.length > 1) await this.remember(row, event, begun, attempt);
      await this.take(caller, { row, event, action, at }, by);
      progress.done = at + 1;
    }
    return { state: 'done', error: null };
  }

  /**
   * Judged on what the event left behind; of what it did not touch, on the values of this moment. A view is asked for the
   * record as it is now: it may look at others.
   */
  private async isMeant(row: AutomationEntity, object: ObjectSchema, event: PlacedEvent): Promise<boolean> {
    const { view_id, condition } = row;
    if (condition.length > 0 && !(await this.meetsCondition(row, object, event))) return false;
    if (view_id === null) return true;
    return (await this.of.viewMembers.held({ ...row, view_id }, [event.subject.id])).has(event.subject.id);
  }

  private async meetsCondition(row: AutomationEntity, object: ObjectSchema, event: PlacedEvent): Promise<boolean> {
    const vals = await this.feed.read(row.workspace_id, async ({ records, events }) => {
      const [record] = (await records.findMany([event.subject.id], 1)).rows;
      const stored = await events.find(event.subject.id, event.event_id);
      return { ...record?.vals, ...valuesAfter(object, stored) };
    });
    return conditionsOf(object, row.condition).every((condition) => holds(condition, vals));
  }

  private async take(
    caller: Caller,
    { row, event, action, at }: { row: AutomationEntity; event: PlacedEvent; action: Action; at: number },
    by: Means,
  ): Promise<void> {
    const path = `actions[${at}].values`;
    // One write of a workspace's automations at a time: it may wait for locks, and holds a connection meanwhile.
    const inTurn = <T>(write: () => Promise<T>) => this.db.inTurn(`automation ${row.workspace_id}`, write);
    if (action.type === 'set_values') {
      const record = { object: row.object_id, record: event.subject.id };
      await inTurn(() => this.of.records.update(caller, record, { data: action.values, path }));
    } else if (action.type === 'create_record') {
      const record_id = idMadeBy(row.automation_id, event, at);
      const made = await this.db.autocommit(row.workspace_id, (s) => s.events.timeline(record_id, 2, 1));
      if (made.rows.length > 0) return;
      await inTurn(() => this.of.records.create(caller, action.object, { data: action.values, path, record_id }));
    } else {
      const webhook = await this.db.autocommit(row.workspace_id, (s) => s.webhooks.find(action.webhook_id));
      if (!webhook) throw new Stop(`actions[${at}]: The webhook was deleted.`);
      if (webhook.status !== 'active') throw new Stop(`actions[${at}]: The webhook is switched off.`);
      const { automation_id, name } = row;
      const call = { id: idMadeBy(automation_id, event, at), automation: { automation_id, name } };
      const { error, http_status, retry_after } = await this.of.deliveries.attempt(webhook, event, by, call);
      if (error !== null && by.signal.aborted) throw new Lost();
      if (http_status === 410) await this.db.autocommit(row.workspace_id, (s) => s.webhooks.giveUp(webhook, GONE));
      const kind = isRefused(http_status) ? 'conflict' : 'unavailable';
      if (error !== null) throw new DomainError(kind, `actions[${at}]: ${error}`, [], retry_after);
    }
  }
}

/** `retry_after`: seconds that an endpoint asked to be left alone for. */
type Outcome = Pick<RunRow, 'state' | 'error'> & { retry_after?: number };
type Ran = Pick<RunRow, 'state' | 'attempts'> & Pick<Outcome, 'retry_after'>;
type Progressed = Outcome & Pick<RunRow, 'actions_done'>;

/** How far a run has come, over its attempts. */
interface Progress {
  isBegun: boolean;
  done: number;
  attempts: number;
}

/** What was refused would be refused again; anything else may pass. */
function judge(error: unknown, { row, attempts }: { row: AutomationEntity; attempts: number }): Outcome {
  if (error instanceof Lost) throw error;
  if (error instanceof Stop) return { state: 'stopped', error: error.message };
  if (!(error instanceof DomainError))
    logger.error({ err: error, automation_id: row.automation_id }, 'An automation has failed.');
  const message = error instanceof DomainError ? error.message : 'Internal error; the log has the details.';
  const isRefusal = error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'rate_limited';
  if (isRefusal || attempts + 1 >= MAX_ATTEMPTS) return { state: 'failed', error: message };
  const retry_after = error instanceof DomainError ? error.retryAfter : undefined;
  return { state: 'retrying', error: message, retry_after };
}
