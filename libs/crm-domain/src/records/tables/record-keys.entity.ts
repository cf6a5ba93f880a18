import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { HandleKind } from '../../messaging/channel-name.js';

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

/**
 * An address of a record, kept in its own write: a conversation finds its people through it the moment a value changes.
 */
@Entity('record_handle')
@Check("kind in ('email', 'phone', 'psid', 'igsid')")
export class RecordHandleEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('text')
  kind!: HandleKind;

  /** The address as it is compared. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  handle!: string;

  @PrimaryColumn('uuid')
  record_id!: string;

  @PrimaryColumn('uuid')
  attribute_id!: string;

  @Column('uuid')
  object_id!: string;
}
