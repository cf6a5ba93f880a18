import type { EventListener } from './event-listener.js';

/** The streams that are open, by their workspaces. */
export class OpenStreams {
  private readonly streams = new Map<string, Set<EventListener>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(listener: EventListener): void {
    const own = this.streams.get(listener.workspaceId) ?? new Set();
    this.streams.set(listener.workspaceId, own.add(listener));
    this.count++;
  }

  delete(listener: EventListener): void {
    const own = this.streams.get(listener.workspaceId);
    if (!own?.delete(listener)) return;
    this.count--;
    if (own.size === 0) this.streams.delete(listener.workspaceId);
  }

  has(listener: EventListener): boolean {
    return this.of(listener.workspaceId).has(listener);
  }

  /** Those of a workspace, in the order in which they were served last. */
  of(workspaceId: string): ReadonlySet<EventListener> {
    return this.streams.get(workspaceId) ?? new Set();
  }

  /** Has a listener come after the others of its workspace. */
  toTheEnd(listener: EventListener): void {
    const own = this.streams.get(listener.workspaceId);
    if (own?.delete(listener)) own.add(listener);
  }

  /** Workspaces that somebody follows. */
  workspaces(): string[] {
    return [...this.streams.keys()];
  }

  /** All, as they are now. */
  all(): EventListener[] {
    return [...this.streams.values()].flatMap((own) => [...own]);
  }
}
