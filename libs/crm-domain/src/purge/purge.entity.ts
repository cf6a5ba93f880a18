import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW, XID8 } from '../db/columns.js';

/**
 * A deleted object, attribute or record whose rows still have to go, or an object whose search index has to be made
 * anew; worked off in batches.
 */
@Entity('purge')
@Check("kind in ('object', 'attribute', 'record', 'search')")
export class PurgeEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  purge_id!: string;

  @Column('text')
  kind!: 'object' | 'attribute' | 'record' | 'search';

  @Column('uuid')
  object_id!: string;

  /** Of an attribute; else null. */
  @Column({ type: 'uuid', nullable: true })
  attribute_id!: string | null;

  /** Of an attribute; else null. */
  @Column({ type: 'int', nullable: true })
  attr_no!: number | null;

  /** Of a record; else null. */
  @Column({ type: 'uuid', nullable: true })
  record_id!: string | null;

  /** The deleting transaction: purging waits until every transaction that may not have seen it is over. */
  @Column({ type: XID8, default: () => 'pg_current_xact_id()' })
  deleted_by_xid!: string;

  @Column({ type: 'timestamptz', default: NOW })
  created_at!: Date;
}
