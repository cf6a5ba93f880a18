/** Chance that comes out the same for the same seed. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
    // Seeds that lie side by side begin alike.
    for (let n = 0; n < 8; n++) this.next();
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 2 ** 32;
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  of<T>(all: readonly T[]): T {
    return all[Math.floor(this.next() * all.length)]!;
  }

  shuffled<T>(all: readonly T[]): T[] {
    return all
      .map((each) => [this.next(), each] as const)
      .sort(([a], [b]) => a - b)
      .map(([, each]) => each);
  }
}
