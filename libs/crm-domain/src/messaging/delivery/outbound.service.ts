import type { AccessPolicy } from '../../access/access-policy.js';
import type { Actor, Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { ChangeLog } from '../../dry-run/change-log.js';
import type { Stores } from '../../stores.js';
import { DomainError, conflict, invalid } from '../../errors.js';
import type { ExpectedVersions } from '../../version-mismatch.js';
import { handleKind, isMail, type ChannelName } from '../channel-name.js';
import { addressOf } from '../address.js';
import { missingForSend, otherPerson, replySubject } from '../drafts/compose.js';
import { handleOf } from '../handle.js';
import { AwaitingApproval, mustApprove } from '../drafts/approval.js';
import { digestOf } from '../drafts/draft-digest.js';
import type { ShownSender } from '../drafts/draft-reader.service.js';
import type { OwnMessage } from '../drafts/draft.store.js';
import { contentOf, lockDraft } from '../drafts/own-draft.js';
import { isUnknownSender, type SendingAccount } from '../drafts/sending-account.js';
import { userOf } from '../user-of.js';

/** How a draft was when it was read. */
interface AsRead {
  digest?: string | undefined;
  expected?: ExpectedVersions;
  /**
   * The account that was shown as its sender; null: none. Undefined where no sender was shown: then it is that of its
   * last writing.
   */
  sender?: ShownSender | null | undefined;
}

/** The only way a message leaves (contract: Send tool). */
export class OutboundService {
  constructor(
    private readonly db: Db,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * Queues one of the user's drafts for delivery: all of it in one transaction, in which the right to send is asked for
   * again, so that of any number at once one succeeds. An incomplete draft stays a draft.
   *
   * @param digest of the draft as it was read: if it is another one by now, nothing is sent. A draft that waits for its
   *   owner is not sent without it.
   * @param expected versions of which it must have one
   * @param sender if it would leave from another account by now, nothing is sent; the same without it, if it would leave
   *   from another account than when the draft was last written, or from a shared one where there was none
   * @throws DomainError unauthenticated, forbidden, not_found also where the conversation is blocked, validation, conflict for what is no draft,
   *   version_mismatch
   * @throws AwaitingApproval where a person has to send it
   */
  async send(caller: Caller, draftId: string, { digest, expected, sender }: AsRead = {}): Promise<SentWire> {
    const sent = await this.db.transaction(caller.workspace_id, async (stores) => {
      const actor = this.policy.authorize(caller, await stores.access.find(caller), 'send:messages');
      const user_id = userOf(actor);
      const draft = await lockDraft(stores, user_id, draftId, expected);
      // Nobody could read what became of it.
      const refuseBlocked = async () => {
        if (!(await stores.drafts.findParent(user_id, draftId))) throw blockedMeanwhile();
      };
      await refuseBlocked();
      const issues = missingForSend(draft);
      if (issues.length > 0) throw invalid(issues).because('draft_incomplete');
      if (mustApprove(actor, draft, await stores.outbound.approvalRule(user_id, actor.client_id))) {
        await stores.drafts.askApproval({ ...draft, message_id: draftId, user_id });
        const { workspace_id } = caller;
        return new AwaitingApproval({ workspace_id, draft_id: draftId, conversation_id: draft.conversation_id });
      }
      requireSame(draft, digest);
      const queued = await queue(stores, actor, { ...draft, message_id: draftId, sender });
      // Who takes part only by other drafts takes no part any more, and may have been all who was not blocked.
      await refuseBlocked();
      return queued;
    });
    // Not before the transaction has ended: that the draft waits is to stay.
    if (sent instanceof AwaitingApproval) throw sent;
    return sent;
  }

  /** The same for a person who has read the draft: what they have seen is what is sent. @throws as send */
  approveAndSend(
    caller: Caller,
    draftId: string,
    digest: string,
    read: Omit<AsRead, 'digest'> = {},
  ): Promise<SentWire> {
    return this.send(caller, draftId, { ...read, digest });
  }
}

/** A message that was queued. */
export interface SentWire {
  id: string;
  /** `not_sent`: of a dry run. */
  status: 'accepted' | 'not_sent';
  conversation_id: string;
}

const OTHER_SENDER =
  'This message would leave from another account by now, or from one that has become a shared one. Nothing was sent. Look at its sender, and send it again.';

/** @throws DomainError validation, conflict */
function requireSame(draft: OwnMessage, digest: string | undefined): void {
  if (digest === undefined) {
    if (draft.approval_asked_at === null) return;
    const message =
      'is needed, because the draft waits for approval: give the digest of the draft as you have read it.';
    throw invalid([{ path: 'digest', message, expected: 'the digest of the draft' }]);
  }
  if (digestOf(draft) === digest) return;
  throw changedMeanwhile();
}

function blockedMeanwhile(): DomainError {
  const message =
    'You have blocked this conversation or who is in it. Nothing was sent. Unblock it, and send the draft again.';
  return new DomainError('not_found', message).because('conversation_not_found');
}

function changedMeanwhile(): DomainError {
  return conflict('changed_meanwhile', 'This draft was changed after it was read. Nothing was sent. Read it again.');
}

/** @throws DomainError validation where another account was shown, else conflict */
function requireSender(account: SendingAccount | undefined, { sender, sender_account_id, channel }: ToSend): void {
  if (sender !== undefined) {
    if (sender?.id === account?.channel_account_id && sender?.is_shared === account?.is_shared) return;
    throw new DomainError('validation', OTHER_SENDER);
  }
  if (!account || !isUnknownSender(account, sender_account_id)) return;
  const than = sender_account_id === null ? 'and there was no shared account' : 'another account than';
  throw conflict(
    'sender_changed',
    `This message would leave from ${addressOf(handleKind(channel), account.address)} by now, ${than} when the draft was written. Nothing was sent. Update the draft and send it again, if it may leave from there.`,
  );
}

/** A draft to be sent, and who was shown as its sender. */
type ToSend = OwnMessage & { message_id: string } & Pick<AsRead, 'sender'>;

/** @throws DomainError validation, conflict */
async function queue(stores: Stores, actor: Actor, draft: ToSend): Promise<SentWire> {
  const user_id = userOf(actor);
  const { channel, conversation_id, message_id, stamp } = draft;
  const account = await stores.outbound.lockAccountFor(user_id, draft);
  requireSender(account, draft);
  const channel_account_id = account?.channel_account_id ?? null;
  const queued = {
    message_id,
    conversation_id,
    user_id,
    stamp,
    channel_account_id,
    via: { ...actor.via, ...(actor.connection_id && { connection_id: actor.connection_id }) },
    subject: draft.subject ?? replySubject(draft.parent_subject),
    from_handle: account ? senderOf(channel, account) : null,
    recipient: isMail(channel) ? null : draft.recipients[0]!.handle,
  };
  if (queued.recipient !== null) await stores.outbound.queueUp(queued);
  const isNew = await stores.outbound.join(queued, isMail(channel) ? queued.from_handle : null);
  if (isNew && !isMail(channel)) throw otherPerson(channel);
  const at = await stores.outbound.queue(queued);
  if (!at) throw changedMeanwhile();
  await stores.inboxes.follow({ conversation_id, at, inbound: false, channel_account_id });
  // Who writes into a conversation has seen what stands in it.
  await stores.inboxes.mark(user_id, conversation_id, { read: true });
  await stores.events.add(actor, {
    kind: 'message.queued',
    subject_id: message_id,
    occurred_at: at,
    actor_name: actor.name,
    data: { channel, conversation_id },
  });
  if (draft.approval_asked_at !== null) await noteApproval(stores, actor, draft);
  const content = { ...contentOf(draft), subject: queued.subject, from: queued.from_handle };
  ChangeLog.note('message', message_id, { before: { status: 'draft' }, after: { status: 'pending', ...content } });
  return { id: message_id, status: ChangeLog.isOfDryRun() ? 'not_sent' : 'accepted', conversation_id };
}

async function noteApproval({ audit }: Stores, actor: Actor, draft: ToSend): Promise<void> {
  const through = actor.via.origin === 'console' ? 'console' : 'rest-api';
  const by = { type: 'user', id: userOf(actor), through } as const;
  const subject = { type: 'draft', id: draft.message_id } as const;
  await audit.append({ action: 'draft.approved', by, subject, details: { version: draft.version } });
}

/** What stands as the sender: the address of a mailbox or number, the id of a page or account. */
function senderOf(channel: ChannelName, account: SendingAccount): string {
  const kind = handleKind(channel);
  const isAddress = kind === 'email' || kind === 'phone';
  return handleOf(kind, isAddress ? account.address : account.external_account_id);
}
