import { createHash } from 'node:crypto';
import type { ValidatedDraft } from './compose.js';

/**
 * What a person has seen of a draft, as one short text: of two drafts with the same digest the same is sent to the same
 * people, in the same conversation.
 */
export function digestOf(draft: ValidatedDraft & { conversation_id: string }): string {
  const { channel, conversation_id, subject, body, reply_to, recipients } = draft;
  const people = recipients.map(({ role, kind, handle, address }) => [role, kind, handle, address]);
  const seen = JSON.stringify([channel, conversation_id, reply_to, subject, body, people]);
  return createHash('sha256').update(seen).digest('base64url');
}
