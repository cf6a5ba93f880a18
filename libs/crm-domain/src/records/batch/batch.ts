import { DomainError, invalid, type Issue } from '../../errors.js';
import type { AnswerShape } from '../shown/shape.js';
import type { ShownRecord } from '../shown/show-record.js';

/** Items of one batch at most. */
export const MAX_ITEMS = 500;

/** `atomic`: all items or none. `each`: every item by itself. */
export const BATCH_MODES = ['atomic', 'each'] as const;
/** One of `BATCH_MODES`. */
export type BatchMode = (typeof BATCH_MODES)[number];

/** What an item does. */
export const BATCH_OPERATIONS = ['create', 'update', 'upsert', 'delete', 'trash', 'restore'] as const;
/** One of `BATCH_OPERATIONS`. */
export type BatchOperation = (typeof BATCH_OPERATIONS)[number];

/** Many writes in one request. */
export interface Batch {
  mode: BatchMode;
  /** As they were sent. */
  items: readonly unknown[];
  /** Of all items that name none. */
  object?: string;
  /** Whether items may name no other object. */
  isOfOne?: boolean;
  /** How the caller calls the values of an item, and its record. */
  names: { data: string; record: string };
  /** Keys of values that are passed over in silence. */
  ignore?: ReadonlySet<string>;
  shape: AnswerShape;
  /** Bytes of all records in the answer. Beyond them, only ids are told. */
  room: number;
  /** Fires when nobody waits any more: then no further item is begun. */
  signal?: AbortSignal;
  /**
   * Ends the batch before an item with which its large records would be too many, in place of refusing that item. There
   * are fewer results than items then.
   */
  endsWhenFull?: boolean;
}

/** Whether anything of a batch was done. */
export function isApplied(results: readonly ItemResult[]): boolean {
  return results.some((result) => !failed(result));
}

/** What became of an item. */
export type ItemResult = Written | { deleted: true } | { error: unknown } | { undone: true };

interface Written {
  record: ShownRecord | { id: ShownRecord['id'] };
  /** Of an upsert. */
  created?: boolean;
  /** Only the id is told, for want of room. */
  shortened?: true;
}

export interface BatchResult {
  results: ItemResult[];
  /** Of large records that had to be read. */
  largeBytes: number;
}

/** An atomic batch of which nothing was written. Its issues are those of all items that failed. */
export class BatchRefused extends DomainError {
  /** @param at the item that failed first */
  constructor(
    at: number,
    error: DomainError,
    /** What became of each item. */
    readonly results: readonly ItemResult[],
  ) {
    const message = `Nothing was written, because items[${at}] failed: ${error.message}`;
    super('validation', message, invalid(results.flatMap(issuesOf)).issues);
    this.because(error.reason);
  }
}

function issuesOf(result: ItemResult, at: number): readonly Issue[] {
  if (!failed(result) || !(result.error instanceof DomainError)) return [];
  const { issues, message, reason } = result.error;
  return issues.length > 0 ? issues : [{ path: `items[${at}]`, message, reason }];
}

export function failed(result: ItemResult): result is { error: unknown } {
  return 'error' in result;
}
