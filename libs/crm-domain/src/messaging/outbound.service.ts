import { judge } from '../access/judge.js';
import type { Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import { conflict, invalid } from '../errors.js';
import { HANDLE_KINDS, isMail, type ChannelName } from './channel-name.js';
import { lacking, replySubject } from './compose.js';
import { handleOf } from './handle.js';
import { holdDraft } from './own-draft.js';
import type { SendingAccount } from './outbound.store.js';
import { userOf } from './user-of.js';

/** The only way a message leaves (contract: Send tool). */
export class OutboundService {
  constructor(private readonly db: Db) {}

  /**
   * Queues one of the user's drafts for delivery: all of it in one transaction, in which the right to send is asked for
   * again, so that of any number at once one succeeds. An incomplete draft stays a draft.
   * @throws DomainError unauthenticated, forbidden, not_found, validation, conflict for what is no draft
   */
  send(claim: Claim, draftId: string): Promise<{ id: string; status: 'accepted'; conversation_id: string }> {
    return this.db.write(claim.workspace_id, async (stores) => {
      const { name } = judge(claim, await stores.access.find(claim), 'send:messages');
      const user_id = userOf(claim);
      const draft = await holdDraft(stores, user_id, draftId);
      const issues = lacking(draft);
      if (issues.length > 0) throw invalid(issues).because('draft_incomplete');
      const { channel, conversation_id } = draft;
      const account = await stores.outbound.accountFor(user_id, channel, conversation_id);
      const channel_account_id = account?.channel_account_id ?? null;
      const queued = {
        ...{ message_id: draftId, conversation_id, user_id, channel_account_id, via: claim.via },
        subject: draft.subject ?? replySubject(draft.parent_subject),
        from_handle: account ? senderOf(channel, account) : null,
      };
      await stores.outbound.join(queued, isMail(channel) ? queued.from_handle : null);
      const at = await stores.outbound.queue(queued);
      if (!at) throw conflict('not_a_draft', 'This message is not a draft any more.');
      await stores.inboxes.follow({ conversation_id, at, inbound: false, channel_account_id, user_id });
      await stores.events.add(claim, {
        ...{ kind: 'message.queued', subject_id: draftId, occurred_at: at, actor_name: name },
        data: { channel, conversation_id },
      });
      return { id: draftId, status: 'accepted' as const, conversation_id };
    });
  }
}

/** What stands as the sender: the address of a mailbox or number, the id of a page or account. */
function senderOf(channel: ChannelName, account: SendingAccount): string {
  const kind = HANDLE_KINDS[channel];
  const isAddress = kind === 'email' || kind === 'phone';
  return handleOf(kind, isAddress ? account.address : account.external_account_id);
}
