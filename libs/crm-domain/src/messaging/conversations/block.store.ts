import { onlyRow, type Session } from '../../db/session.js';
import { TenantTable } from '../../db/tenant-table.js';
import type { ChannelName, HandleKind } from '../channel-name.js';
import { ConversationBlockEntity, UserBlockEntity } from './block.entity.js';
import type { PageAsked } from './conversation.store.js';

/** A block of a person, or of a conversation with its channel and nothing else of it. */
export interface BlockRow {
  block_id: string;
  kind: HandleKind | null;
  handle: string | null;
  channel: ChannelName | null;
  created_at: Date;
}

// An address that is blocked has no id of its own; one is made of it, which is always the same.
const ID = `left(encode(sha256(convert_to(b.kind || ' ' || b.handle, 'UTF8')), 'hex'), 32)::uuid`;

const PEOPLE = `select ${ID} as block_id, b.kind, b.handle, null::text as channel, b.created_at
  from user_block b
  where b.workspace_id = $1 and b.user_id = $2`;

const LIST = `with blocks as (
    ${PEOPLE}
    union all
    select k.conversation_id, null, null, c.channel, k.created_at
      from conversation_block k
      join conversation c on c.workspace_id = $1 and c.conversation_id = k.conversation_id
      where k.workspace_id = $1 and k.user_id = $2)
  select (select count(*)::int from blocks) as total, (
    select coalesce(json_agg(page), '[]')
      from (select * from blocks order by created_at desc, block_id desc limit $3 offset $4) page) as rows`;

const REMOVE = `with person as (
    delete from user_block b where b.workspace_id = $1 and b.user_id = $2 and ${ID} = $3 returning 1
  ), conversation as (
    delete from conversation_block k
      where k.workspace_id = $1 and k.user_id = $2 and k.conversation_id = $3 returning 1)
  select 1 from person union all select 1 from conversation`;

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

  count(user_id: string): Promise<number> {
    return this.addresses.count({ user_id });
  }

  /** The last first. */
  async list(userId: string, { limit, offset }: PageAsked): Promise<{ total: number; rows: BlockRow[] }> {
    const values = [this.workspaceId, userId, limit, offset];
    return onlyRow(await this.session.query<{ total: number; rows: BlockRow[] }>({ text: LIST }, values));
  }

  async find(userId: string, kind: HandleKind, handle: string): Promise<BlockRow | undefined> {
    const text = `${PEOPLE} and b.kind = $3 and b.handle = $4`;
    const [row] = await this.session.query<BlockRow>({ text }, [this.workspaceId, userId, kind, handle]);
    return row;
  }

  /** A block by its id, which of a conversation is that of the conversation. Gives whether there was one. */
  async remove(userId: string, blockId: string): Promise<boolean> {
    return (await this.session.query({ text: REMOVE }, [this.workspaceId, userId, blockId])).length > 0;
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
