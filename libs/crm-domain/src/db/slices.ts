import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const MAX_WORK = 4;

/** Gives others their turn after a few milliseconds of work. */
export class Slices {
  private begun = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.begun < MAX_WORK) return;
    await setImmediate();
    this.begun = performance.now();
  }
}
