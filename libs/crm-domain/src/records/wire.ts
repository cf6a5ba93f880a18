import type { Caller } from '../actor.js';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import type { SystemField } from './shown/shape.js';
import { recordSlug } from '../values/record-slug.js';
import type { Json, ResolvedTarget } from '../values/value-type.js';
import {
  HIDDEN_REV,
  itemsOf,
  stampsOf,
  type CreatedVia,
  type HistoryRow,
  type RecordRow,
  type Stamp,
} from './document.js';

/** A value as the contract shows it (section Attribute value), with the type's own fields. */
export interface ValueWire {
  active_from: string;
  active_until: string | null;
  attribute_slug: string;
  attribute_type: string;
  created_by: { type: string; id: string | null };
  [field: string]: unknown;
}

/** A record as the contract shows it (section Record); `slug`, `version`, `created_by` and `updated_at` are ours. */
export interface RecordWire {
  id: { workspace_id: string; object_id: string; record_id: string };
  slug: string;
  /** The number of its writes; left out where the caller may not read. */
  version?: number | undefined;
  values: Record<string, ValueWire[]>;
  created_at: string;
  updated_at: string;
  created_by: { type: string; id: string | null };
  created_via: {
    via_import: boolean;
    origin_name: string;
    actor_name: string;
    import_job_id?: string;
    import_file_name?: string;
  };
  /** Of a record with its history: closed values that are older than those shown are left out. */
  has_more_history?: true;
}

/** Label of a target with its mark in front, or nothing when the target is gone. */
export type Labels = (targetId: string) => string | null | undefined;

export interface Shown {
  workspace_id: string;
  object: ObjectSchema;
  row: RecordRow;
  labels: Labels;
  /** The attributes that are shown; without it all of them. */
  only?: ReadonlySet<Attribute>;
  /** Closed values, to be shown with the active ones, and through what the record's revisions were written. */
  history?: { closed: HistoryRow[]; via: (revision: Json | undefined) => Json };
}

/** Labels that came with a record, aligned with its `refs`; and those of targets it had once, by their ids. */
export function labelsOf({ refs, labels }: RecordRow, past: Record<string, string> = {}): Labels {
  if (!refs || refs.length <= FEW_REFS) return (targetId) => labels[refs?.indexOf(targetId) ?? -1] ?? past[targetId];
  const places = new Map(refs.map((id, at) => [id, at]));
  return (targetId) => labels[places.get(targetId) ?? -1] ?? past[targetId];
}

/** Up to here a list is looked through faster than a map of it is made. */
const FEW_REFS = 16;

export function recordWire(shown: Shown): RecordWire {
  const { workspace_id, object, row, history, only } = shown;
  const made: Made = { at: iso(row.created_at), by: { type: row.created_by_type, id: row.created_by_id } };
  const values: Record<string, ValueWire[]> = {};
  const closed = history && Map.groupBy(history.closed, ({ attr_no }) => attr_no);
  for (const attribute of only ? object.ordered(only) : object.attributes) {
    const active = activeValues(attribute, shown, made);
    if (closed)
      values[attribute.slug] = [...closedValues(attribute, closed.get(attribute.attr_no) ?? [], shown), ...active];
    else if (active.length > 0 || !attribute.archived_at) values[attribute.slug] = active;
  }
  return {
    id: { workspace_id, object_id: row.object_id, record_id: row.record_id },
    slug: recordSlug(row.label, row.record_id),
    version: versionOf(row),
    values,
    created_at: made.at,
    updated_at: iso(row.updated_at),
    created_by: made.by,
    created_via: viaOf(row),
  };
}

/** Undefined for a revision that the caller may not know. */
export function versionOf({ rev }: RecordRow): number | undefined {
  return rev === HIDDEN_REV ? undefined : rev;
}

function viaOf({ created_via: via }: RecordRow): RecordWire['created_via'] {
  const { origin, actor_name, import_id, import_file_name } = via;
  const ofImport = import_id && { import_job_id: import_id, ...(import_file_name && { import_file_name }) };
  return { via_import: import_id !== undefined, origin_name: origin, actor_name, ...ofImport };
}

/** How each system field is shown beside the values of a record. */
const SYSTEM = {
  id: (row: RecordRow) => row.record_id,
  record_id: (row: RecordRow) => row.record_id,
  name: (row: RecordRow) => row.label,
  slug: (row: RecordRow) => recordSlug(row.label, row.record_id),
  version: versionOf,
  created_at: (row: RecordRow) => iso(row.created_at),
  updated_at: (row: RecordRow) => iso(row.updated_at),
  created_by: (row: RecordRow) => ({ type: row.created_by_type, id: row.created_by_id }),
  created_via: viaOf,
} satisfies Record<SystemField, (row: RecordRow) => unknown>;

export function systemFields(row: RecordRow, fields: readonly SystemField[]) {
  return Object.fromEntries(fields.map((field) => [field, SYSTEM[field](row)])) as {
    [Field in SystemField]?: ReturnType<(typeof SYSTEM)[Field]>;
  };
}

/** Through what a record is made, as it is stored with it; the statement adds the actor's name. */
export function createdVia(caller: Caller): CreatedVia {
  const { name, ...via } = caller.via;
  return { ...via, actor_name: name ?? 'system' };
}

/** Revisions whose events tell through what the values of a record were written. */
export function revisionsOf(row: RecordRow, closed: readonly HistoryRow[]): number[] {
  const stamps = Object.values(row.meta ?? {}).flatMap((each) => (isStamp(each) ? [each] : each));
  const vias = [...stamps.map((stamp) => stamp?.[3]), ...closed.map((each) => each.via)];
  return [...new Set(vias.filter((via) => typeof via === 'number'))];
}

function isStamp(stamps: Stamp | (Stamp | null)[]): stamps is Stamp {
  return typeof stamps[0] === 'number';
}

/** A record's making, shared by all values that were written with it: most of them, in most records. */
interface Made {
  at: string;
  by: { type: string; id: string | null };
}

/** One for all attributes without a value: a page may show 200,000 of them. */
const NONE = Object.freeze<ValueWire[]>([]) as ValueWire[];

function activeValues(attribute: Attribute, { row, labels, history }: Shown, made: Made): ValueWire[] {
  const items = itemsOf(row.vals, attribute.attr_no);
  if (items.length === 0) return NONE;
  const values: ValueWire[] = [];
  const stamps = row.meta?.[attribute.attr_no] ? stampsOf(row.meta, row.vals, attribute.attr_no) : [];
  for (const [at, item] of items.entries()) {
    const shown = typed(attribute, item, labels);
    if (!shown) continue;
    const stamp = stamps[at];
    const value: ValueWire = {
      active_from: stamp ? new Date(stamp[0]).toISOString() : made.at,
      active_until: null,
      attribute_slug: attribute.slug,
      attribute_type: attribute.type,
      created_by: stamp ? { type: stamp[1], id: stamp[2] } : made.by,
    };
    if (history) value.via = stamp ? history.via(stamp[3]) : (row.created_via as unknown as Json);
    values.push(Object.assign(value, shown));
  }
  return values;
}

function closedValues(attribute: Attribute, rows: readonly HistoryRow[], { history, labels }: Shown): ValueWire[] {
  return rows.map((closed) => ({
    active_from: iso(closed.active_from),
    active_until: iso(closed.active_until),
    attribute_slug: attribute.slug,
    attribute_type: attribute.type,
    created_by: { type: closed.created_by_type, id: closed.created_by_id },
    via: history!.via(closed.via),
    ...(typed(attribute, closed.value, labels) ??
      attribute.valueType.serialise(closed.value, attribute.context, { label: null, deleted: true })),
  }));
}

/** The type's own fields; nothing for a reference whose target is gone for good. */
function typed(attribute: Attribute, item: Json, labels: Labels): Record<string, unknown> | undefined {
  const target = resolve(attribute, item, labels);
  return target === null ? undefined : attribute.valueType.serialise(item, attribute.context, target);
}

/** What is known of the target of a value that is a reference: null where it is gone for good. */
export function resolve(attribute: Attribute, item: Json, labels: Labels): ResolvedTarget | null | undefined {
  const target = attribute.valueType.target?.(item);
  if (!target) return undefined;
  const label = labels(target.record_id);
  if (label === null || label === undefined || !attribute.context.objectSlug(target.object_id)) return null;
  return { label: label.slice(1) || null, deleted: label.startsWith('0') };
}

function iso(time: Date | string): string {
  return (typeof time === 'string' ? new Date(time) : time).toISOString();
}
