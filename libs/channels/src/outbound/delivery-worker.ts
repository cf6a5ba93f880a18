import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHANNELS,
  PROVIDERS,
  providerOf,
  type ChannelName,
  type DeliveryService,
  type Lease,
  type ProviderName,
} from '#crm-domain/messaging';
import { LogOnce, PollLoop, logger, newId, type AfterRound } from '#platform';
import type { AccountTokens } from '../tokens/account-tokens.js';
import { DeliveryAttempt, type DeliveryTools } from './delivery-attempt.js';
import { reasonOf } from './reason-of.js';
import { NotifyListener } from './notify-listener.store.js';

/** What the worker that sends messages works with. */
export interface DeliveryWorkerOptions extends DeliveryTools {
  deliveries: DeliveryTools['deliveries'] & Pick<DeliveryService, 'acquireLeases' | 'release'>;
  accounts: DeliveryTools['accounts'] & Pick<AccountTokens, 'late'>;
  databaseUrl: string;
}

/** Milliseconds between two claims of a busy worker: one costs much the same for one delivery and for ten. */
const BREATH = 40;

/**
 * Delivers what is due, of any workspace, beside any number of others that do the same. It is called by NOTIFY and
 * looks by itself now and then, so that nothing depends on being heard.
 */
export class DeliveryWorker {
  /** New with each worker: a process that comes back has no claim to what it had in hand. */
  private readonly owner = newId();
  private readonly attempt: DeliveryAttempt;
  private readonly wakes: NotifyListener;
  private readonly concurrency: Record<ChannelName, number>;
  private readonly inHand = new Map<Promise<void>, ChannelName>();
  private readonly loop: PollLoop;
  private readonly failures = new LogOnce('Deliveries cannot be leased at the moment; this is retried.');
  private readonly unreleased = new LogOnce('Leases that ran out cannot be given back at the moment; this is retried.');
  /** On the clock of `performance`: leases that ran out are given back as often as it is polled. */
  private releaseDue = 0;
  private releasing = Promise.resolve();

  constructor(private readonly options: DeliveryWorkerOptions) {
    this.attempt = new DeliveryAttempt(options);
    this.loop = new PollLoop({
      pollMs: options.deliveries.numbers.pollMs,
      round: () => this.round(),
      failed: (error) => this.failures.warn(reasonOf(error)),
    });
    this.wakes = new NotifyListener(options.databaseUrl, () => this.loop.wake());
    this.concurrency = perChannel((name) => options.channels[name].concurrency);
  }

  start(): void {
    this.wakes.start();
    this.loop.start();
  }

  /**
   * Claims and transmits nothing more, and waits for what is in hand and for new tokens; what takes too long is for
   * others to look up.
   */
  async stop(): Promise<void> {
    this.attempt.end();
    const patience = new AbortController();
    const tooLong = sleep(this.options.deliveries.numbers.stopMs, undefined, { signal: patience.signal });
    await Promise.race([this.settled(), tooLong]);
    patience.abort();
    await tooLong.catch(() => undefined);
    await this.wakes.stop();
  }

  private async round(): Promise<AfterRound> {
    if (this.free <= 0) return 'rest';
    await this.claim();
    this.failures.reset();
    if (this.isBusy) await sleep(BREATH);
    return 'rest';
  }

  private get free(): number {
    return this.options.deliveries.numbers.parallel - this.inHand.size;
  }

  private get isBusy(): boolean {
    return this.inHand.size * 4 >= this.options.deliveries.numbers.parallel;
  }

  private async claim(): Promise<void> {
    const { owner, free: limit, concurrency, shares } = this;
    const { deliveries } = this.options;
    if (performance.now() >= this.releaseDue) this.releasing = this.release();
    const leases = await deliveries.acquireLeases({ owner, limit, concurrency, shares });
    for (const lease of leases) this.take(lease);
  }

  /**
   * Nothing waits for this, nor for its failure: it reads whatever is on its way. So it takes no more than a tenth of the
   * time.
   */
  private async release(): Promise<void> {
    const { deliveries } = this.options;
    const begun = performance.now();
    this.releaseDue = Infinity;
    try {
      if ((await deliveries.release()) > 0) this.loop.wake();
      this.unreleased.reset();
    } catch (error) {
      this.unreleased.warn(reasonOf(error));
    }
    const now = performance.now();
    this.releaseDue = now + Math.max(deliveries.numbers.pollMs, 9 * (now - begun));
  }

  /**
   * No provider has more than half in hand, so that one that hangs does not stop the channels of the others.
   */
  private get most(): number {
    return Math.ceil(this.options.deliveries.numbers.parallel / 2);
  }

  private get shares(): Record<ProviderName, number> {
    const { most } = this;
    const held = [...this.inHand.values()].map(providerOf);
    const left = (name: ProviderName) => most - held.filter((each) => each === name).length;
    return Object.fromEntries(PROVIDERS.map((name) => [name, left(name)])) as Record<ProviderName, number>;
  }

  private take(lease: Lease): void {
    const work = this.deliver(lease).finally(() => {
      this.inHand.delete(work);
      this.loop.wake();
    });
    this.inHand.set(work, lease.channel);
  }

  private async deliver(lease: Lease): Promise<void> {
    const { workspace_id, message_id, channel, attempt } = lease;
    const which = { workspace_id, message_id, channel, attempt };
    try {
      const verdict = await this.attempt.deliver(lease);
      if (!verdict) return logger.info(which, 'A delivery had been given up by then.');
      const code = 'code' in verdict ? verdict.code : undefined;
      logger.info({ ...which, outcome: verdict.kind, code }, 'Delivery');
    } catch (error) {
      // Nothing was written. The lease runs out; then it is sent if it was not handed over yet, else looked up.
      logger.warn({ ...which, reason: reasonOf(error) }, 'A delivery was broken off.');
    }
  }

  private async settled(): Promise<void> {
    await this.loop.stop();
    await Promise.all([this.releasing, ...this.inHand.keys()]);
    await this.options.accounts.late.ended();
  }
}

function perChannel(count: (name: ChannelName) => number): Record<ChannelName, number> {
  return Object.fromEntries(CHANNELS.map((name) => [name, count(name)])) as Record<ChannelName, number>;
}
