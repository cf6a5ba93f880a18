import { judge } from '../access/judge.js';
import type { Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import type { Stores } from '../db/stores.js';
import { notFound } from '../errors.js';
import { isUuid } from '../values/parse.js';
import { HANDLE_KINDS, type ChannelName } from './channel-name.js';
import { handleOf } from './handle.js';
import type { InboxState } from './inbox.store.js';
import { userOf } from './user-of.js';

/** What a user does in their inbox: it concerns nobody else's. */
export class InboxService {
  constructor(private readonly db: Db) {}

  /** Archives, reads, stars, or takes it back; what is not named stays. @throws DomainError forbidden, not_found */
  mark(claim: Claim, conversationId: string, state: InboxState): Promise<void> {
    return this.write(claim, async ({ inboxes }, user) => {
      if (!isUuid(conversationId) || !(await inboxes.mark(user, conversationId, state))) throw notFound('Conversation');
    });
  }

  /** Conversations in which everybody else is blocked are gone for this user, until somebody is unblocked or joins. */
  blockPerson(claim: Claim, channel: ChannelName, address: string): Promise<void> {
    const kind = HANDLE_KINDS[channel];
    return this.write(claim, ({ blocks }, user) => blocks.block(user, kind, handleOf(kind, address)));
  }

  unblockPerson(claim: Claim, channel: ChannelName, address: string): Promise<void> {
    const kind = HANDLE_KINDS[channel];
    return this.write(claim, ({ blocks }, user) => blocks.unblock(user, kind, handleOf(kind, address)));
  }

  /** @throws DomainError forbidden, not_found when it is not in the inbox */
  blockConversation(claim: Claim, conversationId: string): Promise<void> {
    return this.write(claim, async ({ blocks }, user) => {
      if (!isUuid(conversationId) || !(await blocks.blockConversation(user, conversationId)))
        throw notFound('Conversation');
    });
  }

  /** @throws DomainError forbidden, not_found when it was not blocked */
  unblockConversation(claim: Claim, conversationId: string): Promise<void> {
    return this.write(claim, async ({ blocks }, user) => {
      if (!isUuid(conversationId) || !(await blocks.unblockConversation(user, conversationId)))
        throw notFound('Conversation');
    });
  }

  private write<T>(claim: Claim, work: (stores: Stores, userId: string) => Promise<T>): Promise<T> {
    return this.db.write(claim.workspace_id, async (stores) => {
      judge(claim, await stores.access.find(claim), 'write:data');
      return work(stores, userOf(claim));
    });
  }
}
