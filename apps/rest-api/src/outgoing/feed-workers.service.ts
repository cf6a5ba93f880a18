import { Inject, Injectable } from '@nestjs/common';
import { AutomationRunner, CONSUMER_JOBS, WebhookDeliveryService, type Consumer } from '#crm-domain';
import { JobQueue, type JobRun } from '#platform';
import { OutgoingWebhooks } from './outgoing-webhooks.service.js';

// A slow endpoint holds a place for as long as one request may take; others go on in the rest of them.
const WEBHOOKS_AT_ONCE = 24;
const AUTOMATIONS_AT_ONCE = 4;

/** Works through the change feed on behalf of webhooks and automations, beside any number of processes that do the same. */
@Injectable()
export class FeedWorkers {
  constructor(
    @Inject(JobQueue) private readonly queue: JobQueue,
    @Inject(WebhookDeliveryService) deliveries: WebhookDeliveryService,
    @Inject(AutomationRunner) automations: AutomationRunner,
    @Inject(OutgoingWebhooks) outgoing: OutgoingWebhooks,
  ) {
    const { post, open } = outgoing.means;
    const deliver: JobRun<Consumer> = ({ workspace_id, id }, signal) =>
      this.again('webhook', { workspace_id, id }, () =>
        deliveries.deliver({ workspace_id, webhook_id: id }, { post, open, signal }),
      );
    const automate: JobRun<Consumer> = ({ workspace_id, id }, signal) =>
      this.again('automation', { workspace_id, id }, () =>
        automations.run({ workspace_id, automation_id: id }, { post, open, signal }),
      );
    queue.work(CONSUMER_JOBS.webhook, deliver, WEBHOOKS_AT_ONCE);
    queue.work(CONSUMER_JOBS.automation, automate, AUTOMATIONS_AT_ONCE);
  }

  /** Runs one consumer, and has it run again when more has come meanwhile. What has to wait is found by the sweep. */
  private async again(kind: 'webhook' | 'automation', at: Consumer, run: () => Promise<boolean>): Promise<void> {
    if (await run()) await this.queue.send(CONSUMER_JOBS[kind], at, { key: at.id });
  }
}
