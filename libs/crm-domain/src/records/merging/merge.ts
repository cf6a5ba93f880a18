import type { ExpectedVersions } from '../../version-mismatch.js';
import type { AnswerShape } from '../shown/shape.js';
import type { ShownRecord } from '../shown/show-record.js';

/** Records that one merge may take in. */
export const MAX_FROM = 10;
/** References of other records that one merge moves: each such record is written, in one transaction. */
export const MAX_REFERENCES = 1000;
/** Records that one record may stand for, merged into it or into one of those. */
export const MAX_MERGED = 1000;

/** Which records become one, and what it holds beside their united values. */
export interface MergeInput {
  /** Id or slug of the record that stays. */
  into: string;
  /** Ids or slugs of those that go into it. */
  from: readonly string[];
  /** As in an update of the record, after its values were united with those of the others. */
  values?: unknown;
  /** Keys of values that are passed over in silence. */
  ignore?: ReadonlySet<string>;
  /** Versions of which the record that stays must have one. */
  expected?: ExpectedVersions | undefined;
  shape?: AnswerShape;
}

/** The record that stayed. */
export interface MergeResult {
  record: ShownRecord;
  /** Ids of the records that are now part of it. */
  merged: string[];
  /** How many references of other records were moved to it. */
  references_moved: number;
}

/** A record that was merged, as the event of its merge tells of it. */
export interface MergedRecord {
  record_id: string;
  /** Its display text. */
  label: string | null;
  /** Its last revision. */
  version: number;
  /** Ids of the records that had been merged into it before. */
  with?: string[];
}

/** Ids of the record that stays and of the others, all different. */
export interface MergeIds {
  into: string;
  from: readonly string[];
}
