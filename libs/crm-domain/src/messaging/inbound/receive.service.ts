import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { handleKind, isMail, type ChannelName } from '../channel-name.js';
import type { DeliveryService } from '../delivery/delivery.service.js';
import { handleOf } from '../handle.js';
import { asNear, farFrom } from '../delivery/alike.js';
import type { OpenRow } from '../delivery/alike.store.js';
import type { NamedAccount, OwnMessage, ReceivingAccount } from './receive.store.js';
import type { ReceivedMessage, ReceivedStatus } from './received.js';
import { MessageUnderWay } from '../delivery/message-under-way.js';
import { settled } from './received-rows.js';
import { isSentElsewhere } from './sent-elsewhere.js';
import { storeReceived } from './store-received.js';
import type { AccountKey } from '../accounts/channel-account.entity.js';
import { SENT_WITHIN_MS, sameWordsAs } from '../delivery/same-message.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A message of ours that a provider's may be. */
type Twin = Pick<OwnMessage, 'message_id' | 'is_settled'>;

/** Written in the same transaction. */
type Along = (stores: Stores) => Promise<void>;

/** So many messages of the same words may be on their way at once. */
const TWINS = 10;

/**
 * The one way in: makes rows of what providers tell, whether a webhook, an echo or a fetch told it, and in any order. A
 * message is stored once; one that was sent from here is recognised and settles its delivery. An inbound message brings
 * a conversation back to inboxes where it was archived before it came.
 */
export class ReceiveService {
  constructor(
    private readonly db: Db,
    private readonly deliveries: Pick<DeliveryService, 'settleFromProvider' | 'takeBackWords' | 'numbers'>,
  ) {}

  /** Those of all workspaces that are or were connected under this name. @param failures told why some are missing */
  accountsOf(channel: ChannelName, externalAccountId: string, failures: unknown[] = []): Promise<NamedAccount[]> {
    return this.db.autocommit('', ({ received }) => received.accountsOf(channel, externalAccountId, failures));
  }

  /**
   * @param and written in the same transaction; when it throws, nothing of this is stored
   * @throws MessageUnderWay when one of them may be a message whose transmission has no answer yet; then nothing is
   * stored
   */
  async take(
    account: ReceivingAccount,
    messages: readonly ReceivedMessage[],
    and: Along = async () => undefined,
  ): Promise<void> {
    await this.store(account, await this.strangeAmong(account, messages), and);
  }

  /**
   * As `take`, without those that may be a message whose transmission has no answer yet: they have to be told again. Of
   * mail their whole threads are left out: what answers a mail finds its conversation, and what it answers, by that
   * mail.
   * @param left threads that were left out of what was told before; those left out of this are added
   */
  async takeRest(
    account: ReceivingAccount,
    { messages, left }: { messages: readonly ReceivedMessage[]; left: Set<string> },
    and: Along,
  ): Promise<void> {
    const strange: ReceivedMessage[] = [];
    for (const message of messages) {
      const found = await this.strangeAmong(account, [message]).catch(noneUnderWay);
      if (found) strange.push(...found);
      else if (isMail(account.channel)) left.add(message.thread_id);
    }
    const taken = strange.filter(({ thread_id }) => !left.has(thread_id));
    await this.store(account, taken, and);
  }

  /**
   * Settles what was sent from here and stores nothing: for an account that is not connected any more.
   * @throws MessageUnderWay as `take` does
   */
  async recognise(account: ReceivingAccount, messages: readonly ReceivedMessage[]): Promise<void> {
    await this.strangeAmong(account, messages);
  }

  /**
   * Whether it was about messages of this account. What is not may be so a moment later, when their delivery is written
   * down.
   * @throws MessageUnderWay when it tells of a passing failure of a transmission whose answer may still come
   */
  async report(account: ReceivingAccount, status: ReceivedStatus): Promise<boolean> {
    const { workspace_id } = account;
    const times = {
      delivered_at: status.status === 'delivered' || status.status === 'read' ? status.at : null,
      read_at: status.status === 'read' ? status.at : null,
    };
    if (status.up_to) {
      const { address, until } = status.up_to;
      const handle = handleOf(handleKind(account.channel), address);
      await this.db.autocommit(workspace_id, ({ received }) => received.noteUpTo(account, { handle, until }, times));
      return true;
    }
    let isKnown = false;
    for (const id of status.provider_message_ids) {
      const isOurs = await this.settle(account, status, id);
      const isThere =
        isOurs || (await this.db.autocommit(workspace_id, ({ received }) => received.note(account, id, times)));
      isKnown ||= isThere;
    }
    return isKnown;
  }

  /** The provider says that something is wrong with the account as a whole. */
  async trouble({ workspace_id, channel_account_id }: ReceivingAccount, code: string): Promise<void> {
    await this.db.autocommit(workspace_id, ({ received }) => received.trouble(channel_account_id, code));
  }

  private store(account: ReceivingAccount, strange: ReceivedMessage[], and: Along): Promise<void> {
    return this.db.transaction(account.workspace_id, async (stores) => {
      await storeReceived(stores, account, strange);
      await and(stores);
    });
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
    { status, thread_id: provider_thread_id = null, mark, transmission = null, at, failure }: ReceivedStatus,
    id: string,
  ): Promise<boolean> {
    const { workspace_id, channel_account_id } = account;
    const proof = { workspace_id, channel_account_id, mark, provider_message_id: id };
    if (status === 'failed') {
      const unknown: ReceivedStatus['failure'] = {
        code: 'failed',
        detail: 'The provider could not deliver the message, and did not say why.',
      };
      const { code, detail, throttles } = failure ?? unknown;
      const told = { ...proof, at, transmission, code, detail, http_status: null };
      return this.deliveries.settleFromProvider(
        throttles ? { ...told, kind: 'transient', throttles } : { ...told, kind: 'rejected' },
      );
    }
    const delivered_at = status === 'sent' ? undefined : at;
    const read_at = status === 'read' ? at : undefined;
    return this.deliveries.settleFromProvider({
      ...proof,
      provider_thread_id,
      transmission,
      kind: 'accepted',
      delivered_at,
      read_at,
    });
  }

  /** Whether a message was sent from here; then that it is at the provider settles its delivery. */
  private async isOwn(account: ReceivingAccount, message: ReceivedMessage): Promise<boolean> {
    if (message.direction === 'inbound') return false;
    const { workspace_id, channel_account_id } = account;
    const { provider_message_id, internet_message_id, sent_at } = message;
    const mark = message.mark && UUID.test(message.mark) ? message.mark : null;
    const provider_thread_id = isMail(account.channel) ? message.thread_id : null;
    const ids = { provider_message_id, provider_thread_id, internet_message_id };
    if (mark !== null || message.bears_mark_if_ours)
      await this.deliveries.takeBackWords({ workspace_id, channel_account_id, mark, provider_message_id });
    for (let turn = 0; turn < TWINS; turn++) {
      const own = await this.db.autocommit(workspace_id, ({ received }) => received.findOwn(account, { mark, ...ids }));
      const found = own ?? (await this.twinOf(account, message));
      if (!found || (own && isSentElsewhere(own, account, message))) return false;
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
   * By its words, its people and its time, that which was begun clearly nearest to it. Where several may be it, a look
   * decides, which is shown all that the provider has; so it does for every mail of Gmail's that is still looked for.
   * When nobody looks any more, it is none of several. Nothing where a mark of ours would be there if it were ours, and
   * nothing where it belongs to another message or another workspace in which the same account is connected. A mail is
   * ours only in the thread of its draft; Outlook's is never known by its words, since the draft keeps its id.
   */
  private async twinOf(account: ReceivingAccount, message: ReceivedMessage): Promise<Twin | undefined> {
    const { channel, workspace_id } = account;
    const { to, cc, sent_at, provider_message_id, mark, bears_mark_if_ours } = message;
    if (mark !== null || bears_mark_if_ours || channel === 'outlook') return undefined;
    const handles = [...to, ...cc].map(({ address }) => handleOf(handleKind(channel), address));
    const { before: after_ms, after: before_ms } = SENT_WITHIN_MS;
    const sought = { handles, at: sent_at, before_ms, after_ms };
    const saysTheSame = sameWordsAs(message);
    return this.db.autocommit(workspace_id, async ({ alike }) => {
      const open = async (key: AccountKey) =>
        (await alike.open(key, sought)).filter((row) => isInThread(row, account, message) && saysTheSame(row));
      const ours = await open(account);
      if (ours.length === 0) return undefined;
      const [, ...others] = await alike.accounts(account);
      const taken = await alike.stored(account, [provider_message_id], null);
      taken.push(...(await alike.sent(others, [provider_message_id], null)));
      if (taken.length > 0) return undefined;
      for (const other of others) ours.push(...(await open(other)));
      // Gmail's draft may still be there, which proves that the message was not sent; only a look sees that.
      const isUndecided = ({ is_in_hand, is_over }: OpenRow) => is_in_hand || (isMail(channel) && !is_over);
      if (ours.some(isUndecided)) throw new MessageUnderWay();
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
    await this.db.autocommit(workspaceId, ({ received }) => received.complete(messageId, internetMessageId));
    return true;
  }
}

function noneUnderWay(error: unknown): undefined {
  if (error instanceof MessageUnderWay) return undefined;
  throw error;
}

/** Chats have one thread for each person, which is compared as the person. */
function isInThread(
  { provider_thread_id }: OpenRow,
  { channel }: ReceivingAccount,
  { thread_id }: ReceivedMessage,
): boolean {
  return !isMail(channel) || provider_thread_id === thread_id;
}
