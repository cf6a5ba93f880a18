/** Milliseconds from which on work is slow. */
const SLOW = 1000;
/** For how many times as long as slow work took its key counts as slow. */
const REMEMBERED = 60;

/**
 * Which keys had work of late that took long. Of whoever comes new nothing is known, and it may take a place of the
 * others once: that is remembered for so long that it is a small part of the time.
 */
export class SlowKeys {
  /** Until when each counts as slow. They are not many, as slow work takes time and only a few places. */
  private readonly until = new Map<string, number>();

  /** @param now milliseconds that only grow */
  constructor(private readonly now = () => performance.now()) {}

  has(key: string): boolean {
    return (this.until.get(key) ?? 0) > this.now();
  }

  /** Times work that begins, until what is given back is called. */
  begin(key: string): () => void {
    const begun = this.now();
    return () => this.note(key, this.now() - begun);
  }

  private note(key: string, took: number): void {
    if (took < SLOW) return;
    const now = this.now();
    for (const [each, until] of this.until) if (until <= now) this.until.delete(each);
    this.until.set(key, Math.max(this.until.get(key) ?? 0, now + took * REMEMBERED));
  }
}
