import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW } from '../db/columns.js';

/**
 * The answer to a request that may be sent again, written in the transaction of what the request did; kept for a day.
 */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** API key, or user and client: keys of different credentials never meet. */
  @PrimaryColumn('text')
  credential!: string;

  @PrimaryColumn('text')
  key!: string;

  /** Of the request: the same key with another request is refused. */
  @Column('text')
  fingerprint!: string;

  /** Not jsonb: a repeated answer has the very bytes of the first. Null while the request is under way. */
  @Column({ type: 'json', nullable: true })
  answer!: unknown;

  /** Of an answer of more than 64 KiB: a workspace keeps only so many of them. Null for others. */
  @Column({ type: 'int', nullable: true })
  large_bytes!: number | null;

  @Column({ type: 'timestamptz', default: NOW })
  created_at!: Date;
}
