import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The words of a record. */
@Entity('record_search')
export class RecordSearchEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  record_id!: string;

  @Column('tsvector')
  tsv!: string;
}
