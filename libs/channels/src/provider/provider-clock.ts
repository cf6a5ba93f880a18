import type { ProviderAnswer } from './provider-call.js';

/** A header has whole seconds, cut off. */
const HALF_A_SECOND = 500;

/**
 * How far a provider's clock is ahead of this process's, in milliseconds, by the `Date` of an answer that has just come
 * (RFC 9110, 6.6.1); negative: behind. 0 where the answer bears none.
 */
export function aheadOf(answer: ProviderAnswer, now = Date.now()): number {
  const date = answer.kind === 'answered' ? Date.parse(String(answer.headers.date)) : Number.NaN;
  return Number.isNaN(date) ? 0 : date + HALF_A_SECOND - now;
}
