import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { EventKind } from '../events/event.js';
import { ConsumerEntity } from '../events/consumer.entity.js';

/**
 * An endpoint that gets the events of a workspace. A consumer of the feed: it remembers the position up to which
 * everything is done.
 */
@Entity('webhook')
@Check("status in ('active', 'disabled')")
export class WebhookEntity extends ConsumerEntity {
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

  /** The view that must hold the record of an event; null: there is none. */
  @Column({ type: 'uuid', nullable: true })
  view_id!: string | null;

  /** Sealed, as credentials are. Empty where a restored one has none yet. */
  @Column('text')
  secret!: string;

  /** Signs too until its time is over; null: there is none. */
  @Column({ type: 'text', nullable: true })
  old_secret!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  old_secret_until!: Date | null;
}
