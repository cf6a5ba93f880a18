import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';

/** A kind of records of a workspace. */
@Entity('object')
@Unique('object_slug', ['workspace_id', 'slug'])
export class ObjectEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  object_id!: string;

  @Column('text')
  slug!: string;

  @Column('text')
  singular_noun!: string;

  @Column('text')
  plural_noun!: string;

  @Column({ type: 'boolean', default: false })
  is_system_object!: boolean;

  /** The attribute whose value names a record. */
  @Column('uuid')
  epithet_attribute_id!: string;

  /** The next key of an attribute in documents; never given twice. */
  @Column({ type: 'int', default: 1 })
  next_attr_no!: number;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  /** Null while it is in use. */
  @Column({ type: 'timestamptz', nullable: true })
  archived_at!: Date | null;

  /** Raised by every change of its own; its attributes have their own. */
  @Column({ type: 'int', default: 1 })
  version!: number;
}

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
