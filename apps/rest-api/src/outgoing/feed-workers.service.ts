import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AutomationRunner, CONSUMER_JOBS, WebhookDeliveryService, type Consumer, type ConsumerKind } from '#crm-domain';
import { JobQueue, logger } from '#platform';
import { OutgoingWebhooks } from './outgoing-webhooks.service.js';

/** Jobs taken from the queue at once. */
const PLACES: Record<ConsumerKind, number> = { webhook: 24, automation: 4 };
/** Milliseconds for which a run keeps its place. After that it goes on beside the others, so that slow endpoints hold up nobody. */
const PATIENCE_MS = 500;
/** Runs of one kind under way; beyond that each keeps its place to the end. */
const MOST_RUNS = 250;

type Run = (at: Consumer, signal: AbortSignal) => Promise<boolean>;

/** Works through the change feed on behalf of webhooks and automations, beside any number of processes that do the same. */
@Injectable()
export class FeedWorkers implements BeforeApplicationShutdown {
  private readonly runs: Record<ConsumerKind, Set<Promise<void>>> = { webhook: new Set(), automation: new Set() };
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
    await (runs.size < MOST_RUNS ? Promise.race([run, sleep(PATIENCE_MS)]) : run);
  }

  /** Runs one consumer, and has it run again when more has come meanwhile. What has to wait or failed is found by the sweep. */
  private async again(kind: ConsumerKind, at: Consumer, run: () => Promise<boolean>): Promise<void> {
    try {
      if (await run()) await this.queue.send(CONSUMER_JOBS[kind], at, { key: at.id });
    } catch (error) {
      if (!this.stopping.signal.aborted)
        logger.warn({ err: error, kind, id: at.id }, 'A run over the feed was broken off; it is begun again.');
    }
  }
}
