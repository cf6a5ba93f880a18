import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The place of an event in the feed: positions without gaps, in the order in which transactions became visible. */
@Entity('event_feed')
export class EventFeedEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('bigint')
  position!: string;

  @Column('uuid')
  subject_id!: string;

  @Column('int')
  rev!: number;

  @Column('uuid')
  event_id!: string;

  @Column('timestamptz')
  occurred_at!: Date;
}

/** How far the feed of a workspace reaches. */
@Entity('event_head')
export class EventHeadEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** The last position given. */
  @Column({ type: 'bigint', default: () => '0' })
  position!: string;

  /** The first position that is still kept. */
  @Column({ type: 'bigint', default: () => '1' })
  first_kept!: string;
}

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
