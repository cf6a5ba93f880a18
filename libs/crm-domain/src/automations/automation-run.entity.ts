import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';
import { AutomationEntity } from './automation.entity.js';

/** What came of an event in an automation: one row, whatever the number of attempts. */
@Entity('automation_run')
@ForeignKey(() => AutomationEntity, ['workspace_id', 'automation_id'], ['workspace_id', 'automation_id'], {
  onDelete: 'CASCADE',
})
@Check("state in ('done', 'retrying', 'failed', 'stopped')")
export class AutomationRunEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  automation_id!: string;

  @PrimaryColumn('uuid')
  event_id!: string;

  @Column('bigint')
  position!: string;

  /** The record that the event is about; null where it is gone. */
  @Column({ type: 'uuid', nullable: true })
  record_id!: string | null;

  @Column('text')
  state!: 'done' | 'retrying' | 'failed' | 'stopped';

  @Column('int')
  attempts!: number;

  /** Null where nothing was wrong. */
  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  started_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  finished_at!: Date;

  /** Where it goes on when it is tried again. */
  @Column({ type: 'int', default: 0 })
  actions_done!: number;

  /** The event with which the chain began; null where no other automation set this one off. */
  @Column({ type: 'uuid', nullable: true })
  root_event_id!: string | null;
}
