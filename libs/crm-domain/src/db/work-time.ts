import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a piece of work takes, but for its waiting for a place among those of others. */
export class WorkTime {
  private static readonly current = new AsyncLocalStorage<WorkTime>();
  private readonly begun = performance.now();
  private waited = 0;

  /** Until now. */
  get seconds(): number {
    return (performance.now() - this.begun - this.waited) / 1000;
  }

  of<T>(work: () => Promise<T>): Promise<T> {
    return WorkTime.current.run(this, work);
  }

  /** Waits without it being counted. */
  static async paused(wait: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    try {
      await wait();
    } finally {
      const time = WorkTime.current.getStore();
      if (time) time.waited += performance.now() - begun;
    }
  }
}
