import { writeSync } from 'node:fs';
import type { DeliveryWorkerOptions } from '#channels';
import { CHANNELS } from '#crm-domain/messaging';

/**
 * Moments of one delivery: P0 claimed, P1 draft made at the provider and not noted, P2 all prepared, FENCED with
 * nothing asked yet, P3 about to write, P4 answered and not noted, P5 noted.
 */
export const POINTS = ['P0', 'P1', 'P2', 'FENCED', 'P3', 'P4', 'P5'] as const;
export type Point = (typeof POINTS)[number];

export interface Strike {
  point: Point;
  signal: 'SIGKILL' | 'SIGSTOP';
}

/** The worker's tools, with a blow to this process when a delivery comes to the point. Only the first time. */
export function strikeAt({ point, signal }: Strike, tools: DeliveryWorkerOptions): DeliveryWorkerOptions {
  let struck = false;
  const reached = (at: Point) => {
    if (at !== point || struck) return;
    struck = true;
    // Written at once: after the blow nothing is.
    writeSync(1, `struck at ${point}\n`);
    process.kill(process.pid, signal);
  };
  const after =
    <A extends unknown[], R>(
      work: (...args: A) => Promise<R>,
      at: Point,
      counts: (result: R) => boolean = () => true,
    ) =>
    async (...args: A): Promise<R> => {
      const result = await work(...args);
      if (counts(result)) reached(at);
      return result;
    };
  const before =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>, at: Point) =>
    (...args: A): Promise<R> => {
      reached(at);
      return work(...args);
    };
  const { deliveries } = tools;
  const channels = Object.fromEntries(
    CHANNELS.map((name) => {
      const channel = tools.channels[name];
      const transmit = before(after(channel.transmit.bind(channel), 'P4'), 'P3');
      const prepare = after(channel.prepare.bind(channel), 'P1');
      return [name, { ...traits(channel), prepare, transmit, reconcile: channel.reconcile.bind(channel) }];
    }),
  ) as DeliveryWorkerOptions['channels'];
  return {
    ...tools,
    channels,
    deliveries: {
      numbers: deliveries.numbers,
      release: () => deliveries.release(),
      outgoing: (lease) => deliveries.outgoing(lease),
      sentFromHere: (lease, ids) => deliveries.sentFromHere(lease, ids),
      keepDraft: (lease, draft) => deliveries.keepDraft(lease, draft),
      acquireLeases: after(
        (wish) => deliveries.acquireLeases(wish),
        'P0',
        (leases) => leases.length > 0,
      ),
      fence: before(
        after((lease, graceMs) => deliveries.fence(lease, graceMs), 'FENCED'),
        'P2',
      ),
      conclude: after((lease, verdict, graceMs) => deliveries.conclude(lease, verdict, graceMs), 'P5'),
    },
  };
}

function traits({ name, graceMs, concurrency }: DeliveryWorkerOptions['channels']['gmail']) {
  return { name, graceMs, concurrency };
}
