import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value of a unique attribute: only one record can hold it. */
@Entity('record_unique')
export class RecordUniqueEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  attribute_id!: string;

  /** The value as it is compared. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  v!: string;

  @Column('uuid')
  record_id!: string;
}
