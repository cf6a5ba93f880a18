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
