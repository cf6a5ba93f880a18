import { AccountTokens, CredentialVault, DeliveryWorker, channelsFor, providerSettingsShape } from '#channels';
import { openDomain } from '#auth';
import { DELIVERY_NUMBERS, DeliveryService, type ChannelName, type DeliveryNumbers } from '#crm-domain/messaging';
import { logger, readSettings } from '#platform';
import { BRIEF_GRACE } from './brief-times.js';
import { strikeAt, type Strike } from './strike.js';

/** What a worker process is told, as JSON in WORKER. */
export interface WorkerOrder {
  databaseUrl: string;
  numbers: Partial<DeliveryNumbers>;
  graceMs?: Record<ChannelName, number>;
  strike?: Strike;
  /** Tells the process that began it of each claim that gave something. */
  tellsClaims?: true;
}

/** What it is then told: the name under which the worker has deliveries in hand. */
export interface Claimed {
  lease_owner: string;
}

const order = JSON.parse(process.env.WORKER!) as WorkerOrder;
const { databaseUrl, graceMs = BRIEF_GRACE } = order;
const settings = readSettings(providerSettingsShape, process.env);
const domain = await openDomain({ url: databaseUrl, poolSize: 8, applicationName: 'crm-test-worker' });
const deliveries = new DeliveryService(domain.db, { ...DELIVERY_NUMBERS, ...order.numbers });
if (order.tellsClaims) {
  const claim = deliveries.acquireLeases.bind(deliveries);
  deliveries.acquireLeases = async (wish) => {
    const leases = await claim(wish);
    if (leases.length > 0) process.send?.({ lease_owner: wish.owner } satisfies Claimed);
    return leases;
  };
}
const accounts = new AccountTokens(domain.db, new CredentialVault(settings.CREDENTIALS_KEYS!), settings);
const tools = { deliveries, accounts, channels: channelsFor(settings, graceMs), databaseUrl };
const worker = new DeliveryWorker(order.strike ? strikeAt(order.strike, tools) : tools);
worker.start();

process.once('SIGTERM', () => {
  logger.info('The worker is to end.');
  void worker
    .stop()
    .then(() => domain.close())
    .then(() => process.disconnect?.());
});
