import { newId } from '#platform';
import type { Db } from '../db/db.js';
import type { Stores } from '../db/stores.js';
import { HANDLE_KINDS, isMail, type ChannelName } from './channel-name.js';
import type { DeliveryService } from './delivery.service.js';
import { handleOf } from './handle.js';
import { asNear, farFrom } from './alike.js';
import type { OpenRow } from './alike.store.js';
import type { NamedAccount, OwnMessage, ReceivingAccount } from './receive.store.js';
import type { ReceivedMessage, ReceivedStatus } from './received.js';
import { placingOf, rowsOf, settled, wellFormed } from './received-rows.js';
import type { AccountKey } from './sync.store.js';
import { SENT_WITHIN_MS, sameText } from './same-message.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** So many messages of the same words may be on their way at once. */
const TWINS = 10;

/**
 * What was told may be a message whose transmission has no answer yet, that was still a draft when it was last looked for, or one of
 * several that were not found yet. The answer, or a look, decides; this can be told again after it.
 */
export class MessageUnderWay extends Error {
  readonly code = 'message_under_way';

  constructor() {
    super('A message of the same words is being sent at this moment.');
    this.name = 'MessageUnderWay';
  }
}

/**
 * The one way in: makes rows of what providers tell, whether a webhook, an echo or a fetch told it, and in any order. A message
 * is stored once; one that was sent from here is recognised and settles its delivery. An inbound message brings a conversation
 * back to inboxes where it was archived before it came.
 */
export class ReceiveService {
  constructor(
    private readonly db: Db,
    private readonly deliveries: Pick<DeliveryService, 'settleFromProvider' | 'numbers'>,
  ) {}

  /** Those of all workspaces that are or were connected under this name. */
  accountsOf(channel: ChannelName, externalAccountId: string): Promise<NamedAccount[]> {
    return this.db.read('', ({ received }) => received.accountsOf(channel, externalAccountId));
  }

  /**
   * @param and written in the same transaction; when it throws, nothing of this is stored
   * @throws MessageUnderWay when one of them may be a message whose transmission has no answer yet; then nothing is stored
   */
  async take(
    account: ReceivingAccount,
    messages: readonly ReceivedMessage[],
    and: (stores: Stores) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const strange = await this.strangeAmong(account, messages);
    await this.db.write(account.workspace_id, async (stores) => {
      for (const line of linesOf(account, strange)) await stores.received.queueUp(line);
      for (const message of strange) await store(stores, account, message);
      await and(stores);
    });
  }

  /**
   * Settles what was sent from here and stores nothing: for an account that is not connected any more.
   * @throws MessageUnderWay as `take` does
   */
  async recognise(account: ReceivingAccount, messages: readonly ReceivedMessage[]): Promise<void> {
    await this.strangeAmong(account, messages);
  }

  /** Whether it was about messages of this account. What is not may be so a moment later, when their delivery is written down. */
  async report(account: ReceivingAccount, status: ReceivedStatus): Promise<boolean> {
    const { workspace_id } = account;
    const times = {
      delivered_at: status.status === 'delivered' || status.status === 'read' ? status.at : null,
      read_at: status.status === 'read' ? status.at : null,
    };
    if (status.up_to) {
      const { address, until } = status.up_to;
      const handle = handleOf(HANDLE_KINDS[account.channel], address);
      await this.db.read(workspace_id, ({ received }) => received.noteUpTo(account, { handle, until }, times));
      return true;
    }
    let isKnown = false;
    for (const id of status.provider_message_ids) {
      const isOurs = await this.settle(account, status, id);
      const isThere = isOurs || (await this.db.read(workspace_id, ({ received }) => received.note(account, id, times)));
      isKnown ||= isThere;
    }
    return isKnown;
  }

  /** The provider says that something is wrong with the account as a whole. */
  async trouble({ workspace_id, channel_account_id }: ReceivingAccount, code: string): Promise<void> {
    await this.db.read(workspace_id, ({ received }) => received.trouble(channel_account_id, code));
  }

  /** Those that were not sent from here; the others settle their deliveries. */
  private async strangeAmong(
    account: ReceivingAccount,
    messages: readonly ReceivedMessage[],
  ): Promise<ReceivedMessage[]> {
    const strange: ReceivedMessage[] = [];
    for (const message of messages.map((each) => settled(each)))
      if (!(await this.isOwn(account, message))) strange.push(message);
    return strange;
  }

  private settle(
    account: ReceivingAccount,
    { status, mark, at, failure }: ReceivedStatus,
    id: string,
  ): Promise<boolean> {
    const { workspace_id, channel_account_id } = account;
    const proof = { workspace_id, channel_account_id, mark, provider_message_id: id };
    if (status === 'failed') {
      const { code, detail } = failure ?? { code: 'failed', detail: 'The provider could not deliver the message.' };
      return this.deliveries.settleFromProvider({ ...proof, kind: 'rejected', at, code, detail, http_status: null });
    }
    const delivered_at = status === 'sent' ? undefined : at;
    const read_at = status === 'read' ? at : undefined;
    return this.deliveries.settleFromProvider({ ...proof, kind: 'accepted', delivered_at, read_at });
  }

  /** Whether a message was sent from here; then that it is at the provider settles its delivery. */
  private async isOwn(account: ReceivingAccount, message: ReceivedMessage): Promise<boolean> {
    if (message.direction === 'inbound') return false;
    const { workspace_id, channel_account_id } = account;
    const { provider_message_id, internet_message_id, sent_at } = message;
    const mark = message.mark && UUID.test(message.mark) ? message.mark : null;
    const provider_thread_id = isMail(account.channel) ? message.thread_id : null;
    const ids = { provider_message_id, provider_thread_id, internet_message_id };
    for (let turn = 0; turn < TWINS; turn++) {
      const own = await this.db.read(workspace_id, ({ received }) => received.findOwn(account, { mark, ...ids }));
      const found = own ?? (await this.twinOf(account, message));
      if (!found) return false;
      const { message_id, is_settled } = found;
      const proof = { workspace_id, channel_account_id, mark: message_id };
      const how = own ? {} : { is_by_words: true as const };
      if (!is_settled)
        await this.deliveries.settleFromProvider({ ...proof, ...ids, kind: 'accepted', sent_at, ...how });
      // Another message with the same words may just have been taken for this one; then there is perhaps a next one.
      if (own) return this.complete(workspace_id, message_id, internet_message_id);
    }
    return false;
  }

  /**
   * By its words, its people and its time, that which was begun clearly nearest to it. Where several may be it, a look decides, which is
   * shown all that the provider has; when nobody looks any more, it is none of them. Nothing where a mark of ours would be there if it were ours,
   * and nothing where it belongs to another message or another workspace in which the same account is connected. A mail is ours only in
   * the thread of its draft; Outlook's is never known by its words, since the draft keeps its id.
   */
  private async twinOf(account: ReceivingAccount, message: ReceivedMessage): Promise<OwnMessage | undefined> {
    const { channel, workspace_id } = account;
    const { to, cc, sent_at, provider_message_id, mark, bears_mark_if_ours } = message;
    if (mark !== null || bears_mark_if_ours || channel === 'outlook') return undefined;
    const handles = [...to, ...cc].map(({ address }) => handleOf(HANDLE_KINDS[channel], address));
    const { before: after_ms, after: before_ms } = SENT_WITHIN_MS;
    const sought = { handles, at: sent_at, before_ms, after_ms };
    return this.db.read(workspace_id, async ({ alike }) => {
      const open = async (key: AccountKey) =>
        (await alike.open(key, sought)).filter((row) => isInThread(row, account, message) && saysTheSame(row, message));
      const ours = await open(account);
      if (ours.length === 0) return undefined;
      const [, ...others] = await alike.accounts(account);
      const taken = await alike.stored(account, [provider_message_id], null);
      for (const other of others) taken.push(...(await alike.sent(other, [provider_message_id], null)));
      if (taken.length > 0) return undefined;
      for (const other of others) ours.push(...(await open(other)));
      if (ours.some(({ is_in_hand, is_draft }) => is_in_hand || is_draft)) throw new MessageUnderWay();
      const { callMs } = this.deliveries.numbers;
      const far = ({ transmit_started_at: begun }: OpenRow) => farFrom(sent_at.getTime(), begun.getTime(), callMs);
      // Nothing corrects the clock by which this was told.
      const near = asNear(ours, far, SENT_WITHIN_MS.before);
      const [twin] = near;
      const isLookedFor = (row: OpenRow) => !row.is_over && row.workspace_id === workspace_id;
      if (near.length > 1 && near.some(isLookedFor)) throw new MessageUnderWay();
      if (near.length !== 1 || !twin) return undefined;
      return twin.workspace_id === workspace_id ? { message_id: twin.message_id, is_settled: false } : undefined;
    });
  }

  private async complete(workspaceId: string, messageId: string, internetMessageId: string | null): Promise<true> {
    await this.db.read(workspaceId, ({ received }) => received.complete(messageId, internetMessageId));
    return true;
  }
}

/** Chats have one thread for each person, which is compared as the person. */
function isInThread(
  { provider_thread_id }: OpenRow,
  { channel }: ReceivingAccount,
  { thread_id }: ReceivedMessage,
): boolean {
  return !isMail(channel) || provider_thread_id === thread_id;
}

/** A mail that answers has the subject of what it answers where it has none of its own. */
function saysTheSame(ours: Pick<OpenRow, 'subject' | 'body'>, { subject, body }: ReceivedMessage): boolean {
  const hasSubject = ours.subject !== null && ours.subject.trim() !== '';
  return sameText(ours.body, body) && (!hasSubject || sameText(ours.subject!, subject ?? ''));
}

/**
 * What is taken in one after the other: the mail of a person, because it may come to several of their mailboxes; of chats what one
 * other person says. In one order everywhere, so that nobody waits in a circle.
 */
function linesOf(
  { channel, channel_account_id, owner_user_id }: ReceivingAccount,
  messages: ReceivedMessage[],
): string[] {
  if (isMail(channel)) return [owner_user_id ?? channel_account_id];
  return [...new Set(messages.map(({ thread_id }) => `${channel_account_id} ${thread_id}`))].sort();
}

async function store(
  { received, inboxes }: Stores,
  account: ReceivingAccount,
  message: ReceivedMessage,
): Promise<void> {
  const { channel_account_id, owner_user_id } = account;
  const { direction, seen, sent_at } = message;
  const inbound = direction === 'inbound';
  const placed = await received.place(account, placingOf(account, message), message);
  const conversation_id = placed?.conversation_id ?? newId();
  if (!placed?.is_known) {
    const { thread_id: external_id } = placingOf(account, message);
    const subject = isMail(account.channel) ? wellFormed(message.subject ?? '') : null;
    if (placed) await received.adopt(conversation_id, channel_account_id, external_id);
    else await received.insertConversation(account, { conversation_id, external_id, subject, sent_at });
    await received.insertMessage(account, conversation_id, rowsOf(account, message));
    await inboxes.follow({ conversation_id, at: sent_at, inbound, channel_account_id, user_id: null });
  }
  await received.awaken(conversation_id, { inbound, sent_at, reader: seen ? owner_user_id : null });
}
