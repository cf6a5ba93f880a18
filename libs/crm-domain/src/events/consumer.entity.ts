import { Column } from 'typeorm';
import { NOW, NOW_IN_MS } from '../db/columns.js';

/** What everybody has who follows the feed: how far they are, what fails now, and who works for them at this moment. */
export abstract class ConsumerEntity {
  @Column({ type: 'text', default: 'active' })
  status!: 'active' | 'disabled';

  /** Why it is switched off, by a person or by the service; null while it is active. */
  @Column({ type: 'text', nullable: true })
  disabled_reason!: string | null;

  /** Of the last event up to which everything is done or given up. */
  @Column('bigint')
  position!: string;

  @Column({ type: 'timestamptz', nullable: true })
  last_success_at!: Date | null;

  /** Of the event that fails now; 0 where none does. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: NOW })
  next_attempt_at!: Date;

  /** Who works for it at this moment; null: nobody. */
  @Column({ type: 'uuid', nullable: true })
  lease_owner!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  lease_until!: Date | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  updated_at!: Date;
}
