import { AsyncLocalStorage } from 'node:async_hooks';

/** Requests of a process whose time is not told: code that has just begun to run takes many times as long. */
const WARM_UP = 500;

/**
 * The CPU time that each request takes of the process's own thread. Requests take turns there. Whoever comes to an end of
 * its turn, by sending a statement, letting others in or answering, calls `mark`, and gets what was used since the turn
 * began: since `resume` was called for it, or since the last mark.
 */
export class CpuTime {
  private static readonly current = new AsyncLocalStorage<CpuTime>();
  private static begun = 0;
  /** What the thread had used at the last mark, in microseconds. */
  private static marked = 0;
  private used = 0;

  /** Counts for `work`, and what it leads to, as one request. */
  static begin(work: () => void): void {
    CpuTime.mark();
    CpuTime.begun++;
    CpuTime.current.run(new CpuTime(), work);
  }

  static mark(): void {
    const { user, system } = process.threadCpuUsage();
    const now = user + system;
    const time = CpuTime.current.getStore();
    if (time) time.used += now - CpuTime.marked;
    CpuTime.marked = now;
  }

  /**
   * Begins a turn after a wait: what the thread did meanwhile was for others. Without it whoever waits among requests
   * that never mark, because nobody knows whose they are, would be charged for those.
   */
  static resume(): void {
    const { user, system } = process.threadCpuUsage();
    CpuTime.marked = user + system;
  }

  /** Gives what adds milliseconds to the request of this moment later, from outside of it. */
  static account(): (ms: number) => void {
    const time = CpuTime.current.getStore();
    return (ms) => {
      if (time) time.used += ms * 1000;
    };
  }

  /** Milliseconds of the request of this moment since its beginning, or since the last call of this for it. */
  static take(): number {
    CpuTime.mark();
    const time = CpuTime.current.getStore();
    if (!time) return 0;
    const { used } = time;
    time.used = 0;
    return CpuTime.begun > WARM_UP ? used / 1000 : 0;
  }
}
