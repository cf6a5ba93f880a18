type Stop = () => Promise<void>;

/** What was started, to be stopped the other way round. */
export class Running {
  private readonly stops: Stop[] = [];

  add(stop: Stop): void {
    this.stops.push(stop);
  }

  /** Stops everything, whatever fails on the way. @throws the first failure, at the end */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const stop of this.stops.splice(0).reverse()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  /** Tells everything to end, without waiting. */
  abandon(): void {
    for (const stop of this.stops.splice(0).reverse()) void stop().catch(() => undefined);
  }
}
