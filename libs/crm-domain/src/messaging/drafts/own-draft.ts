import type { Stores } from '../../stores.js';
import { conflict, notFound } from '../../errors.js';
import { isUuid } from '../../values/parse.js';
import type { ValidatedDraft } from './compose.js';
import { refuseOtherVersion, type ExpectedVersions } from '../../version-mismatch.js';
import type { OwnMessage, Standing } from './draft.store.js';

/** What became of a message that is no draft any more. */
const BECAME = {
  pending: 'it is being sent',
  sent: 'it was sent',
  failed: 'it failed, and get_conversation shows why; write a new draft',
} as const;

const PERHAPS_SENT =
  'nobody knows whether it was sent. It may have been delivered: do not send its text again without asking the user';

/** @throws DomainError conflict for a message that is no draft any more */
export function requireDraft({ status, failure_code }: Pick<Standing, 'status' | 'failure_code'>): void {
  if (status === 'draft') return;
  const became = failure_code === 'outcome_unknown' ? PERHAPS_SENT : BECAME[status];
  throw conflict('not_a_draft', `This message is not a draft: ${became}.`);
}

/**
 * A draft of the user's own, with its conversation held: until the transaction ends nobody else changes, sends or
 * deletes it. Of several who want to at once one does, and the others are told (contract: Write rules 6).
 * @throws DomainError not_found for what is missing, somebody else's draft or not in the user's inbox any more,
 * conflict, version_mismatch where it has none of the expected versions
 */
export async function lockDraft(
  { drafts }: Stores,
  userId: string,
  draftId: string,
  expected: ExpectedVersions,
): Promise<OwnMessage> {
  const seen = isUuid(draftId) ? await drafts.find(userId, draftId) : undefined;
  if (!seen) throw notFound('Draft');
  requireDraft(seen);
  // Read again behind the lock: whoever had it before may have sent, changed or deleted the draft.
  const held = (await drafts.hold(seen.conversation_id)) ? await drafts.read(userId, draftId) : undefined;
  if (held?.status === 'draft' && expected) {
    await refuseOther(held, userId, expected);
    if (held.conversation_id === seen.conversation_id) return held;
  }
  if (held?.stamp === seen.stamp) return held;
  throw conflict('changed_meanwhile', 'This draft was sent, changed or deleted at the same moment. Read it again.');
}

/** What a draft says to whom. */
export function contentOf({ channel, subject, body, reply_to, recipients }: ValidatedDraft) {
  const addressed = (role: 'to' | 'cc') =>
    recipients.filter((each) => each.role === role).map(({ address }) => address);
  return { channel, to: addressed('to'), cc: addressed('cc'), subject, body, reply_to };
}

/** Nobody but its writer changes a draft. */
function refuseOther({ version, updated_at }: OwnMessage, userId: string, expected: ExpectedVersions): Promise<void> {
  const newest = {
    version,
    changed_at: updated_at.toISOString(),
    changed_by: { type: 'user' as const, id: userId, name: null },
    fields: [],
  };
  return refuseOtherVersion({ thing: 'The draft', version, expected, changes: () => Promise.resolve([newest]) });
}
