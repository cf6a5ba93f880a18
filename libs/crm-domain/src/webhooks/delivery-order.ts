import { pauseAfter } from '../events/backoff.js';
import type { PlacedEvent } from '../events/event-wire.js';
import { isRefused, type DeliveryRow, type TriedRow } from './webhook.js';

/** Whether no other attempt is made of an event. */
export function isSettled(delivery?: DeliveryRow): boolean {
  return delivery?.state === 'delivered' || delivery?.state === 'failed';
}

/** Whether an event that was refused is to be left alone for now. */
export function isResting(delivery?: TriedRow): boolean {
  if (delivery?.state !== 'failing' || !isAboutTheEvent(delivery.http_status)) return false;
  const rested = delivery.last_attempt_at.getTime() + pauseAfter(delivery.attempts - 1, 0) * 1000;
  return Date.now() < Math.max(rested, delivery.left_alone_until?.getTime() ?? 0);
}

/** Whether an answer says something about its event alone. */
export function isAboutTheEvent(status: number | null): boolean {
  return isRefused(status) && status !== 410;
}

/** Events by their subject, each in its order; shared by those who send. */
export function laneIterators(events: Iterable<PlacedEvent>): Iterator<PlacedEvent[]> {
  const lanes = new Map<string, PlacedEvent[]>();
  for (const event of events) {
    const lane = lanes.get(event.subject.id);
    if (lane) lane.push(event);
    else lanes.set(event.subject.id, [event]);
  }
  return lanes.values();
}
