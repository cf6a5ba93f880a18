import { Entity, PrimaryColumn } from 'typeorm';

/** A text by which a record can be found, in byte order. */
@Entity('index_text')
export class IndexTextEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  attribute_id!: string;

  /** The value as it is compared. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  v!: string;

  @PrimaryColumn('uuid')
  record_id!: string;
}
