import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { HandleKind } from '../../messaging/channel-name.js';

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
