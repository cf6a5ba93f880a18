import type { OwnDraftWire } from '#crm-domain/messaging';
import { withoutReordering } from '../layout/reordering.js';

/** Through what a draft was written. What a client calls itself is not proved. */
export function draftedBy(via: OwnDraftWire['created_via']): string {
  if (!via) return 'you';
  if (via.client_name) return `${withoutReordering(via.client_name)} for you`;
  return via.origin === 'mcp' ? 'an assistant for you' : via.origin === 'rest-api' ? 'a program for you' : 'you';
}
