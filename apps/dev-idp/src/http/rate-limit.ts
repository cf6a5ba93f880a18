/** At most `most` of something in any minute, counted in windows that start with the first one. */
export class RateLimit {
  private started = -Infinity;
  private count = 0;

  constructor(
    private readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Seconds to wait, or 0 when this one may go on. */
  take(): number {
    const age = this.now() - this.started;
    if (age >= 60_000) {
      this.started = this.now();
      this.count = 0;
    }
    this.count++;
    return this.count > this.most ? Math.ceil((this.started + 60_000 - this.now()) / 1000) : 0;
  }
}
