import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { MessageEntity } from './message.entity.js';

/** What was attached to a message, never its content. */
@Entity('message_attachment')
@ForeignKey(() => MessageEntity, ['workspace_id', 'message_id'], ['workspace_id', 'message_id'], {
  onDelete: 'CASCADE',
})
export class MessageAttachmentEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  message_id!: string;

  @PrimaryColumn('uuid')
  attachment_id!: string;

  @Column('text')
  filename!: string;

  @Column('text')
  content_type!: string;

  /** In bytes. */
  @Column('bigint')
  size!: string;

  @Column({ type: 'text', nullable: true })
  provider_attachment_id!: string | null;
}
