// A process that delivers webhooks and nothing else, so that it can be killed at any moment. Its claims end soon.
import { openDomain } from '#auth';
import { CONSUMER_JOBS, FeedDispatcher, WebhookDeliveryService } from '#crm-domain/events';
import { JobQueue, Vault } from '#platform';
import { WebhookCaller } from '../../../apps/rest-api/src/webhooks/webhook-caller.js';

const LEASE_MS = 600;
const SWEEP_MS = 200;

const { DATABASE_URL: url = '', VAULT_KEY = '' } = process.env;
const domain = await openDomain({ url, poolSize: 6, applicationName: 'test-webhook-worker' });
const vault = new Vault(new Map([['k1', Buffer.from(VAULT_KEY, 'hex')]]));
const caller = new WebhookCaller({ privateAddresses: true, httpsOnly: false });
const deliveries = new WebhookDeliveryService(domain.db, domain.feed, domain.viewMembers, LEASE_MS);
const queue = new JobQueue(url);

queue.work(CONSUMER_JOBS.webhook, async ({ workspace_id, id: webhook_id }, signal) => {
  await deliveries.deliver(
    { workspace_id, webhook_id },
    {
      signal,
      post: (call) => caller.post(call),
      open: (row, sealed) => vault.open(`${row.workspace_id}|${row.webhook_id}|webhook`, sealed),
    },
  );
});
queue.start();
new FeedDispatcher(domain.db, queue, () => undefined, SWEEP_MS);
process.stdout.write('ready\n');
