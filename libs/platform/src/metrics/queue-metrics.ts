import { Gauge } from 'prom-client';
import { logger } from '../logger.js';
import { registry } from './metrics.js';

/** How much of a kind of work waits, and for how long the oldest has. */
export interface QueueState {
  queue: string;
  depth: number;
  oldest_seconds: number;
}

/** Deliveries that have not ended. */
export interface OpenDeliveries {
  channel: string;
  state: string;
  count: number;
}

/** What waits to be done, for the metrics. */
export interface Waiting {
  queues: QueueState[];
  deliveries: OpenDeliveries[];
}

/** Somebody may look every second; the database is asked less often. */
const FRESH_MS = 5000;

/** Shows what waits in the database. Where it cannot be read nothing is shown, rather than what was. */
export function measureQueues(read: () => Promise<Waiting>): void {
  const current = remembered(read);
  show('crm_queue_depth', 'Work that is due and waits, by queue', ['queue'], async (gauge) => {
    for (const { queue, depth } of (await current()).queues) gauge.set({ queue }, depth);
  });
  show('crm_queue_oldest_seconds', 'How long the oldest of it has waited, by queue', ['queue'], async (gauge) => {
    for (const { queue, oldest_seconds } of (await current()).queues) gauge.set({ queue }, oldest_seconds);
  });
  const help = 'Messages whose delivery has not ended, by channel and state';
  show('crm_deliveries_open', help, ['channel', 'state'], async (gauge) => {
    for (const { channel, state, count } of (await current()).deliveries) gauge.set({ channel, state }, count);
  });
}

function show(name: string, help: string, labelNames: string[], fill: (gauge: Gauge) => Promise<void>): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      await fill(this);
    },
  });
}

function remembered(read: () => Promise<Waiting>): () => Promise<Waiting> {
  let at = -Infinity;
  let last: Promise<Waiting>;
  return () => {
    if (performance.now() - at < FRESH_MS) return last;
    at = performance.now();
    last = read().catch((err: unknown) => {
      logger.warn({ err }, 'The queues cannot be read for the metrics.');
      return { queues: [], deliveries: [] };
    });
    return last;
  };
}
