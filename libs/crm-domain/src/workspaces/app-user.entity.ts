import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';

/**
 * A person, or a service, as the identity provider names them: (issuer, subject). Shared: one may belong to several
 * workspaces.
 */
@Entity('app_user')
@Unique('app_user_issuer_subject_key', ['issuer', 'subject'])
export class AppUserEntity {
  @PrimaryColumn('uuid')
  user_id!: string;

  @Column('text')
  issuer!: string;

  @Column('text')
  subject!: string;

  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  /** When the provider said that they are gone, for good; null while they are active. */
  @Column({ type: 'timestamptz', nullable: true })
  deactivated_at!: Date | null;

  /**
   * When the provider deleted the person, by its own clock: what it tells of before must not bring anything back to
   * somebody whom an operator has added again. Null where it never did.
   */
  @Column({ type: 'timestamptz', nullable: true })
  identity_deleted_at!: Date | null;

  /**
   * When the provider last changed the person, by its own clock: what is older comes too late. Null where it never
   * told.
   */
  @Column({ type: 'timestamptz', nullable: true })
  identity_changed_at!: Date | null;

  /**
   * Of a service: the client at the identity provider that gets tokens for itself and is this member. Null for a
   * person. Never changes: neither ever becomes the other.
   */
  @Column({ type: 'text', nullable: true })
  service_client_id!: string | null;
}
