import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { NOW_IN_MS } from '../../db/columns.js';
import { ChannelAccountEntity } from '../accounts/channel-account.entity.js';
import type { ChannelName } from '../channel-name.js';

/** Messages that belong together at their provider. */
@Entity('conversation')
@ForeignKey(() => ChannelAccountEntity, ['workspace_id', 'channel_account_id'], ['workspace_id', 'channel_account_id'])
@Index('conversation_external', ['workspace_id', 'channel_account_id', 'external_id'], {
  unique: true,
  where: 'external_id is not null',
})
@Check("channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')")
export class ConversationEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  conversation_id!: string;

  @Column('text')
  channel!: ChannelName;

  /** Null while there are only drafts, and when its account went to somebody else. */
  @Column({ type: 'uuid', nullable: true })
  channel_account_id!: string | null;

  /** The provider's id of it; null where it has none yet. */
  @Column({ type: 'text', nullable: true })
  external_id!: string | null;

  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  @Column({ type: 'uuid', nullable: true })
  created_by_user_id!: string | null;

  /** Null while there are only drafts. */
  @Column({ type: 'timestamptz', nullable: true })
  first_message_at!: Date | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  last_activity_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  last_inbound_at!: Date | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;
}
