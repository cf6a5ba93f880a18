import type { ActorType } from '../actor.js';
import type { ImportJobEntity } from './import.entity.js';
import {
  PART_BYTES,
  type FileColumn,
  type FoundInFile,
  type ImportFormat,
  type ImportState,
  type Mapping,
} from './import.js';
import type { ListedImport, RowError } from './import.store.js';

/** An import as it is shown. */
export interface ImportWire {
  id: string;
  /** Slug; null where the object was deleted. */
  object: string | null;
  state: ImportState;
  file_name: string;
  format: ImportFormat;
  bytes: number;
  /** Of the file: each has `part_bytes` bytes, but for the last. */
  parts: number;
  part_bytes: number;
  rows: { total: number; done: number; created: number; updated: number; failed: number };
  /** These five are not in lists. The numbers of the parts that are still to be sent. */
  missing_parts?: number[];
  reading?: FileReading | null;
  columns?: FileColumn[];
  mapping?: Mapping | null;
  errors?: RowError[];
  failure: string | null;
  created_by: { type: ActorType; id: string | null };
  created_at: string;
  updated_at: string;
  finished_at: string | null;
  /** Until then the rows and the error file can be had. */
  kept_until: string | null;
}

/** How the file was read; null before. */
export type FileReading = FoundInFile & { sheet: string | null };

export function readingOf({ found, options }: ImportJobEntity): FileReading | null {
  return found && { ...found, sheet: options.sheet ?? found.sheets[0] ?? null };
}

export function partsOf(bytes: number): number {
  return Math.ceil(bytes / PART_BYTES);
}

export function importWire(job: ListedImport, object: string | null): ImportWire {
  const { rows_read: total, rows_done: done, created, updated, failed } = job;
  return {
    id: job.import_id,
    object,
    state: job.state,
    file_name: job.file_name,
    format: job.format,
    bytes: job.bytes,
    parts: partsOf(job.bytes),
    part_bytes: PART_BYTES,
    rows: { total, done, created, updated, failed },
    failure: job.failure,
    created_by: { type: job.actor_type, id: job.actor_id },
    created_at: job.created_at.toISOString(),
    updated_at: job.updated_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
    kept_until: job.kept_until?.toISOString() ?? null,
  };
}
