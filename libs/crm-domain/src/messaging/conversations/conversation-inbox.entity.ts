import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { NOW_IN_MS } from '../../db/columns.js';
import { ConversationEntity } from './conversation.entity.js';
import type { ChannelName } from '../channel-name.js';

/**
 * A conversation is in somebody's inbox exactly when this row exists. What inboxes are sorted and filtered by stands
 * here too, so that a page is a piece of one index; `InboxStore.follow` keeps it with every message.
 */
@Entity('conversation_inbox')
@ForeignKey(() => ConversationEntity, ['workspace_id', 'conversation_id'], ['workspace_id', 'conversation_id'], {
  onDelete: 'CASCADE',
})
@Check("channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')")
export class ConversationInboxEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  user_id!: string;

  @PrimaryColumn('uuid')
  conversation_id!: string;

  @Column('text')
  channel!: ChannelName;

  @Column('timestamptz')
  last_activity_at!: Date;

  /** Null while nothing has come in. */
  @Column({ type: 'timestamptz', nullable: true })
  last_inbound_at!: Date | null;

  /** Null: not archived. */
  @Column({ type: 'timestamptz', nullable: true })
  archived_at!: Date | null;

  /** Null: never. */
  @Column({ type: 'timestamptz', nullable: true })
  last_read_at!: Date | null;

  /** Null: not starred. */
  @Column({ type: 'timestamptz', nullable: true })
  starred_at!: Date | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  added_at!: Date;
}
