import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { notFound } from '../../errors.js';
import { isUuid } from '../../values/parse.js';
import { handleKind, type ChannelName } from '../channel-name.js';
import { handleOf } from '../handle.js';
import type { InboxState } from './inbox.store.js';
import { userOf } from '../user-of.js';

/** What a user does in their inbox: it concerns nobody else's. */
export class InboxService {
  constructor(
    private readonly db: Db,
    private readonly policy: AccessPolicy,
  ) {}

  /** Archives, reads, stars, or takes it back; what is not named stays. @throws DomainError forbidden, not_found */
  mark(caller: Caller, conversationId: string, state: InboxState): Promise<void> {
    return this.write(caller, async ({ inboxes }, user) => {
      if (!isUuid(conversationId) || !(await inboxes.mark(user, conversationId, state))) throw notFound('Conversation');
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

  private write<T>(caller: Caller, work: (stores: Stores, userId: string) => Promise<T>): Promise<T> {
    return this.db.transaction(caller.workspace_id, async (stores) => {
      this.policy.authorize(caller, await stores.access.find(caller), 'write:data');
      return work(stores, userOf(caller));
    });
  }
}
