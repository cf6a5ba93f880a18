import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { NOW_IN_MS } from '../../db/columns.js';
import { ConversationEntity } from './conversation.entity.js';
import type { HandleKind } from '../channel-name.js';

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

/** An address from which a user does not want to see anything. */
@Entity('user_block')
@Check("kind in ('email', 'phone', 'psid', 'igsid')")
export class UserBlockEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  user_id!: string;

  @PrimaryColumn('text')
  kind!: HandleKind;

  /** The address as it is compared. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  handle!: string;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;
}
