/** Tells this process that events were committed. Only a hint: whoever needs them looks at the feed, which forgets nothing. */
export class EventSignal {
  private readonly listeners = new Set<(workspaceId: string) => void>();

  raise(workspaceId: string): void {
    for (const listener of this.listeners) listener(workspaceId);
  }

  /** Gives the way to stop listening. */
  on(listener: (workspaceId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
