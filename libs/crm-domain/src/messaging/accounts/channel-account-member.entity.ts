import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ChannelAccountEntity } from './channel-account.entity.js';

/** Somebody uses a shared account. */
@Entity('channel_account_member')
@ForeignKey(
  () => ChannelAccountEntity,
  ['workspace_id', 'channel_account_id'],
  ['workspace_id', 'channel_account_id'],
  { onDelete: 'CASCADE' },
)
export class ChannelAccountMemberEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  channel_account_id!: string;

  @PrimaryColumn('uuid')
  user_id!: string;
}
