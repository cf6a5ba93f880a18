import { letOthersGoOn } from './event-loop.js';

/** Milliseconds of work after which others have their turn. */
const MAX_WORK = 4;

/** Gives others their turn after a few milliseconds of work. */
export class Slices {
  private begun = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.begun < MAX_WORK) return;
    await letOthersGoOn();
    this.begun = performance.now();
  }

  /** Does all steps of a piece of work, and gives others their turn between two of them. @returns what it returns */
  async all<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() - this.begun >= MAX_WORK) await this.next();
    }
  }
}
