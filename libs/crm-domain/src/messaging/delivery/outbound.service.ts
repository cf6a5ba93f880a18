import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { conflict, invalid } from '../../errors.js';
import { handleKind, isMail, type ChannelName } from '../channel-name.js';
import { missingForSend, otherPerson, replySubject } from '../drafts/compose.js';
import { handleOf } from '../handle.js';
import { lockDraft } from '../drafts/own-draft.js';
import type { SendingAccount } from './outbound.store.js';
import { userOf } from '../user-of.js';

/** The only way a message leaves (contract: Send tool). */
export class OutboundService {
  constructor(
    private readonly db: Db,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * Queues one of the user's drafts for delivery: all of it in one transaction, in which the right to send is asked for
   * again, so that of any number at once one succeeds. An incomplete draft stays a draft.
   * @throws DomainError unauthenticated, forbidden, not_found, validation, conflict for what is no draft
   */
  send(caller: Caller, draftId: string): Promise<{ id: string; status: 'accepted'; conversation_id: string }> {
    return this.db.transaction(caller.workspace_id, async (stores) => {
      const { name } = this.policy.authorize(caller, await stores.access.find(caller), 'send:messages');
      const user_id = userOf(caller);
      const draft = await lockDraft(stores, user_id, draftId);
      const issues = missingForSend(draft);
      if (issues.length > 0) throw invalid(issues).because('draft_incomplete');
      const { channel, conversation_id } = draft;
      const account = await stores.outbound.lockAccountFor(user_id, channel, conversation_id);
      const channel_account_id = account?.channel_account_id ?? null;
      const queued = {
        message_id: draftId,
        conversation_id,
        user_id,
        channel_account_id,
        via: caller.via,
        subject: draft.subject ?? replySubject(draft.parent_subject),
        from_handle: account ? senderOf(channel, account) : null,
        recipient: isMail(channel) ? null : draft.recipients[0]!.handle,
      };
      if (queued.recipient !== null) await stores.outbound.queueUp(queued);
      const isNew = await stores.outbound.join(queued, isMail(channel) ? queued.from_handle : null);
      if (isNew && !isMail(channel)) throw otherPerson(channel);
      const at = await stores.outbound.queue(queued);
      if (!at) throw conflict('not_a_draft', 'This message is not a draft.');
      await stores.inboxes.follow({ conversation_id, at, inbound: false, channel_account_id });
      // Who writes into a conversation has seen what stands in it.
      await stores.inboxes.mark(user_id, conversation_id, { read: true });
      await stores.events.add(caller, {
        kind: 'message.queued',
        subject_id: draftId,
        occurred_at: at,
        actor_name: name,
        data: { channel, conversation_id },
      });
      return { id: draftId, status: 'accepted' as const, conversation_id };
    });
  }
}

/** What stands as the sender: the address of a mailbox or number, the id of a page or account. */
function senderOf(channel: ChannelName, account: SendingAccount): string {
  const kind = handleKind(channel);
  const isAddress = kind === 'email' || kind === 'phone';
  return handleOf(kind, isAddress ? account.address : account.external_account_id);
}
