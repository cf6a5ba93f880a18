import { authorOf, type Caller } from '../../actor.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { Json, Target } from '../../values/value-type.js';
import {
  itemsOf,
  stampsOf,
  type HistoryRow,
  type RecordRow,
  type Stamp,
  type Stamps,
  type Values,
} from '../document.js';
import {
  addKeys,
  addPossibleKeys,
  labelOf,
  noKeys,
  targetsOf,
  without,
  type HandleKey,
  type KeyPair,
} from '../keys.js';
import { isSearched, lexemesOf } from '../lexemes.js';
import { sizeOf } from '../record-size.js';

/** New values by attribute; an empty list clears. */
export type Patch = Map<Attribute, Json[]>;

export interface KeyChanges {
  add: KeyPair[];
  remove: KeyPair[];
}

/** The revision of a record as it was made. */
const FIRST_REV = 1;

/**
 * Everything one write changes about one record. Plain data: what the statement stores is decided here and nowhere
 * else.
 */
export interface ChangePlan {
  vals: Values;
  /** The same as JSON, and the bytes that the record then counts with. */
  document: string;
  size: number;
  meta: Stamps | null;
  label: string | null;
  refs: string[];
  history: HistoryRow[];
  text: KeyChanges;
  number: KeyChanges;
  ref: KeyChanges;
  unique: KeyChanges;
  handle: { add: HandleKey[]; remove: HandleKey[] };
  references: { add: { target: Target; attr_no: number }[]; remove: { target: Target; attr_no: number }[] };
  /** Records newly referred to, each of which must be there and of the object that is said. */
  targets: Target[];
  /** New lexemes, or null when nothing that is searched has changed. */
  lexemes: string[] | null;
  /** Users newly referred to, who must be members. */
  members: string[];
  changed: { attribute: Attribute; before: Json[]; after: Json[] }[];
}

export interface PlanInput {
  object: ObjectSchema;
  /** Null for a new record. */
  row: RecordRow | null;
  patch: Patch;
  caller: Caller;
  /** The database's clock; ignored for a new record, whose values all begin with it. */
  now: Date;
}

/**
 * Works out a write: values that stay equal keep their stamp, the rest is closed into the history and opened anew.
 * Pure; gives the same plan for the same input.
 */
export function planChange({ object, row, patch, caller, now }: PlanInput): ChangePlan {
  const vals: Values = { ...row?.vals };
  const meta: Stamps = { ...row?.meta };
  const plan: Pick<ChangePlan, 'history' | 'changed'> = { history: [], changed: [] };
  const before = noKeys();
  const after = noKeys();
  for (const [attribute, wanted] of patch) {
    const old = itemsOf(vals, attribute.attr_no);
    if (sameItems(attribute, old, wanted)) continue;
    plan.changed.push({ attribute, before: old, after: wanted });
    addPossibleKeys(before, attribute, old);
    addKeys(after, attribute, wanted);
    const stamps = row ? restamp({ attribute, old, wanted, row, meta, caller, now, history: plan.history }) : [];
    store(attribute, wanted, stamps, { vals, meta });
  }
  const pairs = (kind: 'text' | 'number' | 'ref' | 'unique'): KeyChanges => ({
    add: without(after[kind], before[kind]),
    remove: without(before[kind], after[kind]),
  });
  return {
    ...plan,
    ...written(object, vals),
    meta: Object.keys(meta).length > 0 ? meta : null,
    label: labelOf(object, vals),
    refs: targetsOf(object, vals),
    text: pairs('text'),
    number: pairs('number'),
    ref: pairs('ref'),
    unique: sorted(pairs('unique')),
    handle: { add: without(after.handle, before.handle), remove: without(before.handle, after.handle) },
    references: {
      add: without(after.references, before.references),
      remove: without(before.references, after.references),
    },
    targets: newTargets(plan.changed),
    lexemes: row && !plan.changed.some(({ attribute }) => isSearched(attribute)) ? null : lexemesOf(object, vals),
    members: newMembers(plan.changed),
  };
}

function written(object: ObjectSchema, vals: Values): Pick<ChangePlan, 'vals' | 'document' | 'size'> {
  const document = JSON.stringify(vals);
  return { vals, document, size: sizeOf(object, vals, document) };
}

interface Restamping {
  attribute: Attribute;
  old: Json[];
  wanted: Json[];
  row: RecordRow;
  meta: Stamps;
  caller: Caller;
  now: Date;
  history: HistoryRow[];
}

/** Matches wanted values with old ones: an equal one keeps its stamp, an unmatched old one goes into the history. */
function restamp({ attribute, old, wanted, row, meta, caller, now, history }: Restamping): (Stamp | null)[] {
  const oldStamps = stampsOf(meta, row.vals, attribute.attr_no);
  const unmatched = new Set(old.keys());
  const author = authorOf(caller);
  const fresh: Stamp = [now.getTime(), author.type, author.id, row.rev + 1];
  const stamps = wanted.map((item) => {
    for (const at of unmatched) {
      if (attribute.valueType.compare(old[at]!, item) !== 0) continue;
      unmatched.delete(at);
      return oldStamps[at] ?? null;
    }
    return fresh;
  });
  for (const at of unmatched)
    history.push(closed({ attr_no: attribute.attr_no, value: old[at]!, stamp: oldStamps[at] ?? null, now }, row));
  return stamps;
}

function closed(of: { attr_no: number; value: Json; stamp: Stamp | null; now: Date }, row: RecordRow): HistoryRow {
  const [from, type, id, via] = of.stamp ?? [
    row.created_at.getTime(),
    row.created_by_type,
    row.created_by_id,
    FIRST_REV,
  ];
  return {
    attr_no: of.attr_no,
    active_from: new Date(from),
    active_until: of.now,
    created_by_type: type,
    created_by_id: id,
    via: via ?? null,
    value: of.value,
  };
}

function store(
  attribute: Attribute,
  items: Json[],
  stamps: (Stamp | null)[],
  into: { vals: Values; meta: Stamps },
): void {
  const no = attribute.attr_no;
  delete into.meta[no];
  if (items.length === 0) {
    delete into.vals[no];
    return;
  }
  into.vals[no] = attribute.several ? items : items[0]!;
  if (!stamps.some((stamp) => stamp !== null)) return;
  into.meta[no] = attribute.several ? stamps : stamps[0]!;
}

function sameItems(attribute: Attribute, old: Json[], wanted: Json[]): boolean {
  return old.length === wanted.length && old.every((item, at) => attribute.valueType.compare(item, wanted[at]!) === 0);
}

/** One order for all writers, so that two of them never wait for each other's unique values. */
function sorted(changes: KeyChanges): KeyChanges {
  const byKey = (a: KeyPair, b: KeyPair) => (a.attribute_id + a.v < b.attribute_id + b.v ? -1 : 1);
  return { add: changes.add.sort(byKey), remove: changes.remove.sort(byKey) };
}

function newTargets(changed: ChangePlan['changed']): Target[] {
  const keyOf = ({ object_id, record_id }: Target) => `${object_id}|${record_id}`;
  const targets = new Map<string, Target>();
  for (const { attribute, before, after } of changed) {
    const { target } = attribute.valueType;
    if (!target) continue;
    const known = new Set(before.map((item) => keyOf(target(item))));
    for (const each of after.map(target)) if (!known.has(keyOf(each))) targets.set(keyOf(each), each);
  }
  return [...targets.values()];
}

function newMembers(changed: ChangePlan['changed']): string[] {
  const members = new Set<string>();
  for (const { attribute, before, after } of changed) {
    const { member } = attribute.valueType;
    if (!member) continue;
    const known = new Set(before.map(member));
    for (const id of after.map(member)) if (!known.has(id)) members.add(id);
  }
  return [...members];
}
