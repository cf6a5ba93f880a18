import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { NOW_IN_MS } from '../../db/columns.js';
import { ConversationEntity } from './conversation.entity.js';

/** A conversation that a user does not want to see. */
@Entity('conversation_block')
@ForeignKey(() => ConversationEntity, ['workspace_id', 'conversation_id'], ['workspace_id', 'conversation_id'], {
  onDelete: 'CASCADE',
})
export class ConversationBlockEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  user_id!: string;

  @PrimaryColumn('uuid')
  conversation_id!: string;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;
}
