import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ActorType, Provenance } from '../actor.js';
import type { AttributeChange } from './changes.js';
import type { EventKind } from './event.js';

/** What happened, written by the change itself. The same row serves the feed and the timeline of a record. */
@Entity('event')
@Index('event_trash', ['workspace_id', 'subject_id', 'rev'], {
  where: "kind in ('record.trashed', 'record.restored')",
})
export class EventEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** Record, object, attribute or message. */
  @PrimaryColumn('uuid')
  subject_id!: string;

  /** The record's revision after the change; 0 where the subject has none. */
  @PrimaryColumn('int')
  rev!: number;

  @PrimaryColumn('uuid')
  event_id!: string;

  @Column('text')
  kind!: EventKind;

  @Column({ type: 'uuid', nullable: true })
  object_id!: string | null;

  @Column('timestamptz')
  occurred_at!: Date;

  @Column('text')
  actor_type!: ActorType;

  @Column({ type: 'uuid', nullable: true })
  actor_id!: string | null;

  /** Of those who have no row of their own to be named by. */
  @Column({ type: 'text', nullable: true })
  actor_name!: string | null;

  @Column('jsonb')
  via!: Provenance;

  /** How many automations stand between this event and a person. */
  @Column({ type: 'smallint', default: () => '0' })
  depth!: number;

  /** Read whole and never looked into by the database, so it is kept as it comes. */
  @Column('json')
  data!: { changes?: AttributeChange[]; [field: string]: unknown };
}
