import { isUuidShaped } from '#platform';
import type { AccessPolicy } from '../../access/access-policy.js';
import type { Actor, Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { conflict, invalid, notFound } from '../../errors.js';
import { isUuid } from '../../values/parse.js';
import { CHANNELS, handleKind, type ChannelName } from '../channel-name.js';
import { addressOf } from '../address.js';
import { handleOf } from '../handle.js';
import type { BlockRow } from './block.store.js';
import type { PageAsked } from './conversation.store.js';
import { conversationWire, iso, type ConversationWire } from './conversation-wire.js';
import type { InboxState } from './inbox.store.js';
import { userOf } from '../user-of.js';

/** Addresses that one person can block. */
const MAX_BLOCKS = 1000;

/** Somebody whom a person has blocked, or one conversation. */
export interface BlockWire {
  id: string;
  type: 'person' | 'conversation';
  /** Of a person: on which channels they are known by the address. */
  channels: ChannelName[];
  address: string | null;
  conversation_id: string | null;
  created_at: string;
}

/** What a user does in their inbox: it concerns nobody else's. */
export class InboxService {
  constructor(
    private readonly db: Db,
    private readonly policy: AccessPolicy,
  ) {}

  /** Archives, reads, stars, or takes it back; what is not named stays. @throws DomainError forbidden, not_found */
  mark(caller: Caller, conversationId: string, state: InboxState): Promise<{ is_archived: boolean }> {
    return this.write(caller, async ({ inboxes }, user) => {
      const marked = isUuid(conversationId) ? await inboxes.mark(user, conversationId, state) : undefined;
      if (!marked) throw notFound('Conversation');
      return marked;
    });
  }

  /**
   * All that a person may change about a conversation of their inbox, in one step; what is not named stays. Gives it as
   * it is afterwards. One that is blocked is gone for them; it can still be unblocked here.
   *
   * @throws DomainError forbidden, not_found
   */
  change(
    caller: Caller,
    conversationId: string,
    { blocked, ...state }: InboxState & { blocked?: boolean | undefined },
  ): Promise<ConversationWire & { blocked: boolean }> {
    return this.write(caller, async ({ blocks, conversations, inboxes }, user) => {
      if (!isUuid(conversationId)) throw notFound('Conversation');
      if (blocked !== undefined) await blocks.unblockConversation(user, conversationId);
      // Nobody sees what they may not see by what they may do with it: it is found as it is read.
      const isThere = await inboxes.mark(user, conversationId, state);
      const row = isThere ? await conversations.find(user, conversationId) : undefined;
      if (!row) throw notFound('Conversation');
      if (blocked) await blocks.blockConversation(user, conversationId);
      return { ...conversationWire(row), blocked: blocked ?? false };
    });
  }

  /** Whom and what the user has blocked, the last first. @throws DomainError forbidden */
  blocks(actor: Actor, page: PageAsked): Promise<{ blocks: BlockWire[]; total: number }> {
    const user = userOf(actor);
    return this.db.autocommit(actor.workspace_id, async ({ blocks }) => {
      const { rows, total } = await blocks.list(user, page);
      return { blocks: rows.map(blockWire), total };
    });
  }

  /** Blocks a person wherever this address is theirs; who is blocked already stays so. @throws DomainError conflict */
  block(caller: Caller, { channel, address }: { channel: ChannelName; address: string }): Promise<BlockWire> {
    const kind = handleKind(channel);
    const handle = handleOf(kind, address);
    if (handle === '') throw invalid([{ path: 'address', message: 'is empty.', expected: 'an address' }]);
    return this.write(caller, async ({ blocks }, user) => {
      await blocks.block(user, kind, handle);
      if ((await blocks.count(user)) > MAX_BLOCKS)
        throw conflict('limit_reached', `A person can block at most ${MAX_BLOCKS} addresses. Unblock some first.`);
      return blockWire((await blocks.find(user, kind, handle))!);
    });
  }

  /** Takes a block back, of a person or a conversation. @throws DomainError forbidden, not_found */
  unblock(caller: Caller, blockId: string): Promise<{ id: string; deleted: true }> {
    return this.write(caller, async ({ blocks }, user) => {
      if (!isUuidShaped(blockId) || !(await blocks.remove(user, blockId))) throw notFound('Block');
      return { id: blockId.toLowerCase(), deleted: true as const };
    });
  }

  /** Conversations in which everybody else is blocked are gone for this user, until somebody is unblocked or joins. */
  blockPerson(caller: Caller, channel: ChannelName, address: string): Promise<void> {
    const kind = handleKind(channel);
    return this.write(caller, ({ blocks }, user) => blocks.block(user, kind, handleOf(kind, address)));
  }

  unblockPerson(caller: Caller, channel: ChannelName, address: string): Promise<void> {
    const kind = handleKind(channel);
    return this.write(caller, ({ blocks }, user) => blocks.unblock(user, kind, handleOf(kind, address)));
  }

  /** @throws DomainError forbidden, not_found when it is not in the inbox */
  blockConversation(caller: Caller, conversationId: string): Promise<void> {
    return this.write(caller, async ({ blocks }, user) => {
      if (!isUuid(conversationId) || !(await blocks.blockConversation(user, conversationId)))
        throw notFound('Conversation');
    });
  }

  /** @throws DomainError forbidden, not_found when it was not blocked */
  unblockConversation(caller: Caller, conversationId: string): Promise<void> {
    return this.write(caller, async ({ blocks }, user) => {
      if (!isUuid(conversationId) || !(await blocks.unblockConversation(user, conversationId)))
        throw notFound('Conversation');
    });
  }

  /**
   * A word that changes whenever the newest conversations of the user's inbox do, the user's drafts, or the newest
   * messages of one conversation.
   *
   * @throws DomainError unauthenticated, forbidden
   */
  stamp(caller: Caller, conversationId?: string): Promise<string> {
    const id = conversationId !== undefined && isUuid(conversationId) ? conversationId : null;
    return this.db.autocommit(caller.workspace_id, async (stores) => {
      this.policy.authorize(caller, await stores.access.find(caller), 'read:data');
      return stores.inboxes.stamp(userOf(caller), id);
    });
  }

  private write<T>(caller: Caller, work: (stores: Stores, userId: string) => Promise<T>): Promise<T> {
    return this.db.transaction(caller.workspace_id, async (stores) => {
      this.policy.authorize(caller, await stores.access.find(caller), 'write:data');
      return work(stores, userOf(caller));
    });
  }
}

function blockWire({ block_id, kind, handle, channel, created_at }: BlockRow): BlockWire {
  const times = { created_at: iso(created_at)! };
  if (kind === null || handle === null)
    return {
      id: block_id,
      type: 'conversation',
      channels: [channel!],
      address: null,
      conversation_id: block_id,
      ...times,
    };
  const channels = CHANNELS.filter((each) => handleKind(each) === kind);
  return { id: block_id, type: 'person', channels, address: addressOf(kind, handle), conversation_id: null, ...times };
}
