import { dim, green, red } from '../terminal.js';

const WIDTH = 66;

/** Prints a line per step with the time it took; while it runs, a terminal shows that it does. */
export class Steps {
  constructor(
    private readonly say: (line: string) => void,
    private readonly interrupted: () => boolean,
  ) {}

  /** Does one step, unless somebody wants to stop. What it gives may tell more about itself. @throws Interrupted */
  async take<T>(title: string, work: () => Promise<T>, describe: (result: T) => string = () => title): Promise<T> {
    if (this.interrupted()) throw new Interrupted();
    const begun = performance.now();
    if (process.stdout.isTTY) process.stdout.write(`  ${dim('…')} ${title}`);
    const seconds = () => dim(`${((performance.now() - begun) / 1000).toFixed(1)} s`.padStart(8));
    const line = (mark: string, text: string) =>
      this.say(`${this.backToStart()}  ${mark} ${text.padEnd(WIDTH)}${seconds()}`);
    try {
      const result = await work();
      line(green('✓'), describe(result));
      return result;
    } catch (error) {
      if (this.interrupted()) throw new Interrupted();
      line(red('✗'), title);
      throw error;
    }
  }

  private backToStart(): string {
    return process.stdout.isTTY ? '\r\x1b[K' : '';
  }
}

/** Somebody pressed Ctrl-C before everything was up. */
export class Interrupted extends Error {}
