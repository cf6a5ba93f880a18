import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW } from '../db/columns.js';

/** Somebody is signed in to the console. Shared: a person may belong to several workspaces. */
@Entity('console_session')
export class ConsoleSessionEntity {
  /** SHA-256 of the cookie. */
  @PrimaryColumn('bytea')
  session_hash!: Buffer;

  @Column('uuid')
  user_id!: string;

  /** What every form has to bring along. */
  @Column('text')
  csrf!: string;

  /** When the person last proved who they are. */
  @Column('timestamptz')
  auth_time!: Date;

  @Column({ type: 'timestamptz', default: NOW })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW })
  last_seen_at!: Date;
}
