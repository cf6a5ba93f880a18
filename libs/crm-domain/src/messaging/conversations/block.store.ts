import type { Session } from '../../db/session.js';
import { TenantTable } from '../../db/tenant-table.js';
import type { HandleKind } from '../channel-name.js';
import { ConversationBlockEntity, UserBlockEntity } from './block.entity.js';

/** Whom and what a user does not want to see. */
export class BlockStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get addresses(): TenantTable<UserBlockEntity> {
    return new TenantTable(this.session, UserBlockEntity, this.workspaceId);
  }

  async block(user_id: string, kind: HandleKind, handle: string): Promise<void> {
    await this.addresses.insertNew({ user_id, kind, handle });
  }

  async unblock(user_id: string, kind: HandleKind, handle: string): Promise<void> {
    await this.addresses.delete({ user_id, kind, handle });
  }

  /** A conversation that is in the user's inbox. Gives whether it is. */
  async blockConversation(userId: string, conversationId: string): Promise<boolean> {
    const text = `with mine as (select conversation_id
      from conversation_inbox
      where workspace_id = $1 and user_id = $2 and conversation_id = $3),
        blocked as (insert into conversation_block (workspace_id, user_id, conversation_id)
          select $1, $2, conversation_id from mine on conflict do nothing)
      select 1 from mine`;
    return (await this.session.query({ text }, [this.workspaceId, userId, conversationId])).length > 0;
  }

  /** Gives whether it was blocked. */
  async unblockConversation(user_id: string, conversation_id: string): Promise<boolean> {
    const blocks = new TenantTable(this.session, ConversationBlockEntity, this.workspaceId);
    return (await blocks.delete({ user_id, conversation_id })) > 0;
  }
}
