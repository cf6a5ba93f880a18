import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What somebody did to a workspace itself. Rows are only added, and go when they are older than is kept. */
@Entity('audit_entry')
@Index('audit_entry_action', ['workspace_id', 'action', 'entry_no'])
@Index('audit_entry_actor', ['workspace_id', 'actor_id', 'entry_no'], { where: 'actor_id IS NOT NULL' })
export class AuditEntryEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** 1 for the first entry of the workspace, and so on without gaps. */
  @PrimaryColumn('bigint')
  entry_no!: string;

  @Column('timestamptz')
  occurred_at!: Date;

  @Column('text')
  action!: string;

  /** Null: no person. */
  @Column({ type: 'uuid', nullable: true })
  actor_id!: string | null;

  /** The rest, as JSON: the text as it was written is what the digest is of. */
  @Column('text')
  entry!: string;

  /** SHA-256 of the digest of the entry before and of this one. */
  @Column('bytea')
  digest!: Buffer;
}

/** Both ends of what is kept of the log of a workspace. */
@Entity('audit_head')
export class AuditHeadEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @Column('bigint')
  last_no!: string;

  @Column('bytea')
  last_digest!: Buffer;

  /** The oldest entry that is kept. */
  @Column({ type: 'bigint', default: () => '1' })
  first_no!: string;

  /** The digest of the entry before that; empty where it is the first of all. */
  @Column({ type: 'bytea', default: () => `'\\x'::bytea` })
  first_before!: Buffer;
}
