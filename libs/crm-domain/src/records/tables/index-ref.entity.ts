import { Entity, PrimaryColumn } from 'typeorm';

/** An option, a stage, a person or a record by whose id a record can be found. */
@Entity('index_ref')
export class IndexRefEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  attribute_id!: string;

  /** The id. */
  @PrimaryColumn('uuid')
  v!: string;

  @PrimaryColumn('uuid')
  record_id!: string;
}
