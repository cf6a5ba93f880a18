import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { NOW } from '../../db/columns.js';
import type { ChannelName } from '../channel-name.js';

/** What a webhook of a provider brought: stored, answered, then worked on. Shared: one may concern several tenants. */
@Entity('provider_event')
@Unique('provider_event_once', ['channel', 'dedup_key'])
@Check("channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')")
export class ProviderEventEntity {
  @PrimaryColumn('uuid')
  provider_event_id!: string;

  @Column('text')
  channel!: ChannelName;

  /** What is the same of the same event, however often it is told. */
  @Column('text')
  dedup_key!: string;

  /** The account at the provider in whose line it waits; empty where the event names none. */
  @Column({ type: 'text', collation: 'C', default: '' })
  account!: string;

  /** Emptied when it is done. */
  @Column('jsonb')
  payload!: unknown;

  @Column({ type: 'timestamptz', default: NOW })
  received_at!: Date;

  /** Null while it is to be worked on. */
  @Column({ type: 'timestamptz', nullable: true })
  processed_at!: Date | null;

  @Column({ type: 'timestamptz', default: NOW })
  run_at!: Date;

  /** How often it was taken up, except when it had to wait for a message under way. */
  @Column({ type: 'int', default: 0 })
  attempt!: number;

  @Column({ type: 'text', nullable: true })
  last_error!: string | null;
}
