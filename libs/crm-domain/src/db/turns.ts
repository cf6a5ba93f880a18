import { DomainError } from '../errors.js';
import { SlowKeys } from './slow-keys.js';
import { WorkTime } from './work-time.js';

/**
 * Lets pieces of work with one key follow each other in this process, so that those that would only wait for each other
 * in the database hold none of its connections meanwhile. What other processes do is told by the database alone.
 */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /**
   * @param most milliseconds that one waits for the one before, whatever that does then; without a number until its end
   */
  constructor(private readonly most?: number) {}

  /** @param key over all workspaces */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const result = before ? this.within(before).then(work) : work();
    const ended = result.then(nothing, nothing);
    this.last.set(key, ended);
    try {
      return await result;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }

  private async within(before: Promise<void>): Promise<void> {
    if (this.most === undefined) return before;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([before, new Promise((resolve) => (timer = setTimeout(resolve, this.most)))]);
    clearTimeout(timer);
  }
}

interface Sharer {
  underWay: number;
  /** When one of its pieces of work last began, as a number that grows; 0 before the first. */
  lastBegun: number;
  waiting: Set<Waiting>;
}

interface Waiting {
  begin: () => void;
  giveUp: () => void;
}

/**
 * Shares a few places of this process among keys. A key gets more than one place only while another stays free. A place
 * that becomes free goes to the key for which it is longest ago that work began: one that comes new waits for one end,
 * however much work others have. Keys whose work took long of late get one place each, and one place stays free of all
 * of them: however many they are, the work of others never waits for theirs alone.
 */
export class SharedPlaces {
  private readonly sharers = new Map<string, Sharer>();
  private taken = 0;
  private begun = 0;
  private isEnding = false;

  /**
   * @param of what is shared, as a refusal calls it, in the plural
   * @param places of all keys together
   * @param patience milliseconds that work waits for a place at most
   * @param slow which keys have work that takes long; without it all are treated alike
   */
  constructor(
    private readonly of: string,
    private readonly places: number,
    private readonly patience: number,
    private readonly slow?: SlowKeys,
  ) {}

  /**
   * @param key over all workspaces
   * @throws DomainError unavailable when no place has become free in time
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const sharer = this.sharers.get(key) ?? { underWay: 0, lastBegun: 0, waiting: new Set() };
    this.sharers.set(key, sharer);
    try {
      await WorkTime.paused(() => this.place(sharer));
      const ended = this.slow?.begin(key);
      try {
        return await work();
      } finally {
        ended?.();
        sharer.underWay--;
        this.taken--;
        this.fill();
      }
    } finally {
      if (sharer.underWay === 0 && sharer.waiting.size === 0) this.sharers.delete(key);
    }
  }

  private place({ waiting }: Sharer): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => () => {
        clearTimeout(timer);
        waiting.delete(entry);
        done();
      };
      const busy = () =>
        reject(new DomainError('unavailable', `Too many ${this.of} at once. Try again in a second.`, [], 1));
      const entry = { begin: settle(resolve), giveUp: settle(busy) };
      const timer = setTimeout(entry.giveUp, this.patience);
      waiting.add(entry);
      this.fill();
      if (this.isEnding && waiting.has(entry)) entry.giveUp();
    });
  }

  /** Refuses what waits, and from now on whatever finds no place free: the process ends, and has only so much time. */
  end(): void {
    this.isEnding = true;
    for (const { waiting } of this.sharers.values()) for (const { giveUp } of waiting) giveUp();
  }

  /** Has begin whoever may. */
  private fill(): void {
    for (let sharer = this.next(); sharer; sharer = this.next()) {
      const [first] = sharer.waiting;
      sharer.underWay++;
      sharer.lastBegun = ++this.begun;
      this.taken++;
      first!.begin();
    }
  }

  private next(): Sharer | undefined {
    let next: Sharer | undefined;
    for (const [key, sharer] of this.sharers) {
      if (sharer.waiting.size === 0 || !this.mayBegin(key, sharer)) continue;
      if (!next || sharer.lastBegun < next.lastBegun) next = sharer;
    }
    return next;
  }

  private mayBegin(key: string, { underWay }: Sharer): boolean {
    if (this.slow?.has(key)) return underWay === 0 && this.taken < this.places && this.takenBySlow() < this.places - 1;
    return this.taken < (underWay === 0 ? this.places : this.places - 1);
  }

  private takenBySlow(): number {
    let taken = 0;
    for (const [key, { underWay }] of this.sharers) if (this.slow?.has(key)) taken += underWay;
    return taken;
  }
}

function nothing(): void {}
