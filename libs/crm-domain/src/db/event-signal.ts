const MAX_SECONDS = 60;

/**
 * Tells this process that events were committed. Only a hint: whoever needs them looks at the feed, which forgets
 * nothing.
 */
export class EventSignal {
  private readonly listeners = new Set<(workspaceId: string) => void>();

  raise(workspaceId: string): void {
    for (const listener of this.listeners) listener(workspaceId);
  }

  /**
   * Raises it when a pause is over. What rests for longer than a minute is found soon enough by whoever looks at all.
   */
  raiseIn(workspaceId: string, seconds: number): void {
    if (seconds <= MAX_SECONDS) setTimeout(() => this.raise(workspaceId), seconds * 1000 + 1).unref();
  }

  /** Gives the way to stop listening. */
  on(listener: (workspaceId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
