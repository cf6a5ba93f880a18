import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  AutomationRunner,
  CONSUMER_JOBS,
  WebhookDeliveryService,
  type Consumer,
  type ConsumerKind,
} from '#crm-domain/events';
import { JobQueue, logger } from '#platform';
import { OutgoingWebhooks } from '../webhooks/outgoing-webhooks.service.js';
import { RunsOfWorkspaces } from './runs-of-workspaces.js';

/** Jobs taken from the queue at once. */
const PLACES: Record<ConsumerKind, number> = { webhook: 24, automation: 4 };
/**
 * Milliseconds for which a run keeps its place. After that it goes on beside the others, so that slow endpoints hold up
 * nobody.
 */
const PATIENCE_MS = 500;
/** Runs of one kind under way; beyond that each keeps its place to the end. */
const MAX_RUNS = 250;

/**
 * Runs of one workspace under way: those of automations work in the database, and each holds a page of the feed.
 * Those of webhooks wait for endpoints most of the time.
 */
const MAX_OF_WORKSPACE: Record<ConsumerKind, number> = { webhook: 50, automation: 4 };

type Run = (at: Consumer, signal: AbortSignal) => Promise<boolean>;

/**
 * Works through the change feed on behalf of webhooks and automations, beside any number of processes that do the same.
 */
@Injectable()
export class FeedWorkers implements BeforeApplicationShutdown {
  private readonly runs: Record<ConsumerKind, Set<Promise<void>>> = { webhook: new Set(), automation: new Set() };
  private readonly ofWorkspaces: Record<ConsumerKind, RunsOfWorkspaces> = {
    webhook: new RunsOfWorkspaces(MAX_OF_WORKSPACE.webhook, MAX_RUNS),
    automation: new RunsOfWorkspaces(MAX_OF_WORKSPACE.automation, MAX_RUNS),
  };
  private readonly stopping = new AbortController();

  constructor(
    @Inject(JobQueue) private readonly queue: JobQueue,
    @Inject(WebhookDeliveryService) deliveries: WebhookDeliveryService,
    @Inject(AutomationRunner) automations: AutomationRunner,
    @Inject(OutgoingWebhooks) outgoing: OutgoingWebhooks,
  ) {
    const { post, open } = outgoing.means;
    this.work('webhook', ({ workspace_id, id }, signal) =>
      deliveries.deliver({ workspace_id, webhook_id: id }, { post, open, signal }),
    );
    this.work('automation', ({ workspace_id, id }, signal) =>
      automations.run({ workspace_id, automation_id: id }, { post, open, signal }),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.runs.webhook, ...this.runs.automation]);
  }

  private work(kind: ConsumerKind, run: Run): void {
    const { signal } = this.stopping;
    this.queue.work(
      CONSUMER_JOBS[kind],
      (at) =>
        this.lend(
          this.runs[kind],
          this.again(kind, at, () => run(at, signal)),
        ),
      PLACES[kind],
    );
  }

  /** Waits for a run as long as it may keep its place. */
  private async lend(runs: Set<Promise<void>>, run: Promise<void>): Promise<void> {
    runs.add(run);
    void run.then(() => runs.delete(run));
    await (runs.size < MAX_RUNS ? Promise.race([run, sleep(PATIENCE_MS)]) : run);
  }

  /**
   * Runs one consumer if its workspace has a place for it, and sends again who waits for one or has more to do. What
   * has to wait or failed is found by the sweep.
   */
  private async again(kind: ConsumerKind, at: Consumer, run: () => Promise<boolean>): Promise<void> {
    if (!this.ofWorkspaces[kind].begin(at)) return;
    try {
      let hasMore = false;
      try {
        hasMore = await run();
      } finally {
        for (const id of this.ofWorkspaces[kind].end(at, hasMore))
          await this.queue.send(CONSUMER_JOBS[kind], { ...at, id }, { key: id });
      }
    } catch (error) {
      if (!this.stopping.signal.aborted)
        logger.warn({ err: error, kind, id: at.id }, 'A run over the feed was broken off; it is begun again.');
    }
  }
}
