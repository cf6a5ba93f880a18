const FIRST = 100;
const LEAST = 10;
const MOST = 1000;
/** Milliseconds from which a statement is slow, and up to which it is fast. */
const SLOW = 200;
const FAST = 50;

/** Rows that are looked at in one statement, by how long that takes. */
export class PageSize {
  private limit = FIRST;

  /** @throws what the statement throws: it may have taken longer than one may, so few rows are tried next */
  async timed<T>(statement: (limit: number) => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await statement(this.limit).catch((error: unknown) => {
      this.limit = LEAST;
      throw error;
    });
    const ms = performance.now() - from;
    if (ms > SLOW) this.limit = Math.max(LEAST, this.limit >> 1);
    else if (ms < FAST) this.limit = Math.min(MOST, this.limit * 2);
    return result;
  }
}
