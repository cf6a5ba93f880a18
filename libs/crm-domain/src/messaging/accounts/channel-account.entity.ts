import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { NOW, NOW_IN_MS } from '../../db/columns.js';
import type { ChannelName } from '../channel-name.js';

/** An account at a provider through which messages leave and come in. */
@Entity('channel_account')
@Unique('channel_account_external', ['workspace_id', 'channel', 'external_account_id'])
@Check("channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')")
@Check("status in ('active', 'reauth_required', 'disconnected')")
export class ChannelAccountEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  channel_account_id!: string;

  @Column('text')
  channel!: ChannelName;

  /** Null: shared by the users in `channel_account_member`, as pages and numbers are. */
  @Column({ type: 'uuid', nullable: true })
  owner_user_id!: string | null;

  /** Mailbox address, phone_number_id, page id or Instagram account id. */
  @Column('text')
  external_account_id!: string;

  @Column('text')
  address!: string;

  @Column({ type: 'text', nullable: true })
  display_name!: string | null;

  @Column({ type: 'text', default: 'active' })
  status!: 'active' | 'reauth_required' | 'disconnected';

  /** Sealed for this workspace and account: `v1.<key id>.<iv>.<ciphertext>.<tag>`. Null when it is disconnected. */
  @Column({ type: 'text', nullable: true })
  credentials!: string | null;

  /** Where fetching goes on, in the form of the channel; null before the first time. */
  @Column({ type: 'jsonb', nullable: true })
  sync_cursor!: unknown;

  /** When it is fetched from next, whatever is told until then. */
  @Column({ type: 'timestamptz', default: NOW })
  sync_at!: Date;

  /** Who fetches at this moment; null: nobody. */
  @Column({ type: 'uuid', nullable: true })
  sync_lease_owner!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  sync_lease_until!: Date | null;

  /** What the provider calls its subscription; null where there is none. */
  @Column({ type: 'text', nullable: true })
  push_subscription_id!: string | null;

  /** Hash of what every notification of the subscription has to bring along. */
  @Column({ type: 'bytea', nullable: true })
  push_secret_hash!: Buffer | null;

  @Column({ type: 'timestamptz', nullable: true })
  push_expires_at!: Date | null;

  /** The whole account rests until then after a rate limit. */
  @Column({ type: 'timestamptz', default: NOW })
  next_send_at!: Date;

  /** Null while nothing is wrong. */
  @Column({ type: 'text', nullable: true })
  last_error_code!: string | null;

  /** Null: never. */
  @Column({ type: 'timestamptz', nullable: true })
  last_synced_at!: Date | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  updated_at!: Date;
}

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

/** What names a connected account. */
export type AccountKey = Pick<ChannelAccountEntity, 'workspace_id' | 'channel_account_id'>;
