import { SENT_WITHIN_MS } from '#crm-domain';

/**
 * Of what says the same, that which was sent when a transmission was begun, the nearest first: what people send again, or by
 * hand, later is another message. Times are milliseconds.
 */
export function sentAround<T>(found: readonly T[], timeOf: (each: T) => number, begun: Date): T[] {
  const after = (each: T) => timeOf(each) - begun.getTime();
  const near = found.filter((each) => after(each) >= -SENT_WITHIN_MS.before && after(each) <= SENT_WITHIN_MS.after);
  return near.sort((one, other) => Math.abs(after(one)) - Math.abs(after(other)));
}
