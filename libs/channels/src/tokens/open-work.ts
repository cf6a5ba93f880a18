/** What was begun and has not ended yet, whoever waits for it. */
export class OpenWork {
  private readonly open = new Set<Promise<unknown>>();

  /** Gives back the same promise. */
  add<T>(work: Promise<T>): Promise<T> {
    this.open.add(work);
    const end = () => this.open.delete(work);
    work.then(end, end);
    return work;
  }

  /** Resolves when nothing is open any more, what is added meanwhile included. Never throws. */
  async ended(): Promise<void> {
    while (this.open.size > 0) await Promise.allSettled(this.open);
  }
}
