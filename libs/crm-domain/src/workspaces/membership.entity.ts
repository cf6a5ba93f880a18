import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';

/** Somebody belongs to a workspace. */
@Entity('membership')
@Check("role in ('admin', 'member')")
export class MembershipEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  user_id!: string;

  @Column('text')
  role!: 'admin' | 'member';

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;
}
