import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';

/** A client of the tool server, used by one person in one workspace, and what it may do. */
@Entity('connection')
@Unique('connection_workspace_id_connection_id_key', ['workspace_id', 'connection_id'])
@Check('access in (1, 3, 11)')
@Check("approval in ('as_workspace', 'required', 'own_program')")
export class ConnectionEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  user_id!: string;

  /** The client's id at the identity provider. */
  @PrimaryColumn('text')
  client_id!: string;

  @Column('uuid')
  connection_id!: string;

  /** What the client calls itself; null while it has not said. */
  @Column({ type: 'text', nullable: true })
  client_name!: string | null;

  /** Where its sign-in leads back to; null where that is not known. */
  @Column({ type: 'text', nullable: true })
  client_redirect!: string | null;

  /** 1 read, 3 write, 11 send: each includes the one before. */
  @Column({ type: 'int', default: 1 })
  access!: number;

  /** Whether a person has to approve what is sent through it, see `mustApprove`. */
  @Column({ type: 'text', default: 'as_workspace' })
  approval!: 'as_workspace' | 'required' | 'own_program';

  /** Raised by every change a person makes, so that nobody changes what they have not seen. */
  @Column({ type: 'int', default: 1 })
  version!: number;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  /** Null: never. */
  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  /**
   * When it was last given more access, or what it sends needed nobody's approval any more; null where neither ever was.
   * What it had queued before does not leave.
   */
  @Column({ type: 'timestamptz', nullable: true })
  raised_at!: Date | null;

  /** Access that it needed for its last refused call, if its owner has not changed its access since. */
  @Column({ type: 'int', nullable: true })
  asked_access!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  asked_at!: Date | null;

  /** Null while it holds. */
  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;
}
