import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';

/** A tenant: one organisation of the identity provider. Shared: it is looked up before the tenant is known. */
@Entity('workspace')
@Unique('workspace_external_org_id_key', ['external_org_id'])
export class WorkspaceEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** The organisation's id at the identity provider. */
  @Column('text')
  external_org_id!: string;

  @Column('text')
  name!: string;

  /** Whether anybody is served; the entitlement that the organisation has bought. */
  @Column({ type: 'boolean', default: true })
  api_access!: boolean;

  /** Whether a person has to approve what tools send. */
  @Column({ type: 'boolean', default: false })
  drafts_need_approval!: boolean;

  /**
   * Raised by every change of objects, attributes, options and stages: tells processes that their cached schema is old.
   */
  @Column({ type: 'bigint', default: () => '1' })
  schema_version!: string;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;
}

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
