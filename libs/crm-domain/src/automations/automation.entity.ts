import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { FilterInput } from '../records/query/judge-filter.js';
import { NOW, NOW_IN_MS } from '../db/columns.js';
import type { Action, Trigger } from './automation.js';

/**
 * What a workspace does by itself when something happens. A consumer of the feed: it remembers the position up to which
 * everything is done.
 */
@Entity('automation')
@Check("status in ('active', 'disabled')")
export class AutomationEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  automation_id!: string;

  @Column('text')
  name!: string;

  /** What it begins with. */
  @Column('text')
  kind!: Trigger;

  @Column('uuid')
  object_id!: string;

  /** All of them must hold when it runs. */
  @Column({ type: 'jsonb', default: () => "'[]'" })
  condition!: FilterInput[];

  /** Done one after the other. */
  @Column('jsonb')
  actions!: Action[];

  @Column({ type: 'text', default: 'active' })
  status!: 'active' | 'disabled';

  /** Null unless the service disabled it. */
  @Column({ type: 'text', nullable: true })
  disabled_reason!: string | null;

  @Column('bigint')
  position!: string;

  @Column({ type: 'timestamptz', nullable: true })
  last_success_at!: Date | null;

  /** Of the event that fails now; 0 where none does. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: NOW })
  next_attempt_at!: Date;

  /** Who runs it at this moment; null: nobody. */
  @Column({ type: 'uuid', nullable: true })
  lease_owner!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  lease_until!: Date | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  updated_at!: Date;
}
