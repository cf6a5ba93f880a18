import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ActorType } from '../../actor.js';
import type { CreatedVia, Stamps, Values } from '../document.js';

/** A record with its current values as one document. */
@Entity('record')
@Index('record_merged', ['workspace_id', 'merged_into'], { where: 'merged_into is not null' })
export class RecordEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  record_id!: string;

  @Column('uuid')
  object_id!: string;

  @Column('timestamptz')
  created_at!: Date;

  @Column('timestamptz')
  updated_at!: Date;

  /** Null while it is not in the trash. */
  @Column({ type: 'timestamptz', nullable: true })
  trashed_at!: Date | null;

  /** Set when a delete leaves clearing to the background, and by a merge; such a record is gone for every reader. */
  @Column({ type: 'timestamptz', nullable: true })
  deleted_at!: Date | null;

  @Column('text')
  created_by_type!: ActorType;

  @Column({ type: 'uuid', nullable: true })
  created_by_id!: string | null;

  @Column('jsonb')
  created_via!: CreatedVia;

  /** Raised by every change. */
  @Column({ type: 'int', default: 1 })
  rev!: number;

  /** What names the record where others refer to it; null where its naming value is empty. */
  @Column({ type: 'text', nullable: true })
  label!: string | null;

  /** Targets of the document's references, in the document's order; null: none. */
  @Column({ type: 'uuid', array: true, nullable: true })
  refs!: string[] | null;

  /** `{attr_no: value or [values]}`. */
  @Column('jsonb')
  vals!: Values;

  /** `{attr_no: stamp or [stamp or null]}`, only where it differs from the record's creation. */
  @Column({ type: 'jsonb', nullable: true })
  meta!: Stamps | null;

  /** The bytes that it counts with in a page; null where that has to be worked out as it is read. */
  @Column({ type: 'int', nullable: true })
  size!: number | null;

  /** The record that it is part of; then it is out of sight, and stays stored. */
  @Column({ type: 'uuid', nullable: true })
  merged_into!: string | null;
}
