import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An option of a select or multi-select attribute, or a stage of a pipeline. Active titles are unique in an attribute,
 * whatever their case.
 */
@Entity('choice')
export class ChoiceEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  choice_id!: string;

  @Column('uuid')
  attribute_id!: string;

  @Column('uuid')
  object_id!: string;

  @Column('text')
  title!: string;

  @Column('int')
  sort_order!: number;

  /** Of a stage; null of an option. */
  @Column({ type: 'jsonb', nullable: true })
  config!: { is_closed: boolean; is_won: boolean; is_lost: boolean } | null;

  /** Null while it can be chosen. */
  @Column({ type: 'timestamptz', nullable: true })
  archived_at!: Date | null;
}
