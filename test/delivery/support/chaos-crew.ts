import { setTimeout as sleep } from 'node:timers/promises';
import type { PostOffice } from './post-office.js';
import type { WorkerProcess } from './worker-process.js';

const WORKERS = 4;

/**
 * Milliseconds between a claim and the blow, at most: about as long as a delivery takes whose provider does not tarry.
 */
const STRUCK_WITHIN = 60;

export interface Storm {
  seconds: number;
  /** It lasts until so many strikes have met a message, but no longer than `longest` times its seconds. */
  fewestMet: number;
  longest: number;
  /** Milliseconds for which a worker is stopped at most. */
  heldMs: number;
  chance: () => number;
}

/** Workers that are hit again and again, and replaced when they are gone. */
export class Crew {
  /** How often one that had just claimed something was killed or stopped. */
  strikes = 0;
  /** How many of those met a message under way: it was still in the hands of that worker. */
  met = 0;
  /** How many messages those met, by how far they had come. */
  readonly inHand: Record<string, number> = {};
  private readonly workers = new Set<WorkerProcess>();
  private readonly held = new Set<WorkerProcess>();
  private isOver = false;

  constructor(
    private readonly office: PostOffice,
    private readonly hire: () => WorkerProcess,
  ) {
    for (let n = 0; n < WORKERS; n++) this.workers.add(hire());
  }

  async storm({ seconds, fewestMet, longest, heldMs, chance }: Storm): Promise<void> {
    const begun = Date.now();
    const lasted = () => (Date.now() - begun) / 1000;
    while (lasted() < seconds || (this.met < fewestMet && lasted() < seconds * longest)) {
      await sleep(300 + chance() * 500);
      const worker = await this.nextAtWork();
      if (!worker) continue;
      await sleep(chance() * STRUCK_WITHIN);
      const stops = chance() < 0.3 && this.held.size < WORKERS / 2;
      this.strikes++;
      if (stops) this.hold(worker, chance() * heldMs);
      else await worker.end();
      await this.count(worker);
      if (!stops) this.replace(worker);
    }
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all([...this.workers].map((worker) => worker.end()));
  }

  /** That which claims something next; undefined when none does for a while. */
  private async nextAtWork(): Promise<WorkerProcess | undefined> {
    const free = [...this.workers].filter((worker) => !this.held.has(worker));
    const over = new AbortController();
    const { signal } = over;
    const first = [...free.map((worker) => worker.claims(signal)), sleep(1000, undefined, { signal })];
    return Promise.race(first).finally(() => {
      over.abort();
      void Promise.allSettled(first);
    });
  }

  /** What it had in hand is still under its name: nobody takes that before its lease is over. */
  private async count({ leaseOwner }: WorkerProcess): Promise<void> {
    const text = 'select state, count(*)::int as n from message_delivery where lease_owner = $1 group by state';
    const found = await this.office.sql<{ state: string; n: number }>(text, [leaseOwner]);
    if (found.length > 0) this.met++;
    for (const { state, n } of found) this.inHand[state] = (this.inHand[state] ?? 0) + n;
  }

  /** Stopped for less or more than a lease; meanwhile others are hit. */
  private hold(worker: WorkerProcess, ms: number): void {
    worker.kill('SIGSTOP');
    this.held.add(worker);
    void sleep(ms, undefined, { ref: false }).then(() => {
      this.held.delete(worker);
      if (!this.isOver) worker.kill('SIGCONT');
    });
  }

  private replace(worker: WorkerProcess): void {
    this.workers.delete(worker);
    this.workers.add(this.hire());
  }
}
