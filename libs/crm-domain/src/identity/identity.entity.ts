import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW } from '../db/columns.js';

/** A webhook delivery of the identity provider that was taken in; kept for a day, so that none is taken in twice. */
@Entity('identity_event')
export class IdentityEventEntity {
  @PrimaryColumn('text')
  event_id!: string;

  @Column({ type: 'timestamptz', default: NOW })
  received_at!: Date;
}

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
