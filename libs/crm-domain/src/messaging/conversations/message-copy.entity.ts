import { Entity, PrimaryColumn } from 'typeorm';

/**
 * By which other id, or through which other mailbox, a stored mail came in again. After the mailbox was handed over, its
 * new owner may have the same mail as another message.
 */
@Entity('message_copy')
export class MessageCopyEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  channel_account_id!: string;

  @PrimaryColumn('text')
  provider_message_id!: string;

  @PrimaryColumn('uuid')
  message_id!: string;
}
