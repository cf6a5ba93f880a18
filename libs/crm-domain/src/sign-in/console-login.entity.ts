import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW } from '../db/columns.js';

/** A sign-in under way, as the release before keeps it. Nothing is written here any more; a later migration drops it. */
@Entity('console_login')
export class ConsoleLoginEntity {
  /** SHA-256 of the `state` that comes back from the identity provider. */
  @PrimaryColumn('bytea')
  state_hash!: Buffer;

  /** SHA-256 of the cookie of the browser that began; nobody else may finish. */
  @Column('bytea')
  browser_hash!: Buffer;

  @Column('text')
  nonce!: string;

  @Column('text')
  code_verifier!: string;

  /** The path of the console that was asked for. */
  @Column('text')
  return_to!: string;

  @Column({ type: 'timestamptz', default: NOW })
  created_at!: Date;
}
