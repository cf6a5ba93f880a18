interface Bucket {
  tokens: number;
  at: number;
}

/** How fast a bucket fills, and how much it holds. */
export interface Refill {
  perSecond: number;
  most: number;
}

const MAX_BUCKETS = 50_000;

/** Token buckets by key, in a bounded memory. Counts in this process alone. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  /** @param now in milliseconds, never going back */
  constructor(private readonly now: () => number = performance.now.bind(performance)) {}

  /** Takes a token where there is a whole one; gives whether, and what is left, which may be a part of one. */
  take(key: string, refill: Refill): { granted: boolean; tokens: number } {
    const bucket = this.bucket(key, refill);
    const granted = bucket.tokens >= 1;
    if (granted) bucket.tokens -= 1;
    return { granted, tokens: bucket.tokens };
  }

  /**
   * Takes tokens whether they are there or not: what is missing is filled up first. Gives what is left, which may be
   * below 0.
   */
  owe(key: string, tokens: number, refill: Refill): number {
    return (this.bucket(key, refill).tokens -= tokens);
  }

  private bucket(key: string, { perSecond, most }: Refill): Bucket {
    const now = this.now();
    const held = this.buckets.get(key);
    if (held) {
      held.tokens = Math.min(most, held.tokens + ((now - held.at) / 1000) * perSecond);
      held.at = now;
      // To the end of the line: a map keeps the order in which its keys came.
      this.buckets.delete(key);
      this.buckets.set(key, held);
      return held;
    }
    // The longest unused ones come first: a bucket that was left alone until it is full may be forgotten.
    if (this.buckets.size >= MAX_BUCKETS) this.buckets.delete(this.buckets.keys().next().value!);
    const bucket = { tokens: most, at: now };
    this.buckets.set(key, bucket);
    return bucket;
  }
}
