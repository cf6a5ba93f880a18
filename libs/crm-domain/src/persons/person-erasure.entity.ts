import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { NOW, NOW_IN_MS } from '../db/columns.js';
import type { AuditAuthor } from '../audit/audit.js';
import type { Certificate, ErasureState, ErasureStep, Progress, Subject } from './erasure.js';

/** A person that is erased, or counted by a dry run, step by step. */
@Entity('person_erasure')
@Check('person_erasure_state', "state in ('queued', 'running', 'completed', 'incomplete', 'failed')")
@Index('person_erasure_open', ['lease_until'], { where: "state IN ('queued', 'running')" })
export class PersonErasureEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  erasure_id!: string;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column('jsonb')
  requested_by!: AuditAuthor;

  @Column('boolean')
  is_dry_run!: boolean;

  /** That of a dry run: nothing is erased where it would be something else. */
  @Column({ type: 'text', nullable: true })
  expect_digest!: string | null;

  @Column({ type: 'text', default: () => "'queued'" })
  state!: ErasureState;

  /** Raised by whoever takes it up: what an earlier one still does is refused. */
  @Column({ type: 'int', default: 0 })
  attempt!: number;

  /** Nobody else works on it until then. */
  @Column({ type: 'timestamptz', default: NOW })
  lease_until!: Date;

  @Column('text')
  step!: ErasureStep;

  /** Who is meant. Null when it is over: nothing of the person stays here. */
  @Column({ type: 'jsonb', nullable: true })
  subject!: Subject | null;

  /** How far the step is, and what was done so far. */
  @Column('jsonb')
  progress!: Progress;

  /** Of one that is over. */
  @Column({ type: 'jsonb', nullable: true })
  certificate!: Certificate | null;

  /** Why it failed, for people. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  finished_at!: Date | null;
}
