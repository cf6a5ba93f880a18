import type { Session } from '../db/session.js';
import type { HandleKind } from './channel-name.js';

/** Whom and what a user does not want to see. */
export class BlockStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  async block(userId: string, kind: HandleKind, handle: string): Promise<void> {
    const text = `insert into user_block (workspace_id, user_id, kind, handle) values ($1, $2, $3, $4) on conflict do nothing`;
    await this.session.query({ text }, [this.workspaceId, userId, kind, handle]);
  }

  async unblock(userId: string, kind: HandleKind, handle: string): Promise<void> {
    const text = `delete from user_block where workspace_id = $1 and user_id = $2 and kind = $3 and handle = $4`;
    await this.session.query({ text }, [this.workspaceId, userId, kind, handle]);
  }

  /** A conversation that is in the user's inbox. Gives whether it is. */
  async blockConversation(userId: string, conversationId: string): Promise<boolean> {
    const text = `with mine as (select conversation_id from conversation_inbox where workspace_id = $1 and user_id = $2 and conversation_id = $3),
        blocked as (insert into conversation_block (workspace_id, user_id, conversation_id) select $1, $2, conversation_id from mine on conflict do nothing)
      select 1 from mine`;
    return (await this.session.query({ text }, [this.workspaceId, userId, conversationId])).length > 0;
  }

  /** Gives whether it was blocked. */
  async unblockConversation(userId: string, conversationId: string): Promise<boolean> {
    const text = `delete from conversation_block where workspace_id = $1 and user_id = $2 and conversation_id = $3 returning 1`;
    return (await this.session.query({ text }, [this.workspaceId, userId, conversationId])).length > 0;
  }
}
