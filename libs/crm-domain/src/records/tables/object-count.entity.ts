import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Active records of an object, spread over slots so that those who create at once do not wait for each other. */
@Entity('object_count')
export class ObjectCountEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  object_id!: string;

  @PrimaryColumn('smallint')
  slot!: number;

  /** May be negative: the sum over all slots counts. */
  @Column('bigint')
  n!: string;
}
