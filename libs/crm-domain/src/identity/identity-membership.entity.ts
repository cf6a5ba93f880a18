import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The provider's last word on a membership. It outlives the membership, so that a late delivery cannot bring that back,
 * and comes before it where the person is not known yet.
 */
@Entity('identity_membership')
@Check("role in ('admin', 'member')")
export class IdentityMembershipEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('text')
  issuer!: string;

  @PrimaryColumn('text')
  subject!: string;

  /** Null: removed. */
  @Column({ type: 'text', nullable: true })
  role!: 'admin' | 'member' | null;

  /** By the provider's clock. */
  @Column('timestamptz')
  changed_at!: Date;
}
