import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { FilterInput } from '../records/query/parse-filter.js';
import { ConsumerEntity } from '../events/consumer.entity.js';
import type { Action, Trigger } from './automation.js';

/**
 * What a workspace does by itself when something happens. A consumer of the feed: it remembers the position up to which
 * everything is done.
 */
@Entity('automation')
@Check("status in ('active', 'disabled')")
export class AutomationEntity extends ConsumerEntity {
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

  /** The view that must hold the record when it runs; null: there is none. */
  @Column({ type: 'uuid', nullable: true })
  view_id!: string | null;

  /** Done one after the other. */
  @Column('jsonb')
  actions!: Action[];
}
