import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { MessageEntity } from './message.entity.js';
import type { HandleKind } from '../channel-name.js';

/** Whom a message is addressed to. */
@Entity('message_recipient')
@ForeignKey(() => MessageEntity, ['workspace_id', 'message_id'], ['workspace_id', 'message_id'], {
  onDelete: 'CASCADE',
})
@Check("kind in ('email', 'phone', 'psid', 'igsid')")
@Check("role in ('to', 'cc')")
export class MessageRecipientEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  message_id!: string;

  @PrimaryColumn('text')
  role!: 'to' | 'cc';

  @PrimaryColumn('int')
  position!: number;

  @Column('text')
  kind!: HandleKind;

  /** The address as it is compared. */
  @Column('text')
  handle!: string;

  /** As it was written. */
  @Column('text')
  address!: string;
}
