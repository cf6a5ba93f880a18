import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../logger.js';

const FIRST_PAUSE = 250;
const MAX_PAUSE = 5000;

/** Something without which a service cannot start. */
export interface Needed {
  /** As a sentence begins with it: "The database". */
  what: string;
  /** What /readyz says while it is away. */
  missing: string;
  /** Resolves when it is there. */
  reach: () => Promise<void>;
  /** Whether an error of `reach` may pass by itself. */
  mayPass: (error: unknown) => boolean;
  /** How long it is waited for, in seconds. */
  seconds: number;
}

/**
 * Waits for what is needed, with growing pauses, and says once that it waits.
 * @throws what `reach` throws when that does not pass by itself, or when the time is over; an AbortError of the signal
 */
export async function waitFor(
  { what, reach, mayPass, seconds }: Needed,
  { signal, onAway }: { signal: AbortSignal; onAway: () => void },
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
    try {
      return await reach();
    } catch (error) {
      const left = end - performance.now();
      if (!mayPass(error) || left <= 0) throw error;
      onAway();
      if (pause === FIRST_PAUSE)
        logger.warn({ reason: String(error) }, `${what} cannot be reached; waiting for up to ${seconds} seconds.`);
      await sleep(Math.min(pause, left), undefined, { signal });
    }
  }
}
