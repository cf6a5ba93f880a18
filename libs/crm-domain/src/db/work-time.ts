import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { CpuTime } from '#platform';

/** A database that answers nothing for so long hangs, or a statement that nobody else waits beside takes longer than any should. */
const STILL_MS = 2000;

/**
 * How long a piece of work takes in the database, but for its waiting for a place among those of others. Read off the
 * time in which this process had nothing to do: while it worked, it was for all of its callers, and a page must not
 * count for more because others keep the process busy.
 */
export class WorkTime {
  private static readonly current = new AsyncLocalStorage<WorkTime>();
  /** Statements of this process that wait for their answer, when one was answered last, and how long none was. */
  private static readonly answers = { awaited: 0, last: 0, still: 0 };
  private readonly begun = idleTime();
  private readonly stillBefore = WorkTime.answers.still;
  private waited = 0;
  private read = 0;

  /** @param isTimed whether it counts time, or only what is said to `workOn` */
  constructor(private readonly isTimed = true) {}

  /** Until now. A time in which the database answered nobody is not counted: nobody asked for that. */
  get seconds(): number {
    return (idleTime() - this.begun - this.waited - (WorkTime.answers.still - this.stillBefore)) / 1000;
  }

  /** Bytes that were worked on beside the answer, as `WorkTime.workOn` was told. */
  get bytes(): number {
    return this.read;
  }

  of<T>(work: () => Promise<T>): Promise<T> {
    return WorkTime.current.run(this, work);
  }

  /**
   * Counts what the work of this moment takes of the process beside its answer, as bytes of an answer. It is said, not
   * measured: where the process does much, nothing would tell this work's time from that of others.
   */
  static workOn(bytes: number): void {
    const time = WorkTime.current.getStore();
    if (time) time.read += bytes;
  }

  /** Notes that a statement waits for its answer, until the function that is given back says whether there was one. */
  static awaitAnswer(): (isAnswered: boolean) => void {
    const { answers } = WorkTime;
    if (answers.awaited++ === 0) answers.last = performance.now();
    return (isAnswered) => {
      answers.awaited--;
      if (!isAnswered) return;
      const now = performance.now();
      if (now - answers.last > STILL_MS) answers.still += now - answers.last;
      answers.last = now;
    };
  }

  /** Waits without it being counted. */
  static async paused<T>(wait: () => Promise<T>): Promise<T> {
    const pause = WorkTime.pause();
    try {
      return await wait();
    } finally {
      pause?.end();
      CpuTime.resume();
    }
  }

  /** Counts nothing until the pause that is given back has ended; undefined where nothing is counted. */
  static pause(): Pause | undefined {
    CpuTime.mark();
    const time = WorkTime.current.getStore();
    if (!time?.isTimed) return undefined;
    const begun = idleTime();
    let waited = 0;
    const endNow = () => {
      time.waited -= waited;
      time.waited += waited = idleTime() - begun;
    };
    let isPaused = true;
    const end = () => {
      if (isPaused) endNow();
      isPaused = false;
    };
    return { end, endNow };
  }
}

interface Pause {
  /** The first call ends it. */
  end(): void;
  /** Ends it with this call, though it has ended before: what was counted since then is not. */
  endNow(): void;
}

/** Milliseconds in which the event loop has waited, since it began. */
function idleTime(): number {
  return performance.eventLoopUtilization().idle;
}
