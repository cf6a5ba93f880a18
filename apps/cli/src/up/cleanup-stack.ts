type Stop = () => Promise<void>;

/** What was started, to be stopped the other way round; and the news that a part of it ended by itself. */
export class CleanupStack {
  private readonly stops: Stop[] = [];
  private fail!: (sentence: string) => void;
  readonly failed = new Promise<string>((resolve) => (this.fail = resolve));

  add(stop: Stop, failed?: Promise<string>): void {
    this.stops.push(stop);
    void failed?.then(this.fail);
  }

  /** Stops everything, whatever fails on the way. @throws the first failure, at the end */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let stop = this.stops.pop(); stop; stop = this.stops.pop()) {
      await stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Tells what is left to end, without waiting for it. */
  abandon(): void {
    for (const stop of this.stops.splice(0).reverse()) void stop().catch(() => undefined);
  }
}
