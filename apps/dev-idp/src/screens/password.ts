import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in the same time wherever two passwords differ, and whatever their lengths are. */
export function samePassword(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
