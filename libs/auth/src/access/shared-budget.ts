import { TokenBuckets, type Refill } from './token-buckets.js';

/**
 * Bounds what some take of a process together and each by itself. What all took counts for those alone that took much
 * themselves: whoever takes little is never refused for others.
 */
export class SharedBudget {
  private readonly buckets: TokenBuckets;

  /** @param now milliseconds that only grow */
  constructor(
    private readonly of: { one: Refill; all: Refill },
    now?: () => number,
  ) {
    this.buckets = new TokenBuckets(now);
  }

  /** Counts what one has taken. */
  count(key: string, amount: number): void {
    this.left(key, amount);
  }

  /** Whether one has taken all that it may for now. */
  isSpent(key: string): boolean {
    const { own, all } = this.left(key, 0);
    return own < 0 || (all < 0 && own < this.of.one.most / 2);
  }

  private left(key: string, taken: number): { own: number; all: number } {
    const own = this.buckets.owe(`one ${key}`, taken, this.of.one);
    return { own, all: this.buckets.owe('all', taken, this.of.all) };
  }
}
