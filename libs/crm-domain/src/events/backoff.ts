const FIRST_SECONDS = 5;
/** The longest pause, whoever asks for one. */
export const MAX_SECONDS = 12 * 3600;

/** Days after which what keeps failing is given up. */
export const GIVE_UP_DAYS = 3;

/**
 * Seconds to rest before the next attempt: 5, 20, 80, ... up to 12 hours, a fifth more or less so that not all come
 * back at once.
 */
export function pauseAfter(attempts: number, chance = Math.random()): number {
  const seconds = Math.min(MAX_SECONDS, FIRST_SECONDS * 4 ** Math.min(attempts, 10));
  return seconds * (0.8 + 0.4 * chance);
}
