import { Entity, PrimaryColumn } from 'typeorm';

/** A number or a moment by which a record can be found. */
@Entity('index_number')
export class IndexNumberEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  attribute_id!: string;

  /** Moments in seconds since 1970. */
  @PrimaryColumn('double precision')
  v!: number;

  @PrimaryColumn('uuid')
  record_id!: string;
}
