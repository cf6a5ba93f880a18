import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ActorType, Caller } from '../actor.js';
import { NOW_IN_MS } from '../db/columns.js';
import type { FileColumn, FileOptions, FoundInFile, ImportFormat, ImportState, Mapping } from './import.js';

/** The import of one file into one object. */
@Entity('import_job')
@Index('import_job_due', ['updated_at'], { where: `state in ('reading', 'checking', 'running')` })
@Index('import_job_kept', ['kept_until'], { where: 'kept_until IS NOT NULL' })
@Check(`state in ('uploading', 'reading', 'ready', 'checking', 'checked', 'running', 'done', 'canceled', 'failed')`)
@Check("format in ('csv', 'ndjson', 'xlsx')")
export class ImportJobEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  import_id!: string;

  @Column('uuid')
  object_id!: string;

  @Column('text')
  state!: ImportState;

  @Column('text')
  file_name!: string;

  @Column('text')
  format!: ImportFormat;

  /** Of the whole file. */
  @Column('int')
  bytes!: number;

  @Column('jsonb')
  options!: FileOptions;

  /** What was found out when it was read; null before. */
  @Column({ type: 'jsonb', nullable: true })
  found!: FoundInFile | null;

  /** The credential with which its rows are written; their statements check it again. */
  @Column('jsonb')
  started_by!: ImportCaller;

  /** Who made it. */
  @Column('text')
  actor_type!: ActorType;

  @Column({ type: 'uuid', nullable: true })
  actor_id!: string | null;

  /** Empty until the file is read. */
  @Column({ type: 'jsonb', default: () => `'[]'::jsonb` })
  columns!: FileColumn[];

  @Column({ type: 'jsonb', nullable: true })
  mapping!: Mapping | null;

  @Column({ type: 'int', default: 0 })
  rows_read!: number;

  /** Of all cells of the rows. */
  @Column({ type: 'bigint', default: () => '0' })
  rows_characters!: string;

  /** Of the check or run that is under way, or was the last. */
  @Column({ type: 'int', default: 0 })
  rows_done!: number;

  @Column({ type: 'int', default: 0 })
  created!: number;

  @Column({ type: 'int', default: 0 })
  updated!: number;

  @Column({ type: 'int', default: 0 })
  failed!: number;

  /** Why it cannot go on. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  /** Of the process that works on it now: what another one still does is refused. */
  @Column({ type: 'uuid', nullable: true })
  claim!: string | null;

  /** Since it last got further. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  updated_at!: Date;

  /** When its first row was to be written. */
  @Column({ type: 'timestamptz', nullable: true })
  started_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  finished_at!: Date | null;

  /** Until then its rows can be read; null when they are gone. */
  @Column({ type: 'timestamptz', nullable: true })
  kept_until!: Date | null;
}

/** What is kept of a caller. */
export type ImportCaller = Pick<Caller, 'api_key_id' | 'user_id' | 'client_id' | 'trusted' | 'via'>;

/** A piece of a file as it was sent. All but the last are of one size. */
@Entity('import_part')
export class ImportPartEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  import_id!: string;

  /** From 1. */
  @PrimaryColumn('int')
  part_no!: number;

  @Column('bytea')
  bytes!: Buffer;
}

/** Rows of a file that are written together. */
@Entity('import_rows')
export class ImportRowsEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  import_id!: string;

  /** The number of the first of them, from 1. */
  @PrimaryColumn('int')
  first_row!: number;

  /** JSON: of each row its cells, or a text that says what is wrong with it. */
  @Column('text')
  cells!: string;

  /** Of each row, its number in the file as a spreadsheet program shows it; null of files that were read before. */
  @Column({ type: 'int', array: true, nullable: true })
  numbers!: number[] | null;
}

/** Why a row was not written, or would not be. */
@Entity('import_error')
export class ImportErrorEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  import_id!: string;

  @PrimaryColumn('int')
  row_no!: number;

  @Column('text')
  reason!: string;
}
