import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { NOW, NOW_IN_MS } from '../db/columns.js';
import type { AskedExport, ExportState } from './export.js';

/** A file of a workspace's data, made in the background as of one moment. */
@Entity('export')
@Check('export_state', "state in ('queued', 'running', 'completed', 'failed', 'cancelled')")
@Index('export_open', ['lease_until'], { where: "state IN ('queued', 'running')" })
@Index('export_expiry', ['expires_at'])
export class ExportEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  export_id!: string;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column('text')
  created_by_type!: string;

  @Column({ type: 'uuid', nullable: true })
  created_by_id!: string | null;

  /** Null for a whole workspace. */
  @Column({ type: 'uuid', nullable: true })
  object_id!: string | null;

  /** Null for all records. */
  @Column({ type: 'uuid', nullable: true })
  view_id!: string | null;

  @Column('jsonb')
  asked!: AskedExport;

  @Column({ type: 'text', default: () => "'queued'" })
  state!: ExportState;

  /** How often it was begun. */
  @Column({ type: 'int', default: 0 })
  attempt!: number;

  /** Nobody else works on it until then. */
  @Column({ type: 'timestamptz', default: NOW })
  lease_until!: Date;

  /** The moment whose data it holds; null before it was begun. */
  @Column({ type: 'timestamptz', nullable: true })
  as_of!: Date | null;

  /** The last event of the feed that it holds; null before it was begun. */
  @Column({ type: 'bigint', nullable: true })
  feed_position!: string | null;

  /** From 0 to 1. */
  @Column({ type: 'real', default: () => '0' })
  progress!: number;

  @Column({ type: 'bigint', default: () => '0' })
  records!: string;

  /** Of the file. */
  @Column({ type: 'bigint', default: () => '0' })
  bytes!: string;

  /** The same as they are stored. */
  @Column({ type: 'bigint', default: () => '0' })
  stored_bytes!: string;

  @Column({ type: 'int', default: 0 })
  chunks!: number;

  /** What went wrong, for people. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  finished_at!: Date | null;

  /** From then on neither the file nor this row is kept. */
  @Column({ type: 'timestamptz', default: () => "now() + interval '24 hours'" })
  expires_at!: Date;

  /** Signs its links. */
  @Column('bytea')
  link_key!: Buffer;
}

/** A piece of such a file, compressed. */
@Entity('export_chunk')
export class ExportChunkEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  export_id!: string;

  /** From 0. */
  @PrimaryColumn('int')
  chunk_no!: number;

  @Column('bytea')
  body!: Buffer;
}
