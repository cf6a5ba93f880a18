import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Provenance } from '../../actor.js';
import { NOW } from '../../db/columns.js';
import { MessageEntity } from '../conversations/message.entity.js';
import type { ChannelName } from '../channel-name.js';

/** A message on its way out, one row each; the row is the state machine, see delivery-state.ts. */
@Entity('message_delivery')
@ForeignKey(() => MessageEntity, ['workspace_id', 'message_id'], ['workspace_id', 'message_id'], {
  onDelete: 'CASCADE',
})
@Check("channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')")
@Check("(state <> 'transmitting') or (transmit_started_at is not null)")
@Check('(lease_owner is null) = (lease_until is null)')
@Check("(finished_at is not null) = (state in ('accepted', 'rejected'))")
@Check("state in ('queued', 'leased', 'transmitting', 'unknown', 'accepted', 'rejected')")
export class MessageDeliveryEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  message_id!: string;

  @Column('text')
  channel!: ChannelName;

  @Column({ type: 'uuid', nullable: true })
  channel_account_id!: string | null;

  /** In which line it waits: that of its account. */
  @Column({
    type: 'uuid',
    generatedType: 'STORED',
    asExpression: 'coalesce(channel_account_id, workspace_id)',
    insert: false,
    update: false,
  })
  lane!: string;

  @Column('text')
  state!: 'queued' | 'leased' | 'transmitting' | 'unknown' | 'accepted' | 'rejected';

  /** How often it was claimed, for sending or for looking up; with the owner it names a lease. */
  @Column({ type: 'int', default: 0 })
  attempt!: number;

  /** When it may be claimed. */
  @Column({ type: 'timestamptz', default: NOW })
  run_at!: Date;

  /** Who has it in hand; null: nobody. */
  @Column({ type: 'uuid', nullable: true })
  lease_owner!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  lease_until!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  transmit_started_at!: Date | null;

  /** How often it was handed to the provider. */
  @Column({ type: 'int', default: 0 })
  transmit_count!: number;

  /** How often in a row the provider has shown that the last transmission did not happen. */
  @Column({ type: 'int', default: 0 })
  not_sent_count!: number;

  @Column({ type: 'text', nullable: true })
  provider_draft_id!: string | null;

  @Column({ type: 'text', nullable: true })
  provider_message_id!: string | null;

  @Column({ type: 'text', nullable: true })
  provider_thread_id!: string | null;

  /** HTTP status of the last answer; null where there was none. */
  @Column({ type: 'int', nullable: true })
  last_status!: number | null;

  @Column({ type: 'text', nullable: true })
  last_error_code!: string | null;

  /** The error code in our words. */
  @Column({ type: 'text', nullable: true })
  last_error!: string | null;

  /** Who pressed send, for the events that follow. */
  @Column({ type: 'uuid', nullable: true })
  sent_by_user_id!: string | null;

  /** Through what send was pressed. */
  @Column('jsonb')
  sent_via!: Provenance;

  @Column({ type: 'timestamptz', default: NOW })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW })
  updated_at!: Date;

  /** Null while it is on its way. */
  @Column({ type: 'timestamptz', nullable: true })
  finished_at!: Date | null;

  /** Of a chat, to whom it goes: that person gets one message after the other. Null: it may overtake others. */
  @Column({ type: 'text', nullable: true })
  recipient!: string | null;

  /** It is not claimed: an earlier message to the same person is not over yet. */
  @Column({ type: 'boolean', default: false })
  is_behind!: boolean;

  /**
   * From when on it counts how long it cannot be sent: a worker took it up for the first time. Behind one that was tried
   * for too long: since it was queued. Null: nobody has tried to send it so far.
   */
  @Column({ type: 'timestamptz', nullable: true })
  freed_at!: Date | null;

  /** It is accepted for its words alone, which an answer to its transmission overrules. */
  @Column({ type: 'boolean', default: false })
  is_by_words!: boolean;
}
