/** Tells this process that events were committed. Only a hint: whoever needs them looks at the feed, which forgets nothing. */
export class EventSignal {
  private readonly listeners = new Set<() => void>();

  raise(): void {
    for (const listener of this.listeners) listener();
  }

  /** Gives the way to stop listening. */
  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
