/** Things that happen a little later; none of them outlives the stand-ins. */
export class Chores {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly log: (error: unknown) => void) {}

  later(ms: number, work: () => unknown): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      Promise.resolve().then(work).catch(this.log);
    }, ms).unref();
    this.timers.add(timer);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }
}
