import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ConversationEntity } from './conversation.entity.js';
import type { HandleKind } from '../channel-name.js';

/** An address that takes part in a conversation. */
@Entity('conversation_participant')
@ForeignKey(() => ConversationEntity, ['workspace_id', 'conversation_id'], ['workspace_id', 'conversation_id'], {
  onDelete: 'CASCADE',
})
@Check("kind in ('email', 'phone', 'psid', 'igsid')")
export class ConversationParticipantEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  conversation_id!: string;

  @PrimaryColumn('text')
  kind!: HandleKind;

  /** The address as it is compared. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  handle!: string;

  @Column({ type: 'text', nullable: true })
  display_name!: string | null;

  /** Whether it is the account's own. */
  @Column({ type: 'boolean', default: false })
  is_self!: boolean;
}
