/** Nothing takes longer from the beginning of a transmission until the provider says that it was sent. */
const LONGEST_MS = 10 * 60_000;

/**
 * Of what says the same, that which was sent when a transmission was begun, the nearest first: what people send again, or by
 * hand, later is another message. Times are milliseconds; `toleranceMs` is how far the provider's clock may be behind.
 */
export function sentAround<T>(found: readonly T[], timeOf: (each: T) => number, begun: Date, toleranceMs: number): T[] {
  const after = (each: T) => timeOf(each) - begun.getTime();
  const near = found.filter((each) => after(each) >= -toleranceMs && after(each) <= LONGEST_MS);
  return near.sort((one, other) => Math.abs(after(one)) - Math.abs(after(other)));
}
