/** Bounds how many bytes a second are sent in all: says how long each piece has to wait. */
export class Pace {
  private freeAt = 0;

  /** @param now milliseconds that only grow */
  constructor(
    private readonly bytesPerSecond: number,
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  /** Milliseconds until a piece of so many bytes may be sent, with those of all before it. */
  delayOf(bytes: number): number {
    const now = this.now();
    const delay = Math.max(0, this.freeAt - now);
    this.freeAt = now + delay + (bytes / this.bytesPerSecond) * 1000;
    return delay;
  }
}
