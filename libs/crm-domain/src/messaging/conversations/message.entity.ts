import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Provenance } from '../../actor.js';
import { NOW_IN_MS } from '../../db/columns.js';
import { ConversationEntity } from './conversation.entity.js';
import type { ChannelName } from '../channel-name.js';

/** A draft, or a message that came or left. */
@Entity('message')
@ForeignKey(() => ConversationEntity, ['workspace_id', 'conversation_id'], ['workspace_id', 'conversation_id'], {
  onDelete: 'CASCADE',
})
@Index('message_provider', ['workspace_id', 'provider_message_id', 'conversation_id'], {
  unique: true,
  where: 'provider_message_id is not null',
})
@Check("channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')")
@Check("(direction = 'outbound') or (status = 'sent')")
@Check("(status <> 'sent') or (sent_at is not null)")
@Check("(channel in ('gmail', 'outlook')) or (subject is null)")
@Check("direction in ('inbound', 'outbound')")
@Check("status in ('draft', 'pending', 'sent', 'failed')")
export class MessageEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  message_id!: string;

  @Column('uuid')
  conversation_id!: string;

  @Column('text')
  channel!: ChannelName;

  @Column('text')
  direction!: 'inbound' | 'outbound';

  @Column('text')
  status!: 'draft' | 'pending' | 'sent' | 'failed';

  /** Who wrote it here; null of what came in. */
  @Column({ type: 'uuid', nullable: true })
  author_user_id!: string | null;

  @Column({ type: 'text', nullable: true })
  from_handle!: string | null;

  /** Of mails alone: where its sender wants answers, if not at `from_handle`. */
  @Column({ type: 'text', array: true, nullable: true })
  reply_handles!: string[] | null;

  /** Of mails alone. */
  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  /** Plain text. */
  @Column({ type: 'text', default: '' })
  body!: string;

  @Column({ type: 'text', nullable: true })
  body_html!: string | null;

  @Column({ type: 'uuid', nullable: true })
  reply_to_message_id!: string | null;

  @Column({ type: 'text', nullable: true })
  provider_message_id!: string | null;

  /** The Message-ID of a mail. */
  @Column({ type: 'text', nullable: true })
  internet_message_id!: string | null;

  /** The account that it came in through; null of what was written here, and of what came in before this was kept. */
  @Column({ type: 'uuid', nullable: true })
  received_through!: string | null;

  /** Its thread at the provider, where that is not the one after which its conversation is called. */
  @Column({ type: 'text', nullable: true })
  received_thread!: string | null;

  /** Null unless it failed. */
  @Column({ type: 'text', nullable: true })
  failure_code!: string | null;

  @Column({ type: 'text', nullable: true })
  failure_detail!: string | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  updated_at!: Date;

  /** Through what it was begun here; null of what came in. */
  @Column({ type: 'jsonb', nullable: true })
  created_via!: Provenance | null;

  /** Through what it was last changed while it was a draft. */
  @Column({ type: 'jsonb', nullable: true })
  updated_via!: Provenance | null;

  /** Of a draft: the account that it would have left from when it was last written; null: none. */
  @Column({ type: 'uuid', nullable: true })
  sender_account_id!: string | null;

  /** Since when a draft waits for its owner; null where it does not. */
  @Column({ type: 'timestamptz', nullable: true })
  approval_asked_at!: Date | null;

  /** When somebody pressed send. */
  @Column({ type: 'timestamptz', nullable: true })
  queued_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  sent_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  delivered_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  read_at!: Date | null;

  /** Where it stands in its thread. */
  @Column({
    type: 'timestamptz',
    nullable: true,
    generatedType: 'STORED',
    asExpression: 'coalesce(sent_at, queued_at, created_at)',
    insert: false,
    update: false,
  })
  sort_at!: Date | null;

  /** Raised by every change of a draft. */
  @Column({ type: 'int', default: 1 })
  version!: number;
}
