import { setTimeout as sleep } from 'node:timers/promises';
import { CHANNELS, type ChannelName, type DeliveryService, type Lease } from '#crm-domain';
import { logger, newId } from '#platform';
import type { AccountTokens } from '../tokens/account-tokens.js';
import { Courier, type CourierTools } from './courier.js';
import { reasonOf } from './reason-of.js';
import { WakeStore } from './wake.store.js';

export interface DeliveryWorkerOptions extends CourierTools {
  deliveries: CourierTools['deliveries'] & Pick<DeliveryService, 'claim' | 'release'>;
  accounts: CourierTools['accounts'] & Pick<AccountTokens, 'late'>;
  databaseUrl: string;
}

/** Milliseconds between two claims of a busy worker: one costs much the same for one delivery and for ten. */
const BREATH = 40;

/**
 * Delivers what is due, of any workspace, beside any number of others that do the same. It is called by NOTIFY and looks
 * by itself now and then, so that nothing depends on being heard.
 */
export class DeliveryWorker {
  /** New with each worker: a process that comes back has no claim to what it had in hand. */
  private readonly owner = newId();
  private readonly courier: Courier;
  private readonly wakes: WakeStore;
  private readonly concurrency: Record<ChannelName, number>;
  private readonly inHand = new Map<Promise<void>, ChannelName>();
  private poll?: NodeJS.Timeout;
  private claiming = false;
  private isCalled = false;
  private isTidyDue = false;
  private stopping = false;
  private told?: string;

  constructor(private readonly options: DeliveryWorkerOptions) {
    this.courier = new Courier(options);
    this.wakes = new WakeStore(options.databaseUrl, () => void this.look());
    this.concurrency = perChannel((name) => options.channels[name].concurrency);
  }

  start(): void {
    this.wakes.start();
    const { pollMs } = this.options.deliveries.numbers;
    this.poll = setInterval(() => this.beat(), pollMs).unref();
    this.beat();
  }

  /** Claims nothing more and waits for what is in hand, and for new tokens; what takes too long is for others to look up. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.poll);
    const patience = new AbortController();
    const tooLong = sleep(this.options.deliveries.numbers.stopMs, undefined, { signal: patience.signal });
    await Promise.race([this.settled(), tooLong]);
    patience.abort();
    await tooLong.catch(() => undefined);
    await this.wakes.stop();
  }

  private beat(): void {
    this.isTidyDue = true;
    void this.look();
  }

  /** One look at a time; who calls meanwhile is looked for once more. */
  private async look(): Promise<void> {
    this.isCalled = true;
    if (this.claiming) return;
    this.claiming = true;
    try {
      while (this.isCalled && !this.stopping && this.free > 0) {
        this.isCalled = false;
        await this.claim();
        this.told = undefined;
        if (this.isBusy) await sleep(BREATH);
      }
    } catch (error) {
      this.tell(reasonOf(error));
    } finally {
      this.claiming = false;
    }
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
    if (this.isTidyDue) await deliveries.release();
    this.isTidyDue = false;
    const leases = await deliveries.claim({ owner, limit, concurrency, shares });
    for (const lease of leases) this.take(lease);
  }

  /** No channel has more than half in hand, so that one whose provider hangs does not stop the others. */
  private get shares(): Record<ChannelName, number> {
    const most = Math.ceil(this.options.deliveries.numbers.parallel / 2);
    const held = [...this.inHand.values()];
    return perChannel((name) => most - held.filter((each) => each === name).length);
  }

  private take(lease: Lease): void {
    const work = this.deliver(lease).finally(() => {
      this.inHand.delete(work);
      void this.look();
    });
    this.inHand.set(work, lease.channel);
  }

  private async deliver(lease: Lease): Promise<void> {
    const { workspace_id, message_id, channel, attempt } = lease;
    const which = { workspace_id, message_id, channel, attempt };
    try {
      const verdict = await this.courier.deliver(lease);
      if (!verdict) return logger.info(which, 'A delivery had been given up by then.');
      const code = 'code' in verdict ? verdict.code : undefined;
      logger.info({ ...which, outcome: verdict.kind, code }, 'Delivery');
    } catch (error) {
      // Nothing was written. The lease runs out; then it is sent if it was not handed over yet, else looked up.
      logger.warn({ ...which, reason: reasonOf(error) }, 'A delivery was broken off.');
    }
  }

  /** Once, not each time it happens again. */
  private tell(reason: string): void {
    if (reason !== this.told) logger.warn({ reason }, 'Deliveries cannot be claimed; this is tried again.');
    this.told = reason;
  }

  private async settled(): Promise<void> {
    while (this.inHand.size > 0 || this.claiming) {
      await Promise.all([...this.inHand.keys(), sleep(this.claiming ? 5 : 0)]);
    }
    await this.options.accounts.late.ended();
  }
}

function perChannel(count: (name: ChannelName) => number): Record<ChannelName, number> {
  return Object.fromEntries(CHANNELS.map((name) => [name, count(name)])) as Record<ChannelName, number>;
}
