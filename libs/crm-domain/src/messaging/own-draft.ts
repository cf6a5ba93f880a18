import type { Stores } from '../db/stores.js';
import { conflict, notFound } from '../errors.js';
import { isUuid } from '../values/parse.js';
import type { OwnMessage } from './draft.store.js';

const BECAME = {
  pending: 'it is on its way',
  sent: 'it was sent',
  failed: 'it was given up as failed, and get_conversation says why; write a new draft',
} as const;

/**
 * A draft of the user's own, with its conversation held: until the transaction ends nobody else changes, sends or deletes
 * it. Of several who want to at once one does, and the others are told (contract: Write rules 6).
 * @throws DomainError not_found for what is missing or somebody else's, conflict
 */
export async function holdDraft({ drafts }: Stores, userId: string, draftId: string): Promise<OwnMessage> {
  const seen = isUuid(draftId) ? await drafts.find(userId, draftId) : undefined;
  if (!seen) throw notFound('Draft');
  if (seen.status !== 'draft')
    throw conflict('not_a_draft', `This message is not a draft any more: ${BECAME[seen.status]}.`);
  // Read again behind the lock: whoever had it before may have sent, changed or deleted the draft.
  const held = (await drafts.hold(seen.conversation_id)) ? await drafts.read(userId, draftId) : undefined;
  if (held?.version === seen.version) return held;
  throw conflict('changed_meanwhile', 'This draft was sent, changed or deleted at the same moment. Look at it again.');
}
