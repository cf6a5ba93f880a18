import { SENT_WITHIN_MS } from '#crm-domain/messaging';

/** Something that was found, with its time in milliseconds after a transmission began; negative: before. */
export interface Around<T> {
  found: T;
  after_ms: number;
}

/**
 * Of what says the same, that which was sent when a transmission was begun, the nearest first: what people send again,
 * or by hand, later is another message. Times are milliseconds.
 */
export function sentAround<T>(found: readonly T[], timeOf: (each: T) => number, begun: Date): Around<T>[] {
  const all = found.map((each) => ({ found: each, after_ms: timeOf(each) - begun.getTime() }));
  const near = all.filter(({ after_ms }) => after_ms >= -SENT_WITHIN_MS.before && after_ms <= SENT_WITHIN_MS.after);
  return near.sort((one, other) => Math.abs(one.after_ms) - Math.abs(other.after_ms));
}
