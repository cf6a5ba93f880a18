import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { AttributeType } from '../values/value-type.js';
import { NOW_IN_MS } from '../db/columns.js';

/** What a record of an object can hold. */
@Entity('attribute')
@Unique('attribute_slug', ['workspace_id', 'object_id', 'slug'])
@Unique('attribute_workspace_id_object_id_attr_no_key', ['workspace_id', 'object_id', 'attr_no'])
export class AttributeEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  attribute_id!: string;

  @Column('uuid')
  object_id!: string;

  /** The attribute's key in a record's document; never used twice in an object. */
  @Column('int')
  attr_no!: number;

  @Column('text')
  slug!: string;

  @Column('text')
  title!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column('text')
  type!: AttributeType;

  @Column({ type: 'boolean', default: false })
  is_required!: boolean;

  @Column({ type: 'boolean', default: false })
  is_unique!: boolean;

  @Column({ type: 'boolean', default: false })
  is_multi_select!: boolean;

  @Column({ type: 'boolean', default: false })
  is_system_attribute!: boolean;

  /** In the form that the value type defines; null: none. */
  @Column({ type: 'text', nullable: true })
  default_value!: string | null;

  /** What the type needs beyond the other columns. */
  @Column({ type: 'jsonb', default: () => "'{}'" })
  config!: { currency?: unknown; allowed_object_ids?: string[] };

  /** The other side of a relationship; null where there is none. */
  @Column({ type: 'uuid', nullable: true })
  inverse_attribute_id!: string | null;

  @Column({ type: 'uuid', nullable: true })
  inverse_object_id!: string | null;

  /** Of a relationship, as seen from this side. */
  @Column({ type: 'text', nullable: true })
  cardinality!: 'one-to-one' | 'one-to-many' | 'many-to-one' | 'many-to-many' | null;

  @Column({ type: 'int', default: 0 })
  sort_order!: number;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  /** Null while it is in use. */
  @Column({ type: 'timestamptz', nullable: true })
  archived_at!: Date | null;

  /** Raised by every change, also of its options or stages. */
  @Column({ type: 'int', default: 1 })
  version!: number;
}
