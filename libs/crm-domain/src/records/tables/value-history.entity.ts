import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ActorType } from '../../actor.js';
import type { Json } from '../../values/value-type.js';

/** A value that is no longer active. Rows are only added. */
@Entity('value_history')
export class ValueHistoryEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  record_id!: string;

  @PrimaryColumn('int')
  attr_no!: number;

  /** The change that ended it. */
  @PrimaryColumn('uuid')
  change_id!: string;

  /** Which value of an attribute that holds several. */
  @PrimaryColumn('int')
  item!: number;

  @Column('timestamptz')
  active_from!: Date;

  @Column('timestamptz')
  active_until!: Date;

  @Column('text')
  created_by_type!: ActorType;

  @Column({ type: 'uuid', nullable: true })
  created_by_id!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  via!: Json | null;

  @Column('jsonb')
  value!: Json;
}
