import type { AuditAuthor } from '../audit/audit.js';
import type { Traces } from './traces.js';

/** From being asked for to its end. `incomplete`: something is left that a person has to look at. */
export const ERASURE_STATES = ['queued', 'running', 'completed', 'incomplete', 'failed'] as const;
/** One of `ERASURE_STATES`. */
export type ErasureState = (typeof ERASURE_STATES)[number];

/** `count` finds out what there is, `erase` takes it away, `scan` looks whether anything is left. */
export type ErasureStep = 'count' | 'erase' | 'files' | 'scan';

/** Records of one person, as many as are erased together. */
export const MAX_RECORDS = 1000;

/** What is asked for. */
export interface NewErasure {
  /** The person's e-mail address. */
  email: string;
  /**
   * Slugs or UUIDs of objects whose records go as well where they refer to the person and to nothing else. Where none
   * are given: notes, tasks and activities.
   */
  also?: readonly string[] | undefined;
  dry_run?: boolean | undefined;
  expect_digest?: string | undefined;
}

/** Who is meant, as far as it was found out. */
export interface Subject {
  email: string;
  also: readonly string[];
  /** Records that go, those merged into them included. */
  records: readonly string[];
  /** Records that refer to those: names in them are the person's. */
  about: readonly string[];
  /** Addresses of these records that others hold as well: they stay. */
  shared: number;
  traces: Traces;
}

/** Rows by table. */
export type Counts = Record<string, number>;

/** How far a step is. */
export interface Progress {
  /** The table that is looked through, and the key of the last row of it that is done. */
  table: number;
  after: string[] | null;
  /** What the count found, and its digest so far. */
  counted: Counts;
  digest: string;
  erased: Counts;
  scanned: { tables: number; rows: number; found: Counts; names: Counts };
  /** How often everything was looked through: what comes in meanwhile is met by a second round. */
  round: number;
}

/** What was done, without anything by which the person could be recognised. */
export interface Certificate {
  erasure_id: string;
  workspace_id: string;
  requested_at: string;
  requested_by: AuditAuthor;
  finished_at: string;
  /** Records of the person. */
  records: number;
  /** Addresses that other people's records hold as well, so that they were left. */
  shared_addresses: number;
  /** Rows that were deleted, emptied or redacted, by table. */
  erased: Counts;
  scan: {
    tables: number;
    rows: number;
    /** Rows that still hold an address or phone number of the person, by table. */
    found: Counts;
    /** Rows elsewhere with the same name: somebody has to say whether the person is meant. */
    names: Counts;
  };
  /** SHA-256 of the fields above as JSON, in hexadecimal. */
  digest: string;
}

/** An erasure as it is shown. Moments are ISO 8601 in milliseconds. */
export interface ErasureWire {
  id: { workspace_id: string; erasure_id: string };
  state: ErasureState;
  dry_run: boolean;
  step: ErasureStep;
  /** From 0 to 1, of the step. */
  progress: number;
  /** What there is to erase, by table, once a count is over; and its digest. */
  counted: Counts | null;
  digest: string | null;
  /**
   * Of a dry run, until it is over: e-mail addresses and phone numbers that would be erased, at most 100. They are not
   * kept.
   */
  addresses: string[] | null;
  certificate: Certificate | null;
  failure: string | null;
  created_at: string;
  created_by: { type: string; id: string | null };
  finished_at: string | null;
}

export const nothingDone = (): Progress => ({
  table: 0,
  after: null,
  counted: {},
  digest: '',
  erased: {},
  scanned: { tables: 0, rows: 0, found: {}, names: {} },
  round: 1,
});

export function add(counts: Counts, table: string, rows: number): void {
  if (rows > 0) counts[table] = (counts[table] ?? 0) + rows;
}
