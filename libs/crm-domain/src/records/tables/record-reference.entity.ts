import { Entity, PrimaryColumn } from 'typeorm';

/** A reference from one record to another, found from its target. */
@Entity('record_reference')
export class RecordReferenceEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** The record that is referred to. */
  @PrimaryColumn('uuid')
  target_id!: string;

  /** The record that refers to it. */
  @PrimaryColumn('uuid')
  record_id!: string;

  @PrimaryColumn('int')
  attr_no!: number;
}
