import type { ActorType } from '../actor.js';
import type { Json } from '../values/value-type.js';

/**
 * Who wrote a value and when, if not the record's creation: [epoch milliseconds, actor type, actor id, revision]. The
 * event of that revision tells through what; stamps from before there were events hold the provenance itself.
 */
export type Stamp = [number, ActorType, string | null, Json?];

/** Current values by attribute number: one value, or a list on attributes that hold several. */
export type Values = Record<string, Json>;
export type Stamps = Record<string, Stamp | (Stamp | null)[]>;

/** Stands for the revision of a record where the caller may not know it. */
export const HIDDEN_REV = 0;

/** A record as it is stored. */
export interface RecordRow {
  record_id: string;
  object_id: string;
  created_at: Date;
  updated_at: Date;
  created_by_type: ActorType;
  created_by_id: string | null;
  created_via: CreatedVia;
  rev: number;
  label: string | null;
  refs: string[] | null;
  vals: Values;
  meta: Stamps | null;
  /** Aligned with `refs`: null where the target is gone, else '0' (in the trash) or '1' followed by its label. */
  labels: (string | null)[];
}

export interface CreatedVia {
  origin: string;
  request_id: string;
  actor_name: string;
  tool?: string;
  client_name?: string;
  connection_id?: string;
  import_id?: string;
  import_file_name?: string;
}

/** A record that is about to be written. */
export interface NewRecord {
  record_id: string;
  object_id: string;
  created_via: CreatedVia;
  /** Of one that was deleted and comes back: how it was made, and the revision that it goes on with. */
  revived?: Pick<RecordRow, 'created_at' | 'created_by_type' | 'created_by_id' | 'rev'>;
}

/** One update: its id in the history, its moment, and what its event says where it is more than an update. */
export interface RecordChange {
  id: string;
  at: Date;
  event?: { kind: 'record.merged' | 'record.unmerged'; data: object };
}

/** A value that is no longer active. */
export interface HistoryRow {
  attr_no: number;
  active_from: Date;
  active_until: Date;
  created_by_type: ActorType;
  created_by_id: string | null;
  via: Json;
  value: Json;
}

/** The values of one attribute as a list, however they are stored. */
export function itemsOf(vals: Values, attrNo: number): Json[] {
  const held = vals[attrNo];
  if (held === undefined || held === null) return [];
  return Array.isArray(held) ? held : [held];
}

/** The stamps of one attribute, aligned with its values; null means written with the record itself. */
export function stampsOf(meta: Stamps | null, vals: Values, attrNo: number): (Stamp | null)[] {
  const stamps = meta?.[attrNo];
  if (!stamps) return itemsOf(vals, attrNo).map(() => null);
  return Array.isArray(vals[attrNo]) ? (stamps as (Stamp | null)[]) : [stamps as Stamp];
}
