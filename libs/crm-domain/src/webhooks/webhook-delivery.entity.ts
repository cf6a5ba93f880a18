import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { EventKind } from '../events/event.js';
import { NOW_IN_MS } from '../db/columns.js';
import { WebhookEntity } from './webhook.entity.js';

/** What became of an event at an endpoint: one row, whatever the number of attempts. */
@Entity('webhook_delivery')
@ForeignKey(() => WebhookEntity, ['workspace_id', 'webhook_id'], ['workspace_id', 'webhook_id'], {
  onDelete: 'CASCADE',
})
@Check("state in ('delivered', 'failing', 'failed')")
export class WebhookDeliveryEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  webhook_id!: string;

  @PrimaryColumn('uuid')
  event_id!: string;

  @Column('bigint')
  position!: string;

  @Column('text')
  kind!: EventKind;

  @Column('text')
  state!: 'delivered' | 'failing' | 'failed';

  @Column('int')
  attempts!: number;

  /** Of the last attempt; null where no answer came. */
  @Column({ type: 'int', nullable: true })
  http_status!: number | null;

  /** Null where nothing was wrong. */
  @Column({ type: 'text', nullable: true })
  error!: string | null;

  /** Of the last attempt. */
  @Column('int')
  duration_ms!: number;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  first_attempt_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  last_attempt_at!: Date;

  /** Until when the endpoint asked for no other attempt; null where it did not. */
  @Column({ type: 'timestamptz', nullable: true })
  left_alone_until!: Date | null;
}
