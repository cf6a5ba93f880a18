import { logger } from '../logger.js';

/** Between two lines that say the same, in milliseconds. */
const PAUSE_MS = 10_000;

/**
 * Warns of what strangers can cause as often as they like: one line in ten seconds says how often it happened since the
 * line before.
 */
export class LogSeldom {
  private readonly known = new Map<string, { told: number; count: number }>();

  constructor(private readonly clock: () => number = Date.now) {}

  /** @param message one of a few: each is counted on its own */
  warn(message: string): void {
    const of = this.known.get(message) ?? { told: -Infinity, count: 0 };
    this.known.set(message, of);
    of.count++;
    const now = this.clock();
    if (now - of.told < PAUSE_MS) return;
    logger.warn({ count: of.count }, message);
    Object.assign(of, { told: now, count: 0 });
  }
}
