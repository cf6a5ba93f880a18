import type { ActorType } from '../actor.js';

/**
 * What is to be undone: one change, one request, or what one maker wrote from one moment until another; with `from` alone,
 * what the caller wrote.
 */
export type UndoInput = {
  event_id?: string;
  request_id?: string;
  connection_id?: string;
  api_key_id?: string;
  automation_id?: string;
  import_id?: string;
  /** ISO 8601. Only with a maker: from then on, and before `to` (now). Of an import, its begin. */
  from?: string;
  to?: string;
};

/** Why something stays as it is. */
export const LEFT_REASONS = {
  changed_since: 'Somebody changed it afterwards.',
  deleted_since: 'Somebody deleted the record afterwards.',
  still_deleting: 'The record is still being deleted, as many refer to it. Send the same request again a little later.',
  undo_later_first:
    'Whose changes are undone changed or deleted it again at `to` or later: undo that first. A dry run keeps nothing, so that this is also said of a page whose earlier pages were only tried.',
  merged_since: 'The record was merged into another one afterwards.',
  referenced: 'Other records refer to the record that would go.',
  schema_changed: 'The object, attribute, option or stage was deleted, archived or changed.',
  target_gone: 'A record or member that it refers to is not there any more.',
  target_in_trash:
    'The record that it refers to is in the trash, or the record of a link itself. Restore it, then send the same request again.',
  unique_taken: 'Another record has this unique value now.',
  too_many_changes:
    'More than 2,500 changes of the record since are not undone, or its lists changed too often to be compared. Undo later changes first, or fewer with a later `from`.',
  too_large:
    'One call undoes about 16 MiB of changes and large records, for some 15 seconds. Send the same request again for the rest.',
  erased: 'A person was erased: what was there before is not known any more.',
  refused:
    'The write was refused, for example because a required attribute would be empty, an attribute would hold too many values, or the record would be too large.',
  not_a_record: 'Only changes of records can be undone.',
} as const;
export type LeftReason = keyof typeof LEFT_REASONS;

export interface Undone {
  object: string | null;
  record_id: string;
  /** What was done to undo it. */
  action: 'updated' | 'deleted' | 'created' | 'trashed' | 'restored' | 'merged' | 'unmerged';
  /** Slugs of the attributes that have their values back. */
  attributes: string[];
}

/** What stays as it is. */
export interface Left {
  object: string | null;
  record_id: string | null;
  /** Slug; null for the record itself, or the object. */
  attribute: string | null;
  reason: LeftReason;
  /** Who changed it afterwards, where that is why. */
  changed_by: { type: ActorType; id: string | null; name: string | null } | null;
  changed_at: string | null;
  /** Of the same object: the record that has the unique value now, or into which this one was merged. */
  other_record_id: string | null;
}

/** What an undo changed, and what it left because somebody has changed it since. */
export interface UndoResult {
  undone: Undone[];
  left: Left[];
  /** Whether older changes of the window are not undone yet: send the same request with `to` set to `next_to`. */
  has_more: boolean;
  next_to?: string;
  /** There was no room to tell all; then also how many records were changed, and how much was left. */
  shortened?: true;
  undone_total?: number;
  left_total?: number;
}
