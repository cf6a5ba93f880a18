import { invalid } from '#crm-domain';
import type { IdentityChange } from '#crm-domain/operations';
import { z } from 'zod';
import { clerkChange } from './clerk-events.js';
import { anything, id } from './event-fields.js';
import type { Delivery, SignedRequest } from './webhook-signature.js';
import { workosChange } from './workos-events.js';

export interface IdentityEvent {
  event_id: string;
  /** Null for what does not concern us. */
  change: IdentityChange | null;
}

const envelope = z.union([
  // Clerk.
  z.object({ type: z.string(), data: anything, timestamp: anything }),
  // WorkOS.
  z.object({ event: z.string(), id, data: anything, created_at: anything }),
]);

/** What a verified delivery tells. @throws DomainError validation when it is not of a shape we know */
export function readIdentityEvent({ body }: Pick<SignedRequest, 'body'>, delivery: Delivery): IdentityEvent {
  try {
    const event = envelope.parse(JSON.parse(body.toString('utf8')));
    const fallback = delivery.sent_at;
    if ('event' in event) return { event_id: delivery.delivery_id ?? event.id, change: workosChange(event, fallback) };
    if (delivery.delivery_id === null) throw new Error('The delivery has no id.');
    return { event_id: delivery.delivery_id, change: clerkChange(event, fallback) };
  } catch (cause) {
    const message = 'Expected an event of the identity provider, in JSON as Clerk or WorkOS write it.';
    throw Object.assign(invalid([{ path: 'body', message }]), { cause });
  }
}
