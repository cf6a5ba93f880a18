import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that has no position yet. Whoever reads the feed first gives it one. */
@Entity('event_pending')
export class EventPendingEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** When the event's change was through with waiting for others: the order in which events get their positions. */
  @PrimaryColumn({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  queued_at!: Date;

  @Column('timestamptz')
  occurred_at!: Date;

  @PrimaryColumn('int')
  rev!: number;

  @Column('uuid')
  subject_id!: string;

  @PrimaryColumn('uuid')
  event_id!: string;
}
