import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { EventKind } from '../events/event.js';
import { NOW, NOW_IN_MS } from '../db/columns.js';

/**
 * An endpoint that gets the events of a workspace. A consumer of the feed: it remembers the position up to which
 * everything is done.
 */
@Entity('webhook')
@Check("status in ('active', 'disabled')")
export class WebhookEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  webhook_id!: string;

  @Column('text')
  url!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** Null: all of them. */
  @Column({ type: 'text', array: true, nullable: true })
  kinds!: EventKind[] | null;

  /** Null: events of all objects. */
  @Column({ type: 'uuid', nullable: true })
  object_id!: string | null;

  /** Null: whatever was changed; else one of these must have been. */
  @Column({ type: 'uuid', array: true, nullable: true })
  attribute_ids!: string[] | null;

  /** Sealed, as credentials are. */
  @Column('text')
  secret!: string;

  /** Signs too until its time is over; null: there is none. */
  @Column({ type: 'text', nullable: true })
  old_secret!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  old_secret_until!: Date | null;

  @Column({ type: 'text', default: 'active' })
  status!: 'active' | 'disabled';

  /** Null unless the service disabled it. */
  @Column({ type: 'text', nullable: true })
  disabled_reason!: string | null;

  @Column('bigint')
  position!: string;

  @Column({ type: 'timestamptz', nullable: true })
  last_success_at!: Date | null;

  /** Of the event that fails now; 0 where none does. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: NOW })
  next_attempt_at!: Date;

  /** Who delivers at this moment; null: nobody. */
  @Column({ type: 'uuid', nullable: true })
  lease_owner!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  lease_until!: Date | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  updated_at!: Date;
}
