/** What a piece is taken to be until it is there. */
const PIECE = 1024 * 1024;

/**
 * Turns at what is sent: so many bytes a second of all together. Workspaces take turns, so that none of them waits for
 * all that another one wants to have, and who goes away leaves its place to others.
 */
export class Pace {
  private freeAt = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Those that wait, by workspaces in the order in which these have their turns. */
  private readonly waiting = new Map<string, Set<() => void>>();

  /** @param now milliseconds that only grow */
  constructor(
    private readonly bytesPerSecond: number,
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  /** Waits until a piece may be made and sent, or its reader has `gone`: that one has no turn, which it says. */
  turn(workspaceId: string, gone: AbortSignal): Promise<boolean> {
    if (gone.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const own = this.waiting.get(workspaceId) ?? new Set();
      const leave = () => {
        this.remove(workspaceId, own, take);
        resolve(false);
      };
      const take = () => {
        gone.removeEventListener('abort', leave);
        resolve(true);
      };
      this.waiting.set(workspaceId, own.add(take));
      gone.addEventListener('abort', leave, { once: true });
      this.next();
    });
  }

  /** How large the piece of a turn was, or 0 where there was none. */
  spent(bytes: number): void {
    this.freeAt += this.millisecondsOf(bytes - PIECE);
    clearTimeout(this.timer);
    this.timer = undefined;
    this.next();
  }

  private next(): void {
    if (this.timer || this.waiting.size === 0) return;
    this.timer = setTimeout(() => this.giveTurn(), Math.max(0, this.freeAt - this.now())).unref();
  }

  private giveTurn(): void {
    this.timer = undefined;
    for (const [workspaceId, own] of this.waiting) {
      const [take] = own;
      this.remove(workspaceId, own, take!);
      // To the end of the workspaces.
      if (this.waiting.delete(workspaceId)) this.waiting.set(workspaceId, own);
      this.freeAt = Math.max(this.freeAt, this.now()) + this.millisecondsOf(PIECE);
      take!();
      break;
    }
    this.next();
  }

  private remove(workspaceId: string, own: Set<() => void>, take: () => void): void {
    own.delete(take);
    if (own.size === 0 && this.waiting.get(workspaceId) === own) this.waiting.delete(workspaceId);
  }

  private millisecondsOf(bytes: number): number {
    return (bytes / this.bytesPerSecond) * 1000;
  }
}
