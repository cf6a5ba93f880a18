import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW_IN_MS } from '../../db/columns.js';
import type { HandleKind } from '../channel-name.js';

/** An address from which a user does not want to see anything. */
@Entity('user_block')
@Check("kind in ('email', 'phone', 'psid', 'igsid')")
export class UserBlockEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  user_id!: string;

  @PrimaryColumn('text')
  kind!: HandleKind;

  /** The address as it is compared. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  handle!: string;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;
}
